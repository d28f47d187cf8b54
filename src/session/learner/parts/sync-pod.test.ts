import { expect, test } from 'vitest';
import type { ContainerOnNode, PodOnNode } from '../../../engine/sdk/index.ts';
import { guardSyncPod } from './sync-pod.ts';

const container = (name: string, state: ContainerOnNode['state']): ContainerOnNode => ({
  name,
  state,
  restartPolicy: 'Always',
  exitCode: 0,
  exitedAtMs: 0,
  startedAtMs: 0,
  backOffMs: 0,
  mustWait: false,
  changed: false,
  failedProbe: false,
});
const pod: PodOnNode = {
  nowMs: 1_000,
  ending: false,
  initContainers: [{ ...container('init', 'running'), done: false }],
  containers: [container('fresh', 'new'), container('busy', 'starting'), container('done', 'exited')],
};

/** What the kubelet gets when the workspace's function returns this, and what is reported. */
function check(returned: unknown, action: unknown, reported?: string): void {
  const failures: unknown[] = [];
  const { syncPod } = guardSyncPod(() => returned, (error) => failures.push(error));
  expect(syncPod(pod)).toEqual(action);
  expect(failures.map(String).join()).toContain(reported ?? '');
  expect(failures).toHaveLength(reported === undefined ? 0 : 1);
}

test('actions pass, and nothing else of them', () => {
  check({ do: 'start', container: 'fresh', backOffMs: 0, why: 'new' }, { do: 'start', container: 'fresh', backOffMs: 0 });
  check({ do: 'backOff', container: 'done', untilMs: 1_001 }, { do: 'backOff', container: 'done', untilMs: 1_001 });
  check({ do: 'stop', container: 'init' }, { do: 'stop', container: 'init' });
  check({ do: 'stopPod' }, { do: 'stopPod' });
  check({ do: 'wait' }, { do: 'wait' });
});

test('what is no action leaves the Pod as it is, and is reported', () => {
  const wait = { do: 'wait' };
  check(undefined, wait, 'returned no action');
  check({ do: 'restart' }, wait, 'returned { do: "restart" }');
  check({ do: 'start', container: 'other', backOffMs: 0 }, wait, '"other", which is none');
  check({ do: 'start', container: 'fresh', backOffMs: Number.NaN }, wait, 'backOffMs: NaN');
  check({ do: 'backOff', container: 'done', untilMs: 1_000 }, wait, 'untilMs: 1000');
});

test('no container is started twice, and none is ended that doesn’t run', () => {
  const wait = { do: 'wait' };
  check({ do: 'start', container: 'busy', backOffMs: 0 }, wait, 'started busy, which is starting');
  check({ do: 'start', container: 'init', backOffMs: 0 }, wait, 'started init, which is running');
  check({ do: 'stop', container: 'done' }, wait, 'stopped done, which is exited');
});
