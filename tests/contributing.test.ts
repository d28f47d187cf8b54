/** CONTRIBUTING.md is true: its answers are followed in a copy of the source, and what they add is there. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { additions } from './contributing/additions.ts';
import { answerTo, follow } from './contributing/answers.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
let copy = '';
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'converge-contributing-'));
  for (const part of ['src/engine', 'src/kubectl', 'src/posix', 'src/session', 'scripts/generate-api.ts', 'tests/contributing', 'package.json']) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir');
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const inCopy = (...args: readonly string[]): string => execFileSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });

/** The answer about kinds: the root type of its field tables, then `npm run generate`. */
function nameRootType(): void {
  const supplement = join(copy, 'src/engine/api/supplement.ts');
  const text = readFileSync(supplement, 'utf8');
  writeFileSync(supplement, text.replace("'Namespace Node Pod ", "'Namespace Node Pod PodTemplate "));
  inCopy('scripts/generate-api.ts');
}

/** The answer about controllers: what it may do, where clusters check that. */
function grantRights(): void {
  const roles = join(copy, 'src/engine/extensions/rbac/bootstrap/controller-roles.ts');
  const text = readFileSync(roles, 'utf8');
  const grant = "  'greeter-controller': [rule('get list update watch', 'core', 'configmaps'), events],\n";
  writeFileSync(roles, text.replace(/(controllerRoles: [^\n]*\{\n)/, `$1${grant}`));
}

test('a controller, a scheduler plugin, a kind, a feature, an image and a kubectl verb are a file and a line each', { timeout: 120_000 }, () => {
  for (const [thing, addition] of Object.entries(additions)) follow(answerTo(thing), addition, copy);
  nameRootType();
  grantRights();
  const seen: unknown = JSON.parse(inCopy('tests/contributing/try.ts').trim().split('\n').at(-1) ?? '');
  expect(seen).toMatchObject({
    configMap: { data: { greeting: 'hello' } },
    pod: { spec: { nodeName: 'node-2' }, status: { phase: 'Succeeded' } },
    podTemplate: { kind: 'PodTemplate', template: { spec: { containers: [{ image: 'hello:1' }] } } },
    featureStarted: true,
    printed: 'hello\n',
  });
});
