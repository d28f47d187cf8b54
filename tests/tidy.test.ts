/** House rules as a test: layers, banned calls, sizes, links in the docs. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));
const text = (file: string) => readFileSync(join(root, file), 'utf8');
const isTest = (file: string) => file.includes('.test.') || file.includes('/testing/') || file.startsWith('tests/');
const sources = tracked.filter((file) => /^src\/.*\.(ts|svelte|astro)$/.test(file) && !isTest(file));
const generated = (file: string) => file.includes('/generated/');
const learnerCode = (file: string) => /^src\/content\/lessons\/.*\/(start|solution|wrong)\//.test(file);

/** Folder under src/engine -> what it may import from, besides itself. `docs/architecture.md` says why. */
const engineLayers: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  meta: [],
  raft: [],
  api: ['meta'],
  etcd: ['kernel', 'raft', 'meta/json', 'meta/bytes'],
  apiserver: ['kernel', 'meta', 'api', 'etcd'],
  extensions: ['kernel', 'meta', 'api', 'etcd', 'apiserver'],
  client: ['kernel', 'meta', 'api'],
  sdk: ['client', 'meta', 'api', 'kernel'],
  controllers: ['sdk'],
  scheduler: ['kernel', 'sdk'],
  node: ['kernel', 'sdk'],
  cloud: ['kernel', 'sdk'],
  cluster: ['kernel', 'meta', 'api', 'etcd', 'apiserver', 'extensions', 'client', 'sdk', 'controllers', 'scheduler', 'node', 'cloud'],
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
  components: ['lesson', 'runtimes', 'session', 'viz', 'engine', 'styles'],
  pages: ['components', 'lesson', 'styles', 'viz'],
  content: ['lesson', 'components', 'engine'],
  cli: ['engine', 'posix', 'kubectl', 'etcdctl', 'shell', 'session', 'runtimes', 'lesson', 'viz'],
  styles: [],
};

function importsOf(file: string): string[] {
  const found: string[] = [];
  for (const match of text(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) if (match[1]) found.push(match[1]);
  return found;
}

function resolveImport(file: string, specifier: string): string | undefined {
  if (specifier === 'converge/sdk') return 'src/engine/sdk/index.ts';
  if (!specifier.startsWith('.')) return undefined;
  return normalize(join(dirname(file), specifier.split('?')[0] ?? specifier));
}

test('folders of the engine import only downwards', () => {
  const wrong: string[] = [];
  for (const file of sources.filter((each) => each.startsWith('src/engine/') && each.split('/').length > 3)) {
    const from = file.split('/')[2] ?? '';
    for (const specifier of importsOf(file)) {
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
  // Expressions.
  'custom-resources': ['cel'],
  'validating-admission-policies': ['cel'],
  // Match conditions are compiled and evaluated as those of policies.
  webhooks: ['cel', 'validating-admission-policies'],
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

test('controllers and scheduler plugins import only converge/sdk and their own folder', () => {
  const wrong: string[] = [];
  const authored = /^src\/engine\/(controllers|scheduler\/plugins)\/([^/]+)\//;
  for (const file of sources) {
    const match = authored.exec(file);
    if (match === null) continue;
    for (const specifier of importsOf(file)) {
      const target = resolveImport(file, specifier);
      if (specifier !== 'converge/sdk' && !target?.startsWith(match[0])) wrong.push(`${file} imports ${specifier}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('the engine and the shell ask no platform for time, chance or output', () => {
  const banned = /\bDate\.now\(|\bMath\.random\(|\bnew Date\(\)|\bsetTimeout\(|\bsetInterval\(|\bconsole\.|\blocaleCompare\(|\bMath\.(log|exp|sin|cos|pow)\b/;
  const wrong = sources
    .filter((file) => /^src\/(engine|posix)\//.test(file) && !generated(file))
    .flatMap((file) => text(file).split('\n').map((line, index) => ({ file, line, number: index + 1 })))
    .filter(({ line }) => banned.test(line.replace(/^\s*(\*|\/\/|\/\*).*$/, '')))
    .map(({ file, line, number }) => `${file}:${number}: ${line.trim()}`);
  expect(wrong).toEqual([]);
});

test('no type is given up and nothing is switched off', () => {
  const given = /(:|\bas|<)\s?any\b|@ts-ignore|@ts-nocheck|@ts-expect-error/;
  const wrong = [...sources, ...tracked.filter((file) => file.startsWith('tests/') && file.endsWith('.ts'))]
    .filter((file) => !generated(file) && file !== 'tests/tidy.test.ts')
    .filter((file) => text(file).split('\n').some((line) => given.test(line.replace(/^\s*(\*|\/\/|\/\*).*$/, ''))));
  expect(wrong).toEqual([]);
});

test('no test is skipped or left alone by hand', () => {
  const wrong = tracked
    .filter((file) => isTest(file) && file !== 'tests/tidy.test.ts' && /\.tsx?$/.test(file))
    .filter((file) => /\b(it|test|describe)\.(skip|only|todo|fixme)\(/.test(text(file)));
  expect(wrong).toEqual([]);
});

/** Ratchets: they only ever go down. */
const longestFile = 380;
const longestFunction = 70;

test(`no file is longer than ${longestFile} lines`, () => {
  const wrong = sources
    .filter((file) => /\.(ts|svelte|astro)$/.test(file) && !generated(file))
    .map((file) => ({ file, lines: text(file).split('\n').length }))
    .filter(({ lines }) => lines > longestFile)
    .map(({ file, lines }) => `${file}: ${lines}`);
  expect(wrong).toEqual([]);
});

test(`no top-level function is longer than ${longestFunction} lines, unless it is a factory`, () => {
  const wrong: string[] = [];
  for (const file of sources.filter((each) => each.endsWith('.ts') && !generated(each))) {
    const lines = text(file).split('\n');
    lines.forEach((line, start) => {
      const match = /^(?:export )?(?:async )?function (\w+)/.exec(line);
      if (match?.[1] === undefined || /^(create|start)[A-Z]/.test(match[1])) return;
      const end = lines.findIndex((each, index) => index > start && each === '}');
      if (end - start > longestFunction) wrong.push(`${file}:${start + 1} ${match[1]}: ${end - start} lines`);
    });
  }
  expect(wrong).toEqual([]);
});

test('every source file is imported by another, or is a door', () => {
  const doors =
    /^src\/(pages|content|cli)\/|^src\/content\.config\.ts$|\/index\.ts$|\.astro$|\.d\.ts$|-worker\.ts$|\/worker\/.*entry|\/main\.ts$/;
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
  const dead = sources.filter((file) => !doors.test(file) && !learnerCode(file) && !reached.has(file));
  expect(dead).toEqual([]);
});

test('links in the docs lead somewhere', () => {
  const broken: string[] = [];
  for (const file of tracked.filter((each) => each.endsWith('.md'))) {
    for (const match of text(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)(?:#[^)]*)?\)/g)) {
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
    .filter((file) => /\.(ts|mjs|md|mdx|json|svelte|astro|css|sh)$/.test(file) && file !== 'tests/tidy.test.ts')
    .filter((file) => /(?:^|[\s"'`(])\/(?:work|home|root|Users)\//m.test(text(file)));
  expect(wrong).toEqual([]);
});
