import type { ConfigMap } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createRandom, engineParts, type FieldError } from '../../../engine/index.ts';
import type { CaseFinding } from '../types.ts';
import { configMapCases } from './config-map-cases.ts';
import type { RunCalls } from './calls.ts';

type Validate = (map: ConfigMap, old?: ConfigMap) => readonly FieldError[];

const universes = 20;
const right: Validate = engineParts.validateConfigMap;

/** What the report says of this function, universe by universe. */
async function findings(name: string, validate: Validate): Promise<readonly CaseFinding[]> {
  const run: RunCalls = async (calls) => ({
    returned: calls.map(({ values }) => JSON.parse(JSON.stringify((validate as (...all: readonly unknown[]) => unknown)(...(values ?? []))))),
  });
  const cases = configMapCases.filter((each) => each.name === name);
  const seeds = Array.from({ length: universes }, (_, index) => index + 1);
  const found = await Promise.all(cases.flatMap(({ judge }) => seeds.map((seed) => judge(run, createRandom(seed)))));
  return found.filter((each) => each !== undefined);
}

const causes = (found: readonly CaseFinding[]): readonly string[] => [...new Set(found.flatMap((each) => ('cause' in each ? [each.cause] : [])))];

/** A key in both fields is an error of `binaryData` alone. */
const saysItOnce: Validate = (map, old) =>
  right(map, old).filter(({ field, type }) => !(type === 'Invalid' && field.startsWith('data[') && Object.hasOwn(map.binaryData ?? {}, field.slice(5, -1))));

test('a rule that is missing isn’t taken for a return at the first error', async () => {
  expect(causes(await findings('keys', saysItOnce))).toContain('let a key stand in both');
  expect(causes(await findings('keys', (map, old) => right(map, old).slice(0, 1)))).toEqual(['stopped at the first error']);
});

test('of several errors the report names the one that is missing, and the one too many; of one it says nothing twice', async () => {
  const otherField: Validate = (map, old) => right(map, old).map((error, index) => (index === 1 ? { ...error, field: 'data' } : error));
  const long = (await findings('keys', otherField)).map(({ seen }) => seen);
  expect(long.length).toBeGreaterThan(0);
  for (const seen of long) expect(seen).toMatch(/ and .*Expected: .* Not expected: `data: [^`]*`\.$/s);
  const fewer = (await findings('keys', (map, old) => right(map, old).slice(0, -1))).map(({ seen }) => seen).filter((seen) => / and `/.test(seen));
  expect(fewer.length).toBeGreaterThan(0);
  for (const seen of fewer) expect(seen).toMatch(/Expected: `.* and (`[^`]*`)\. Missing: \1\.$/s);
  const short = (await findings('keys', () => [])).map(({ seen }) => seen).filter((seen) => !/ and `/.test(seen));
  expect(short.length).toBeGreaterThan(0);
  for (const seen of short) expect(seen).toMatch(/Your code returned no errors\. Expected: `[^`]*`\.$/);
});

test('an error’s own marks of code don’t end those of the report', async () => {
  const words = (await findings('a map that was immutable', () => [])).map(({ seen }) => seen).join('\n');
  expect(words).toContain('`immutable: Forbidden: field is immutable when immutable is set`');
});

test('an error of another type at the right field is named as such', async () => {
  const duplicates: Validate = (map, old) => right(map, old).map((error) => (error.detail.startsWith('duplicate') ? { ...error, type: 'Duplicate' } : error));
  expect(causes(await findings('keys', duplicates))).toContain('used another type of error');
});

test('size counts in updates, beside other errors, and to the last byte of base64', async () => {
  const onCreation: Validate = (map, old) => right(map, old).filter(({ type }) => type !== 'TooLong' || old === undefined);
  const alone: Validate = (map, old) => right(map, old).filter(({ type }, _, all) => type !== 'TooLong' || all.length === 1);
  expect(causes(await findings('large maps', onCreation))).toEqual(['miscounted the bytes']);
  expect((await findings('large maps', alone)).map((each) => 'question' in each && each.question)).toContainEqual(expect.stringMatching(/^Other errors don’t change the size/));
});
