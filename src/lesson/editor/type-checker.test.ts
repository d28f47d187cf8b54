import { expect, test } from 'vitest';
import { sdkTypes } from '../../../scripts/sdk-types.ts';
import { completionsAt } from './completions.ts';
import { hoverAt } from './hover.ts';
import { createTypeChecker, inChecker, namingArguments, typeErrors } from './type-checker.ts';

const types = sdkTypes();
const start = `import { Pod, type Reconcile, ReplicaSet } from 'converge/sdk';
import { twice } from './order.ts';

export const reconcile: Reconcile = async (key, tools) => {
  const set = tools.lister(ReplicaSet).get(key);
  if (set === undefined) return;
  const pods = tools.lister(Pod).controlledBy(set);
  tools.log(twice(pods.length), pods[0]?.spec.nodeName);
};
`;
const order = 'export const twice = (count: number): number => 2 * count;\n';

function check(source: string) {
  return typeErrors(createTypeChecker(types, { 'reconcile.ts': source, 'order.ts': order }), 'reconcile.ts');
}

test('a controller written against the SDK has no errors', () => {
  expect(check(start)).toEqual([]);
});

test('a wrong argument is named with its place', () => {
  const wrong = start.replace('twice(pods.length)', 'twice(pods)');
  expect(check(wrong)).toMatchObject([{ line: 8, column: 19, code: 2345 }]);
});

test('a field that may be left out takes one that may be undefined', () => {
  const handsOn = `${start}import { ConfigMap } from 'converge/sdk';
export const copy: Reconcile = async (key, { client, lister }) => {
  const map = lister(ConfigMap).get(key);
  if (map === undefined) return;
  const { name, namespace } = map.metadata;
  await client.create(ConfigMap, { metadata: { name: \`\${name}-2\`, namespace } });
};
`;
  expect(check(handsOn)).toEqual([]);
});

test('a missing argument is named', () => {
  const wrong = start.replace('twice(pods.length)', 'twice()');
  const from = wrong.indexOf('twice()');
  const checker = createTypeChecker(types, { 'reconcile.ts': wrong, 'order.ts': order });
  const lint = { from, to: from + 5, severity: 'error', message: 'Expected 1 arguments, but got 0.' } as const;
  expect(namingArguments(checker, 'reconcile.ts', [lint, { ...lint, from: 0 }])).toEqual([
    { ...lint, message: "Expected 1 arguments, but got 0. An argument for 'count' was not provided." },
    { ...lint, from: 0 },
  ]);
});

test('there is no page, no network and no Node', () => {
  const codes = check(`${start}\ndocument; fetch; process; setTimeout;\n`).map(({ code }) => code);
  expect(codes.length).toBe(4);
});

test('completion knows what tools holds, and hover its type', () => {
  const checker = createTypeChecker(types, { 'reconcile.ts': start, 'order.ts': order });
  const at = start.indexOf('tools.log') + 'tools.'.length;
  const names = checker.languageService
    .getCompletionsAtPosition(inChecker('reconcile.ts'), at, {})
    ?.entries.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['client', 'expect', 'events', 'lister', 'log', 'now', 'random']));
  const from = start.indexOf('pods.length');
  expect(hoverAt(checker, 'reconcile.ts', from)).toMatchObject({ from, to: from + 'pods'.length, code: 'const pods: readonly Pod[]' });
});

test('an interface is shown with its fields', () => {
  const source = 'interface Attempt {\n  /** From 1. */\n  readonly count: number;\n}\nconst last: Attempt = { count: 1 };\n';
  const checker = createTypeChecker(types, { 'reconcile.ts': source });
  expect(hoverAt(checker, 'reconcile.ts', source.lastIndexOf('Attempt'))?.code).toMatch(/^interface Attempt \{\s+readonly count: number;\s+\}$/);
  expect(hoverAt(checker, 'reconcile.ts', source.indexOf('last'))?.code).toBe('const last: Attempt');
});

test('where the SDK is imported its helpers come first, and its field types once three letters are typed', () => {
  const at = (text: string) => {
    const source = `import { Pod, ${text} } from 'converge/sdk';\n`;
    const checker = createTypeChecker(types, { 'reconcile.ts': source, 'order.ts': order });
    return completionsAt(checker, 'reconcile.ts', `import { Pod, ${text}`.length, true);
  };
  const none = at('');
  const names = (none?.options ?? []).toSorted((a, b) => (b.boost ?? 0) - (a.boost ?? 0)).map(({ label }) => label);
  expect(none?.partial).toBe(true);
  // Helpers and kinds, without the 400 field types.
  expect(names.length).toBeLessThan(120);
  expect(names.slice(0, names.indexOf('ReplicaSet'))).toEqual(
    expect.arrayContaining(['claim', 'isActive', 'podFromTemplate']),
  );
  expect(names).not.toContain('PodSpec');
  const three = at('Pod');
  expect(three?.partial).toBe(false);
  expect(three?.options.map(({ label }) => label)).toContain('PodSpec');
});
