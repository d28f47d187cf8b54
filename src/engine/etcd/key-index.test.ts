import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKeyIndex } from './key-index.ts';

test('the index lists what a sorted list of its keys would', () => {
  const change = fc.record({ key: fc.integer({ min: 0, max: 900 }), remove: fc.boolean() });
  fc.assert(
    fc.property(fc.array(change, { minLength: 600, maxLength: 1500 }), (changes) => {
      const index = createKeyIndex<string>();
      const model = new Set<string>();
      for (const { key, remove } of changes) {
        const name = `k${key}`;
        if (remove) {
          index.delete(name);
          model.delete(name);
        } else {
          index.set(name, name);
          model.add(name);
        }
      }
      const sorted = [...model].sort();
      expect(index.size()).toBe(sorted.length);
      expect([...index.range('', '\uffff')]).toEqual(sorted);
      expect([...index.range('k3', 'k6')]).toEqual(sorted.filter((name) => name >= 'k3' && name < 'k6'));
    }),
    { numRuns: 20 },
  );
});
