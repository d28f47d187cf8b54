import { expect, test } from 'vitest';
import type { ClusterView } from '../../viz/model.ts';
import { createNotebook, stepNotebook } from '../notebook.ts';
import { emptyWork } from '../progress/work.ts';
import type { PageState } from './page-state.ts';
import { type EngineFetch, waitReason } from './wait-reason.ts';

const cell = { language: 'sh', id: 'a', number: 1, code: 'sleep 100', atMs: 40_000 } as const;
const running = stepNotebook(createNotebook([cell]), { type: 'run', id: 'a' }).state;

const nothing: EngineFetch = { files: 0, bytes: 0, online: true };

function check(fields: { readonly state?: string; readonly timeMs?: number; readonly gap?: number; readonly down?: number; readonly fetched?: Partial<EngineFetch> }, expected: string | undefined): void {
  const { state = 'ready', timeMs, gap = 0, down = 0, fetched = {} } = fields;
  const members = [0, 1, 2].map((n) => ({ role: n < down ? 'down' : n === 2 ? 'leader' : 'follower', reachable: true }));
  const view = timeMs === undefined ? {} : { view: { timeMs, sets: [{ kind: 'ReplicaSet', name: 'web', wants: 4, ready: 1, gap }], etcd: { members } } as unknown as ClusterView };
  const page: PageState = { notebook: running, runtime: { state }, work: emptyWork(''), phase: 'ready', said: '', ...view };
  expect(waitReason(page, cell, { ...nothing, ...fetched })).toBe(expected);
}

test('says what a cell waits for', () => {
  check({ state: 'starting', fetched: { files: 1, bytes: 412_000 } }, 'Waits for the engine: 0.4 MB loaded.');
  check({ state: 'starting', fetched: { files: 1, online: false } }, 'You are offline. The cell runs when you are online again.');
  check({ state: 'starting' }, 'Waits for the cluster, which is being started.');
  check({}, 'Waits for the cluster to come to rest for the first time.');
  check({ timeMs: 12_000 }, 'Waits until t = 40.000 s, when it is to run; it is t = 12.000 s.');
  check({ timeMs: 41_000, gap: 3 }, 'Waits for ReplicaSet web, which wants 4 Pods and has 1 ready, t = 41.000 s.');
  check({ timeMs: 41_000, gap: 3, down: 2 }, 'Waits for etcd, which has no quorum, t = 41.000 s.');
  check({ timeMs: 41_000 }, 'Hasn’t ended yet, t = 41.000 s.');
});

test('says nothing of a cell that doesn’t run', () => {
  const page: PageState = { notebook: createNotebook([cell]), runtime: { state: 'ready' }, work: emptyWork(''), phase: 'ready', said: '' };
  expect(waitReason(page, cell, nothing)).toBeUndefined();
});
