import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KubeObject } from '../meta/index.ts';
import { createIndexer } from './indexer.ts';

interface Step {
  readonly name: string;
  readonly namespace: string;
  readonly owner: string | undefined;
  readonly remove: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  name: fc.constantFrom('a', 'b', 'c', 'd'),
  namespace: fc.constantFrom('x', 'y'),
  owner: fc.constantFrom(undefined, 'o1', 'o2'),
  remove: fc.boolean(),
});

function objectOf({ name, namespace, owner }: Step, version: number): KubeObject {
  const ownerReferences =
    owner === undefined ? [] : [{ apiVersion: 'v1', kind: 'O', name: owner, uid: owner, controller: true }];
  const metadata = {
    name,
    namespace,
    uid: name,
    resourceVersion: String(version),
    creationTimestamp: '',
    ownerReferences,
  };
  return { apiVersion: 'v1', kind: 'T', metadata };
}

const ownerOf = (uid: string): KubeObject =>
  objectOf({ name: uid, namespace: 'x', owner: undefined, remove: false }, 0);
const uidOf = (object: KubeObject) => object.metadata.ownerReferences?.[0]?.uid;

test('every index shows what a plain list would, in order of arrival', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.integer({ min: 0, max: 40 }), (steps, firstRead) => {
      const indexer = createIndexer();
      const model = new Map<string, KubeObject>();
      steps.forEach((each, index) => {
        const key = `${each.namespace}/${each.name}`;
        if (each.remove) {
          expect(indexer.remove(key)).toBe(model.get(key));
          model.delete(key);
        } else {
          const object = objectOf(each, index);
          expect(indexer.put(object)).toBe(model.get(key));
          model.set(key, object);
        }
        // Indexes are built at the first read and kept from then on: both ways must come to the same.
        if (index < firstRead) return;
        const all = [...model.values()];
        expect(indexer.list()).toEqual(all);
        for (const namespace of ['x', 'y']) {
          const inside = all.filter(({ metadata }) => metadata.namespace === namespace);
          expect(indexer.list(namespace)).toEqual(inside);
          expect(indexer.orphans(namespace)).toEqual(inside.filter((object) => uidOf(object) === undefined));
        }
        for (const uid of ['o1', 'o2']) {
          expect(indexer.controlledBy(ownerOf(uid))).toEqual(all.filter((object) => uidOf(object) === uid));
        }
      });
    }),
  );
});

test('a list stays as it was read, and is the same array until something changes', () => {
  const indexer = createIndexer();
  indexer.put(objectOf({ name: 'a', namespace: 'x', owner: undefined, remove: false }, 1));
  const before = indexer.list();
  expect(indexer.list()).toBe(before);
  indexer.put(objectOf({ name: 'b', namespace: 'x', owner: undefined, remove: false }, 2));
  expect(before).toHaveLength(1);
  expect(indexer.list()).toHaveLength(2);
});
