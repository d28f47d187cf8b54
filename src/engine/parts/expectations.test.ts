import { expect, test } from 'vitest';
import type { KubeObject } from 'converge/sdk';
import { createExpectations } from './expectations.ts';

const expectationsTimeoutMs = 5 * 60_000;

function createTestStore() {
  let time = 0;
  const store = createExpectations({ now: () => time });
  return { store, pass: (ms: number) => (time += ms) };
}

const pod = (uid: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: uid, namespace: 'default', uid, resourceVersion: '1', creationTimestamp: '' },
});

test('nothing expected is satisfied', () => {
  expect(createTestStore().store.satisfied('default/web')).toBe(true);
});

test('creations are satisfied when each was seen or taken back', () => {
  const { store } = createTestStore();
  store.creations('k', 3);
  store.creationObserved('k');
  expect(store.satisfied('k')).toBe(false);
  store.creationsFailed('k', 2);
  expect(store.satisfied('k')).toBe(true);
});

test('one deletion announced twice counts once', () => {
  const { store } = createTestStore();
  store.deletions('k', [pod('a'), pod('b')]);
  store.deletionObserved('k', 'a');
  store.deletionObserved('k', 'a');
  expect(store.satisfied('k')).toBe(false);
  store.deletionsFailed('k', [pod('b')]);
  expect(store.satisfied('k')).toBe(true);
});

test('after five minutes a lost event is believed lost', () => {
  const { store, pass } = createTestStore();
  store.creations('k', 1);
  pass(expectationsTimeoutMs);
  expect(store.satisfied('k')).toBe(false);
  pass(1);
  expect(store.satisfied('k')).toBe(true);
});

test('a namesake made later starts without expectations', () => {
  const { store } = createTestStore();
  store.creations('k', 1);
  store.forget('k');
  expect(store.satisfied('k')).toBe(true);
});
