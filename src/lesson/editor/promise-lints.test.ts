import { expect, test } from 'vitest';
import { sdkTypes } from '../../../scripts/sdk-types.ts';
import { promiseLints } from './promise-lints.ts';
import { createTypeChecker } from './type-checker.ts';

const types = sdkTypes();

/** What is marked in the body of a reconcile, and the first words of why. */
function marked(body: string): readonly string[] {
  const source = `import { Pod, ReplicaSet, type Reconcile, type Tools } from 'converge/sdk';
export const reconcile: Reconcile = async (key, tools) => {
  const { client } = tools;
  const pods = tools.lister(Pod).list();
  ${body}
};
`;
  const checker = createTypeChecker(types, { 'a.ts': source });
  return promiseLints(checker, 'a.ts').map(({ from, to, message }) => `${source.slice(from, to)}: ${message.split(/[ :]/).slice(0, 3).join(' ')}`);
}

test.each([
  ['client.delete(Pod, key);', ['client.delete(Pod, key): Nothing waits for']],
  ['await client.delete(Pod, key);', []],
  ['void client.delete(Pod, key);', []],
  ['client.delete(Pod, key).catch(() => {});', []],
  ['client.delete(Pod, key).then(() => {}, () => {});', []],
  ['client.delete(Pod, key).then(() => {});', ['client.delete(Pod, key).then(() => {}): Nothing waits for']],
  ['const going = client.delete(Pod, key); await going;', []],
  ['const one = await tools.lister(Pod).get(key); tools.log(one);', ['await tools.lister(Pod).get(key): This is no']],
  ['if (client.get(Pod, key)) return;', ['client.get(Pod, key): A promise is']],
  ['const set = !client.get(ReplicaSet, key); tools.log(set);', ['client.get(ReplicaSet, key): A promise is']],
  ['pods.forEach(async (pod) => { await client.delete(Pod, pod); });', ['async: forEach doesn’t wait']],
  ['const left = pods.filter(async (pod) => pod.metadata.name); tools.log(left);', ['async: filter doesn’t wait']],
  ['await Promise.all(pods.map(async (pod) => client.delete(Pod, pod)));', []],
  ['for (const pod of pods) await client.delete(Pod, pod);', []],
] as const)('%s', (body, expected) => {
  expect(marked(body)).toEqual(expected);
});
