/** What an update does after each event, and against an etcd that several write to. */
import { expect, test } from 'vitest';
import type { Attempt, Stored, UpdateEvent, Write } from 'converge/sdk';
import { stepUpdate } from './compare-and-swap.ts';

const at = (revision: number): Stored => ({
  revision,
  object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', uid: 'u', creationTimestamp: '', resourceVersion: String(revision) } },
});
const write: Write = { put: at(7).object };
const old: Attempt = { seen: at(7), isFresh: false };
const fresh: Attempt = { seen: at(9), isFresh: true };

test.each<[string, Attempt, UpdateEvent, ReturnType<typeof stepUpdate>]>([
  ['begins with the cache’s copy', { isFresh: false }, { type: 'start', cached: at(7) }, { attempt: old, action: { type: 'change', current: at(7) } }],
  ['reads where the cache has none', { isFresh: false }, { type: 'start' }, { attempt: { isFresh: false }, action: { type: 'read' } }],
  ['changes what it has read', old, { type: 'read', current: at(9) }, { attempt: fresh, action: { type: 'change', current: at(9) } }],
  ['writes if the revision is the one seen', old, { type: 'changed', write }, { attempt: old, action: { type: 'swap', ifRevision: 7, write } }],
  ['creates only what isn’t there', { isFresh: true }, { type: 'changed', write }, { attempt: { isFresh: true }, action: { type: 'swap', ifRevision: 0, write } }],
  ['makes the change anew of what a rival wrote', old, { type: 'lost', write, current: at(9) }, { attempt: fresh, action: { type: 'change', current: at(9) } }],
  ['makes the change anew of nothing', old, { type: 'lost', write }, { attempt: { isFresh: true }, action: { type: 'change' } }],
  ['takes no refusal from an old copy', old, { type: 'refused' }, { attempt: old, action: { type: 'read' } }],
  ['takes a refusal from etcd’s', fresh, { type: 'refused' }, { attempt: fresh, action: { type: 'answer' } }],
  ['leaves nothing as it is because of an old copy', old, { type: 'unchanged' }, { attempt: old, action: { type: 'read' } }],
  ['leaves it as it is in etcd', fresh, { type: 'unchanged' }, { attempt: fresh, action: { type: 'answer' } }],
  ['answers when it is written', old, { type: 'written' }, { attempt: old, action: { type: 'answer' } }],
  ['doesn’t send again what may be written', fresh, { type: 'failed' }, { attempt: fresh, action: { type: 'answer' } }],
])('an update %s', (_what, attempt, event, step) => {
  expect(stepUpdate(attempt, event)).toEqual(step);
});
