/** CONTRIBUTING.md is true: its answers are followed in a copy of the source, and what they add is there. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { additions, ownKind, ownKindLines } from './contributing/additions.ts';
import { addLine, answerTo, follow } from './contributing/answers.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const scripts = ['generate-api.ts', 'field-words.ts', 'own-models.ts', 'builtin-sources.ts'].map((name) => `scripts/${name}`);
const copied = ['src/engine', 'src/kubectl', 'src/posix', 'src/session', 'src/lesson/editor/imports-of.ts', ...scripts, 'tests/contributing', 'package.json'];
let copy = '';
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'converge-contributing-'));
  for (const part of copied) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir');
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const inCopy = (...args: readonly string[]): string => execFileSync(process.execPath, args, { cwd: copy, encoding: 'utf8', stdio: 'pipe' });

const supplement = 'src/engine/api/supplement.ts';

/** The answer about kinds: the root types of their field tables, the model of the one that upstream doesn't have, then the generator. */
function generateKinds(): void {
  const text = readFileSync(join(copy, supplement), 'utf8');
  writeFileSync(join(copy, supplement), text.replace("'Ingress IngressClass NetworkPolicy'", "'Ingress IngressClass NetworkPolicy IPAddress'"));
  follow(answerTo('a kind'), ownKind, copy);
  addLine('a kind', supplement, 'PACKAGES', ownKindLines.PACKAGES, copy);
  expect(() => inCopy('scripts/generate-api.ts')).toThrow(/describe V1Backup in scripts\/own-models\.ts/);
  addLine('a kind', supplement, 'ALWAYS_PRESENT', ownKindLines.ALWAYS_PRESENT, copy);
  addLine('a kind', 'scripts/own-models.ts', 'OWN_MODELS', ownKindLines.OWN_MODELS, copy);
  inCopy('scripts/generate-api.ts');
}

/** The answer about controllers: what it may do, where clusters check that. */
function grantRights(): void {
  const grant = "'greeter-controller': [rule('get list update watch', 'core', 'configmaps'), events],";
  addLine('a controller', 'src/engine/extensions/rbac/bootstrap/controller-roles.ts', 'controllerRoles', grant, copy);
}

/** The answer about plugins: where it is to run. */
function runPlugin(): void {
  addLine('a scheduler plugin', 'src/engine/scheduler/default-plugins.ts', 'defaultPluginNames', "'SecondNode',", copy);
}

test('a controller, a scheduler plugin, a kind, a feature, an image and a kubectl verb are a file and a line each', { timeout: 120_000 }, () => {
  for (const [thing, addition] of Object.entries(additions)) follow(answerTo(thing), addition, copy);
  generateKinds();
  grantRights();
  runPlugin();
  const seen: unknown = JSON.parse(inCopy('tests/contributing/try.ts').trim().split('\n').at(-1) ?? '');
  expect(seen).toMatchObject({
    configMap: { data: { greeting: 'hello' } },
    pod: { spec: { nodeName: 'node-2' }, status: { phase: 'Succeeded' } },
    address: { kind: 'IPAddress', spec: { parentRef: { name: 'web' } } },
    backup: { kind: 'Backup', spec: { schedule: '@daily', keep: 3 } },
    featureStarted: true,
    printed: 'hello\n',
  });
  // The editor finds them by their folders.
  inCopy('scripts/builtin-sources.ts');
  const names: unknown = JSON.parse(readFileSync(join(copy, '.generated/builtin-names.json'), 'utf8'));
  expect(names).toEqual(expect.arrayContaining(['greeter', 'scheduler/SecondNode']));
});

test('every test and script that CONTRIBUTING.md names is there', () => {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const named = [...text.matchAll(/`((?:src|tests|scripts|docs)\/[^`<…*]+\.(?:ts|yaml|md|txt))`/g)].map((match) => match[1] ?? '');
  const run = [...text.matchAll(/vitest run ([^`]+)`/g)].flatMap((match) => (match[1] ?? '').split(' '));
  const paths = [...named, ...run].filter((path) => !/[<…]/.test(path));
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
