/**
 * Bundles the engine. For the page: `.generated/engine/core.txt` and its pieces beside it (scripts/pieces.ts), classic scripts that the page
 * takes by `?url` (as text: no bundler touches them again, and they are fetched under the site's base) and starts in a sandboxed frame.
 * For a WebContainer and a downloaded workspace: one file each, `.generated/container-engine.txt` and `.generated/project-engine.txt`.
 * `--only-page`: the page’s and what `grade` runs. `--only-engine`: the page’s. `--only-check 6-quorum`: the piece of this check, where that is enough.
 */
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { profiles } from '../src/engine/cluster/profiles.ts';
import { keyOfCheck } from '../src/lesson/exercise-names.ts';
import { firstVerbs } from './first-verbs.ts';
import { recordPackages } from './licenses/bundled-packages.ts';
import { type Links, linkPieces, type PiecesOptions, relinkPiece } from './pieces.ts';
import { sucraseForTypeScript } from './sucrase-typescript.ts';
import { yamlForReading } from './yaml-for-reading.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The check of every exercise: path by key, `6-quorum` or `6-quorum/restore`. */
const lessonChecks: ReadonlyMap<string, string> = new Map(
  globSync(['src/content/lessons/*/*/check.ts', 'src/content/lessons/*/*/exercises/*/check.ts'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => [keyOfCheck(path) ?? path, path]),
);

/** All pieces lie in one folder. */
const pieceOfCheck = (key: string): string => `check-${key.replace('/', '-')}`;

/** In the core, as the profile `minimal` has them. */
const minimalParts = [profiles.minimal.extensions, profiles.minimal.controllers].flat();

/** They come with the cloud. */
const cloudParts = ['service', 'cloud-node', 'cloud-node-lifecycle'];

/** They put one of the cloud's modules around a controller of the whole profile, and are a line each. */
const cloudVariants = ['cloud-attachdetach', 'cloud-volume-provisioner', 'cloud-volume-resizer'];

/** They come with add-ons. */
const addonParts = ['ingress'];

/** They come alone. */
const autoscalerParts = ['cluster-autoscaler'];
const routeParts = ['node-route'];

/** NodeResourcesFit lives in node-resources-fit. */
const minimalPlugins = profiles.minimal.plugins.map((name) => name.replaceAll(/(?<!^)[A-Z]/g, '-$&').toLowerCase());

/** What the registries import that isn't in the core, by the folders' names. */
function othersIn(registry: string, core: readonly string[]): readonly string[] {
  const imports = readFileSync(root + registry, 'utf8').matchAll(/ from '\.\/((?:plugins\/)?([^/']+)\/[^']+)';/g);
  return [...imports].flatMap(([, path = '', folder = '']) => (core.includes(folder) ? [] : [`${dirname(registry)}/${path}`]));
}

/** What `import()` in the source loads, and what the core imports late, by the piece it comes in. tests/pieces.test.ts holds their sizes. */
const pieces: Readonly<Record<string, readonly string[]>> = {
  full: [
    ...othersIn('src/engine/extensions/registry.ts', [...minimalParts, 'validation']),
    ...othersIn('src/engine/controllers/registry.ts', [...minimalParts, ...cloudParts, ...cloudVariants, ...addonParts, ...autoscalerParts, ...routeParts]),
    ...othersIn('src/engine/scheduler/registry.ts', minimalPlugins),
    'src/engine/scheduler/preemption/index.ts',
    'src/engine/scheduler/profiles.ts',
    'src/engine/scheduler/plugins/default-preemption/victims.ts',
    'src/engine/node/network/host-ports.ts',
    'src/engine/node/network/node-client.ts',
    'src/engine/node/network/kube-proxy.ts',
    'src/engine/cluster/api-for-pods.ts',
    'src/engine/cluster/webhooks.ts',
    'src/engine/cluster/simulated-nodes.ts',
    'src/engine/node/images/shop.ts',
    'src/engine/node/images/example-images.ts',
    'src/engine/node/manifests.ts',
    'src/engine/node/features.ts',
    'src/engine/cluster/node-eviction.ts',
    'src/engine/sdk/cron-schedule.ts',
    'src/engine/parts/autoscaling.ts',
    'src/engine/parts/service-rules.ts',
    'src/engine/sdk/volume-matching.ts',
    'src/engine/sdk/volume-attachment.ts',
  ],
  // Upstream's rules, fetched beside `full`.
  validation: ['src/engine/extensions/validation/index.ts'],
  kubectl: [
    ...othersIn('src/kubectl/verbs/registry.ts', firstVerbs),
    'src/kubectl/verbs/apply/prune.ts',
    'src/kubectl/verbs/apply/server-side.ts',
    'src/kubectl/verbs/describe/stored-pod.ts',
    'src/kubectl/completion/complete.ts',
    'src/kubectl/http/raw.ts',
    'src/kubectl/jsonpath/index.ts',
    'src/kubectl/template/index.ts',
  ],
  programs: ['archive', 'awk/index', 'curl', 'everyday', 'files', 'machine', 'network', 'sed', 'text', 'user'].map((name) => `src/posix/programs/${name}.ts`),
  etcd: [
    'src/engine/etcd/cluster/cluster.ts',
    'src/engine/etcd/cluster/message-words.ts',
    'src/engine/etcd/gateway/gateway.ts',
    'src/engine/parts/commit-rule.ts',
    'src/etcdctl/index.ts',
    'src/etcdctl/complete.ts',
  ],
  images: ['src/engine/node/images/image-programs.ts'],
  expressions: ['src/engine/extensions/late/expressions.ts'],
  faults: ['src/shell/commands/converge.ts', 'src/shell/commands/fault-words.ts', 'src/session/incidents/incidents.ts'],
  addons: [
    'src/engine/cluster/addons/registry.ts',
    'src/engine/parts/network-policy.ts',
    ...addonParts.map((name) => `src/engine/controllers/${name}/index.ts`),
  ],
  autoscaler: autoscalerParts.map((name) => `src/engine/controllers/${name}/index.ts`),
  routes: routeParts.map((name) => `src/engine/controllers/${name}/index.ts`),
  metrics: ['src/engine/cluster/metrics/component-metrics.ts'],
  // A page's kubelets have the defaults.
  kubelet: ['src/engine/cluster/configured-eviction.ts'],
  repositories: ['src/engine/cluster/repositories.ts', 'src/shell/commands/git/git.ts'],
  election: ['src/engine/cluster/candidates.ts', 'src/engine/parts/lease-rule.ts'],
  cloud: [
    'src/engine/cloud/index.ts',
    'src/engine/cloud/words.ts',
    'src/engine/cluster/cloud.ts',
    'src/engine/cluster/cloud-machines.ts',
    'src/engine/cluster/cloud-balancing.ts',
    'src/engine/sdk/cloud-client.ts',
    'src/shell/commands/cloud.ts',
    'src/shell/outside-network.ts',
    ...cloudParts.map((name) => `src/engine/controllers/${name}/index.ts`),
    'src/engine/controllers/cloud-attachdetach/attachments.ts',
    'src/engine/controllers/cloud-volume-provisioner/disks.ts',
    'src/engine/controllers/cloud-volume-resizer/disks.ts',
  ],
  terraform: ['src/shell/terraform/terraform.ts'],
  openapi: ['src/engine/extensions/openapi/documents.ts', 'src/engine/extensions/openapi/serve-openapi.ts', 'src/engine/api/openapi.ts'],
  map: ['src/session/inspectors/map.ts', 'src/session/inspectors/messages.ts'],
  why: ['src/session/why/why.ts', 'src/session/inspectors/scheduling.ts', 'src/engine/scheduler/what-if.ts'],
  // What prints trees, and what is put into code, comes after the first code has been compiled.
  typescript: ['typescript', 'value-tree', 'instrument'].map((name) => `src/session/learner/${name}.ts`),
  parts: ['src/session/learner/parts/find-part.ts'],
  cases: ['src/lesson/universes/cases/run-cases.ts'],
  trials: ['src/lesson/universes/trials/run-trials.ts'],
  inputs: ['src/session/parse-input.ts', 'src/session/parse-request.ts'],
  descriptions: ['converge:descriptions'],
  ...Object.fromEntries([...lessonChecks].map(([key, path]) => [pieceOfCheck(key), [path]])),
};

/** `converge:checks`: what loads the check of each exercise. */
const checks: Plugin = {
  name: 'lesson-checks',
  setup(bundle) {
    bundle.onResolve({ filter: /^converge:checks$/ }, ({ path }) => ({ path, namespace: 'converge' }));
    bundle.onLoad({ filter: /.*/, namespace: 'converge' }, () => {
      const loads = [...lessonChecks.keys()].map((key) => `${JSON.stringify(key)}: () => loadPiece('${pieceOfCheck(key)}', 0)`);
      const contents = `import { loadPiece } from './${loader}';\nexport const checks = { ${loads.join(', ')} };`;
      return { contents, resolveDir: root, loader: 'ts' };
    });
  },
};

const loader = 'src/runtimes/worker/pieces.ts';

/** `converge:descriptions`: what `kubectl explain` says of types and fields, from the installed types of Kubernetes. */
const descriptions: Plugin = {
  name: 'descriptions',
  setup(bundle) {
    bundle.onResolve({ filter: /^converge:descriptions$/ }, ({ path }) => ({ path, namespace: 'descriptions' }));
    bundle.onLoad({ filter: /.*/, namespace: 'descriptions' }, () => {
      const table = readFileSync(`${root}.generated/descriptions.json`, 'utf8');
      // JSON.parse of a string starts faster than the same object as code.
      return { contents: `export const descriptions = JSON.parse(${JSON.stringify(table)});`, loader: 'js' };
    });
  },
};

/** `converge:checks` where nothing comes in pieces. */
const wholeChecks: Plugin = {
  name: 'whole-lesson-checks',
  setup(bundle) {
    bundle.onResolve({ filter: /^converge:checks$/ }, ({ path }) => ({ path, namespace: 'whole-checks' }));
    bundle.onLoad({ filter: /.*/, namespace: 'whole-checks' }, () => {
      const loads = [...lessonChecks].map(([key, path]) => `${JSON.stringify(key)}: () => import('./${path}')`);
      return { contents: `export const checks = { ${loads.join(', ')} };`, resolveDir: root, loader: 'ts' };
    });
  },
};

/** In a WebContainer: CommonJS for Node 20 and later. */
const node: BuildOptions = { format: 'cjs', platform: 'node', target: 'node20' };

/** An ES module for Node. Packages in it that are CommonJS require Node's own modules. */
const esm: BuildOptions = {
  format: 'esm',
  banner: { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" },
};

const common: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  write: false,
  platform: 'browser',
  target: 'es2022',
  minify: true,
  // ASCII only: the text is the same whatever charset a host serves it with.
  charset: 'ascii',
  legalComments: 'none',
  alias: {
    'converge/sdk': `${root}src/engine/sdk/index.ts`,
    // One parser, not its CommonJS copy beside it.
    'sucrase/dist/parser': `${root}node_modules/sucrase/dist/esm/parser`,
  },
  plugins: [checks, descriptions, sucraseForTypeScript],
  logLevel: 'warning',
};

const forPage: BuildOptions = { ...common, plugins: [...(common.plugins ?? []), yamlForReading] };
const page: PiecesOptions = { root, entry: 'src/lesson/engine-worker.ts', pieces, loader, build: forPage };
const linksFile = `${root}.generated/engine-links.json`;

async function bundlePage(): Promise<void> {
  const linked = await linkPieces(page);
  write('engine/core', linked.core);
  for (const [name, text] of Object.entries(linked.pieces)) write(`engine/${name}`, text);
  recordPackages('engine', linked.modules);
  writeFileSync(linksFile, JSON.stringify({ ...linked.links, checks: [...lessonChecks.keys()] }));
  // Of exercises that are gone.
  for (const file of readdirSync(`${root}.generated/engine`)) if (file !== 'core.txt' && linked.pieces[file.replace(/\.txt$/, '')] === undefined) rmSync(`${root}.generated/engine/${file}`);
}

/** The piece of this exercise’s check, where the core stays what it is. False: all has to be bundled. */
async function bundleCheck(key: string): Promise<boolean> {
  if (!existsSync(linksFile)) return false;
  const links: Links & { readonly checks: readonly string[] } = JSON.parse(readFileSync(linksFile, 'utf8'));
  if (!lessonChecks.has(key) || !links.checks.includes(key)) return false;
  const text = await relinkPiece(page, pieceOfCheck(key), links);
  if (text !== undefined) write(`engine/${pieceOfCheck(key)}`, text);
  return text !== undefined;
}

/** What `converge grade` runs: judges, and the process of a submission with the script for its context. */
async function bundleGrading(): Promise<void> {
  const plugins = [wholeChecks, ...(common.plugins ?? []).filter(({ name }) => name !== checks.name)];
  const folder = 'src/cli/grade';
  await bundleWhole('grade/judge.mjs', `${folder}/judge.ts`, { ...node, ...esm, plugins, target: 'node22' });
  await bundleWhole('grade/subject.cjs', `${folder}/subject/subject.ts`, { ...node, target: 'node22' });
  await bundleWhole('grade/inside.txt', `${folder}/subject/inside.ts`, { format: 'iife', globalName: 'subject' });
}

/** One file for Node, with everything in it. Resolves with the paths of its modules. */
async function bundleWhole(name: string, entry: string, how: BuildOptions): Promise<readonly string[]> {
  const { outputFiles = [], warnings, metafile } = await build({ ...common, entryPoints: [entry], metafile: true, ...how });
  const text = outputFiles[0]?.text;
  if (text === undefined || warnings.length > 0) throw new Error(`the bundle ${name} has warnings: see above`);
  write(name, text);
  return Object.keys(metafile?.inputs ?? {});
}

function write(name: string, text: string): void {
  const out = `${root}.generated/${/\.\w+$/.test(name) ? name : `${name}.txt`}`;
  mkdirSync(dirname(out), { recursive: true });
  // A clone may share its files with another by hard links.
  rmSync(out, { force: true });
  writeFileSync(out, text);
  if (process.argv.includes('--quiet')) return;
  console.log(`${name}: ${kilobytes(text.length)}, ${kilobytes(gzipSync(text, { level: 9 }).length)} gzip`);
}

const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000)} KB`;

const { values: chosen } = parseArgs({
  options: { quiet: { type: 'boolean' }, 'only-page': { type: 'boolean' }, 'only-engine': { type: 'boolean' }, 'only-check': { type: 'string', multiple: true } },
});
if (chosen['only-check'] !== undefined) {
  const done = await Promise.all(chosen['only-check'].map(bundleCheck));
  if (done.every(Boolean)) process.exit(0);
}
const onlyEngine = chosen['only-engine'] === true || chosen['only-check'] !== undefined;
await bundlePage();
if (!onlyEngine) await bundleGrading();
if (!onlyEngine && chosen['only-page'] !== true) {
  const container = await bundleWhole('container-engine', 'src/cli/container/main.ts', node);
  // A downloaded workspace brings its engine: an ES module that Node loads by itself.
  const project = await bundleWhole('project-engine', 'src/cli/project/main.ts', {
    ...node,
    ...esm,
  });
  // What a learner takes home: commands for Node.
  const takenHome = await bundleWhole('converge.mjs', 'src/cli/take-home.ts', { ...node, ...esm, target: 'node22', external: ['esbuild'], legalComments: 'eof' });
  recordPackages('engines-for-node', [...container, ...project, ...takenHome]);
}
