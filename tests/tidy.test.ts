/** House rules as a test: layers, banned calls, sizes, names, links in the docs. `tests/tidy/` holds what they share. */
import { existsSync } from 'node:fs';
import { basename, dirname, join, normalize, relative } from 'node:path';
import { expect, test } from 'vitest';
import { dialectOf } from './tidy/names.ts';
import {
  declarations,
  importsOf,
  isGenerated,
  isLearnerCode,
  isTest,
  isTidyTest,
  resolveImport,
  root,
  sources,
  text,
  tracked,
} from './tidy/repository.ts';

/** Folder under src/engine -> what it may import from, besides itself. `docs/architecture.md` says why. */
const engineLayers: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  meta: [],
  raft: ['parts/vote-rule', 'parts/commit-rule'],
  api: ['meta'],
  etcd: ['kernel', 'raft', 'meta/json', 'meta/bytes'],
  apiserver: ['kernel', 'meta', 'api', 'etcd', 'parts/compare-and-swap'],
  extensions: ['kernel', 'meta', 'api', 'etcd', 'apiserver'],
  client: ['kernel', 'meta', 'api', 'parts/reflector', 'parts/rate-limiter'],
  sdk: ['client', 'meta', 'api', 'kernel', 'parts/vote-rule', 'parts/commit-rule', 'parts/rolling-step', 'parts/autoscaling', 'parts/sync-pod'],
  controllers: ['sdk'],
  parts: ['sdk'],
  scheduler: ['kernel', 'sdk'],
  node: ['kernel', 'sdk'],
  cloud: ['kernel', 'sdk'],
  repositories: ['meta'],
  cluster: ['kernel', 'meta', 'api', 'etcd', 'apiserver', 'extensions', 'client', 'sdk', 'controllers', 'parts', 'scheduler', 'node', 'cloud', 'repositories'],
};
/** Folder under src -> what it may import from. The engine only through its entry points. */
const layers: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  kubectl: ['engine'],
  // pflag's flags and the readers of JSON are kubectl's.
  etcdctl: ['engine', 'kubectl'],
  posix: ['engine'],
  shell: ['engine', 'posix', 'kubectl', 'etcdctl'],
  viz: ['engine'],
  session: ['engine', 'posix', 'kubectl', 'etcdctl', 'shell', 'viz'],
  runtimes: ['engine', 'session', 'viz'],
  lesson: ['engine', 'shell', 'session', 'runtimes', 'viz'],
  components: ['brand', 'lesson', 'runtimes', 'session', 'viz', 'engine', 'styles'],
  pages: ['brand', 'components', 'lesson', 'styles', 'viz'],
  content: ['lesson', 'components', 'engine'],
  kit: ['engine', 'posix', 'lesson'],
  cli: ['engine', 'posix', 'kubectl', 'etcdctl', 'shell', 'session', 'runtimes', 'lesson', 'viz'],
  styles: [],
};

/** What a file of the engine may take from a package: one that works for given arguments alone, without clock, chance and platform. */
const enginePackages: Readonly<Record<string, string>> = { 'src/engine/sdk/cron-schedule.ts': 'croner' };

test('folders of the engine import only downwards', () => {
  const wrong: string[] = [];
  for (const file of sources.filter((each) => each.startsWith('src/engine/') && each.split('/').length > 3)) {
    const from = file.split('/')[2] ?? '';
    for (const specifier of importsOf(file)) {
      if (enginePackages[file] === specifier) continue;
      const target = resolveImport(file, specifier);
      if (target === undefined) wrong.push(`${file} imports ${specifier}: the engine imports no package`);
      else {
        const to = target.split('/')[2] ?? '';
        const allowed = (engineLayers[from] ?? []).some((layer) => to === layer || target.startsWith(`src/engine/${layer}`));
        if (!target.startsWith('src/engine/') || (to !== from && !allowed)) wrong.push(`${file} imports ${target}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

const entryPoints = ['src/engine/index.ts', 'src/engine/sdk/index.ts'];

/** Extension -> those it can't do without. */
const extensionsNeeded: Readonly<Record<string, readonly string[]>> = {
  // A review answers what the authorizers know: rules of roles and of nodes.
  'access-reviews': ['node-authorization', 'rbac'],
  // Names of service accounts and their groups.
  impersonation: ['authentication'],
  // What a node may do is a list of rules, matched as RBAC's are.
  'node-authorization': ['rbac'],
  // Expressions. In a page what works with them comes late.
  'custom-resources': ['cel', 'late'],
  'validating-admission-policies': ['cel', 'late'],
  // Match conditions are compiled and evaluated as those of policies.
  webhooks: ['cel', 'late', 'validating-admission-policies'],
  // What comes late of these.
  late: ['custom-resources', 'validating-admission-policies', 'webhooks'],
  // What Pods tell at /metrics is read once, and has their CPU in it.
  'resource-metrics': ['metrics-adapter'],
  // …/scale can be applied, too.
  'field-management': ['scale'],
};

test('an extension imports another only where it needs it', () => {
  const wrong: string[] = [];
  for (const file of sources.filter((each) => /^src\/engine\/extensions\/[^/]+\//.test(each))) {
    const from = file.split('/')[3] ?? '';
    for (const specifier of importsOf(file)) {
      const [, , folder, to = ''] = resolveImport(file, specifier)?.split('/') ?? [];
      if (folder !== 'extensions' || to === from || extensionsNeeded[from]?.includes(to)) continue;
      wrong.push(`${file} imports ${specifier}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('everything else imports downwards, and the engine only through its entry points', () => {
  const wrong: string[] = [];
  for (const file of sources.filter((each) => !each.startsWith('src/engine/') && each.split('/').length > 2)) {
    const from = file.split('/')[1] ?? '';
    for (const specifier of importsOf(file)) {
      const target = resolveImport(file, specifier);
      if (target === undefined || !target.startsWith('src/')) continue;
      const to = target.split('/')[1] ?? '';
      if (to !== from && !(layers[from] ?? []).includes(to)) wrong.push(`${file} imports ${target}`);
      const throughEntry = entryPoints.includes(target);
      if (to === 'engine' && !throughEntry) wrong.push(`${file} imports ${target}: use src/engine/index.ts`);
    }
  }
  expect(wrong).toEqual([]);
});

test('controllers, scheduler plugins and parts import only converge/sdk and their own folder; controllers also what they share', () => {
  const wrong: string[] = [];
  const authored = /^src\/engine\/(controllers|scheduler\/plugins)\/([^/]+)\/|^src\/engine\/parts\//;
  for (const file of sources) {
    const match = authored.exec(file);
    if (match === null) continue;
    for (const specifier of importsOf(file)) {
      const target = resolveImport(file, specifier);
      if (specifier !== 'converge/sdk' && !target?.startsWith(match[0]) && !sharedBy(match, target)) wrong.push(`${file} imports ${specifier}`);
    }
  }
  expect(wrong).toEqual([]);
});

/** A controller may use files of another's folder and of controllers/shared: they come along into the editor. In a cloud, one stands for another whole. */
function sharedBy([, authored, folder = '']: RegExpExecArray, target = ''): boolean {
  const [, of, file] = /^src\/engine\/controllers\/([^/]+)\/(.+)$/.exec(target) ?? [];
  return authored === 'controllers' && file !== undefined && (file !== 'index.ts' || folder === `cloud-${of}`);
}

test('the engine and the shell ask no platform for time, chance or output', () => {
  const banned = /\bDate\.now\(|\bMath\.random\(|\bnew Date\(\)|\bsetTimeout\(|\bsetInterval\(|\bconsole\.|\blocaleCompare\(|\bMath\.(log|exp|sin|cos|pow)\b/;
  const wrong = sources
    .filter((file) => /^src\/(engine|posix)\//.test(file) && !isGenerated(file))
    .flatMap((file) => text(file).split('\n').map((line, index) => ({ file, line, number: index + 1 })))
    .filter(({ line }) => banned.test(line.replace(/^\s*(\*|\/\/|\/\*).*$/, '')))
    .map(({ file, line, number }) => `${file}:${number}: ${line.trim()}`);
  expect(wrong).toEqual([]);
});

test('no type is given up and nothing is switched off', () => {
  const given = /(:|\bas|<)\s?any\b|@ts-ignore|@ts-nocheck|@ts-expect-error/;
  const wrong = [...sources, ...tracked.filter((file) => file.startsWith('tests/') && file.endsWith('.ts'))]
    .filter((file) => !isGenerated(file) && !isTidyTest(file))
    .filter((file) => text(file).split('\n').some((line) => given.test(line.replace(/^\s*(\*|\/\/|\/\*).*$/, ''))));
  expect(wrong).toEqual([]);
});

test('no test is skipped or left alone by hand', () => {
  const wrong = tracked
    .filter((file) => isTest(file) && !isTidyTest(file) && /\.tsx?$/.test(file))
    .filter((file) => /\b(it|test|describe)\.(skip|only|todo|fixme)\(/.test(text(file)));
  expect(wrong).toEqual([]);
});

/** Ratchets: they only ever go down. */
const longestFile = 380;
const longestFunction = 70;

test(`no file is longer than ${longestFile} lines`, () => {
  const wrong = sources
    .filter((file) => /\.(ts|svelte|astro)$/.test(file) && !isGenerated(file))
    .map((file) => ({ file, lines: text(file).split('\n').length }))
    .filter(({ lines }) => lines > longestFile)
    .map(({ file, lines }) => `${file}: ${lines}`);
  expect(wrong).toEqual([]);
});

const { functions, others } = declarations();

test(`no function is longer than ${longestFunction} lines`, () => {
  const long = functions.filter(({ lines }) => lines > longestFunction).map(({ file, name, lines }) => `${file}#${name}: ${lines}`);
  expect(long).toEqual([]);
});

test('names are words of the field (tests/tidy/names.ts has those that are not)', () => {
  const declared = [...functions, ...others].filter(({ name }) => dialectOf(name)).map(({ file, name }) => `${file}#${name}`);
  const files = tracked.filter((file) => /^(src|scripts)\//.test(file) && !isLearnerCode(file) && dialectOf(basename(file)));
  expect([...new Set([...files, ...declared])]).toEqual([]);
});

test('no properties are spread to have several on a line', () => {
  const packed = tracked.filter((file) => /\.(ts|mjs|svelte)$/.test(file) && /^\s*\.\.\.\{.*,.*\},?$/m.test(text(file)));
  expect(packed).toEqual([]);
});

test('every source file is imported by another, or is a door', () => {
  const doors =
    /^src\/(pages|content|cli)\/|^src\/lesson\/programs\/|^src\/(?:content\.config|middleware)\.ts$|\/index\.ts$|\.astro$|\.d\.ts$|-worker\.ts$|\/worker\/.*entry|\/main\.ts$/;
  const reached = new Set<string>();
  for (const file of tracked.filter((each) => /\.(ts|svelte|astro|mdx|mjs)$/.test(each))) {
    for (const specifier of importsOf(file)) {
      const target = resolveImport(file, specifier);
      if (target !== undefined) reached.add(target);
    }
    for (const match of text(file).matchAll(/['"`]([^'"`\s]*\/[\w.-]+\.(?:ts|svelte))(?:\?[\w&]+)?['"`]/g)) {
      if (match[1] !== undefined) {
        reached.add(normalize(match[1]));
        reached.add(normalize(join(dirname(file), match[1])));
      }
    }
  }
  const dead = sources.filter((file) => !doors.test(file) && !isLearnerCode(file) && !reached.has(file));
  expect(dead).toEqual([]);
});

test('links in the docs lead somewhere', () => {
  const broken: string[] = [];
  for (const file of tracked.filter((each) => each.endsWith('.md'))) {
    // Code may look like a link.
    const prose = text(file).replaceAll(/(`+)(?!`)[^\n]*?[^`]\1(?!`)/g, '');
    for (const match of prose.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)(?:#[^)]*)?\)/g)) {
      const target = join(root, dirname(file), match[1] ?? '');
      if (!existsSync(target)) broken.push(`${file}: ${relative(root, target)}`);
    }
  }
  expect(broken).toEqual([]);
});

test('each optional dependency named in the lockfile has its own entry', () => {
  const lock: { packages: Record<string, { optionalDependencies?: Record<string, string> }> } = JSON.parse(text('package-lock.json'));
  const names = new Set(Object.keys(lock.packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)));
  const missing = Object.entries(lock.packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !names.has(name))
      .map((name) => `${path} -> ${name}`),
  );
  expect(missing).toEqual([]);
});

test('no file names a path of a machine', () => {
  const wrong = tracked
    .filter((file) => /\.(ts|mjs|md|mdx|json|svelte|astro|css|sh)$/.test(file) && !isTidyTest(file))
    .filter((file) => /(?:^|[\s"'`(])\/(?:work|home|root|Users)\//m.test(text(file)));
  expect(wrong).toEqual([]);
});
