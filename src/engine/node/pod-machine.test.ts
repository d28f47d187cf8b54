/** The life of a pod as a table: state, event -> next state, effects. The words in brackets say what the step finds on the node. */
import { expect, test } from 'vitest';
import { type StepTable, testSteps } from '../kernel/testing/step-table.ts';
import { type PodEffect, type PodEvent, type PodFacts, type PodState, startPod, stepPod } from './pod-machine.ts';

const bare: PodFacts = {
  hasSandbox: () => true,
  hasVolumes: () => false,
  isDeleting: () => false,
  decide: () => ({ do: 'wait' }),
  newEphemeral: () => undefined,
  mainRuns: () => false,
  lastSidecar: () => undefined,
};
const noSandbox: PodFacts = { ...bare, hasSandbox: () => false };
const deleting: PodFacts = { ...bare, isDeleting: () => true };
const web = { container: 'web' } as const;

interface Input {
  readonly event: PodEvent;
  readonly facts: PodFacts;
}

const on = (event: PodEvent, facts: Partial<PodFacts> = {}): Input => ({ event, facts: { ...bare, ...facts } });
const started = { type: 'started', ...web, running: true, changed: false } as const;
const blocked = { type: 'blocked', ...web, changed: false, forMs: 10_000 } as const;
const startWeb = { decide: () => ({ do: 'start', ...web, backOffMs: 10_000 }) as const };
const stopWeb = { decide: () => ({ do: 'stop', ...web }) as const };
const stopPod = { decide: () => ({ do: 'stopPod' }) as const };
const addedShell = { newEphemeral: () => 'shell' };

const events: Readonly<Record<string, Input>> = {
  'sync (no sandbox)': on({ type: 'sync' }, { hasSandbox: () => false }),
  'sync (web to start)': on({ type: 'sync' }, startWeb),
  'sync (web to stop)': on({ type: 'sync' }, stopWeb),
  'sync (web backs off)': on({ type: 'sync' }, { decide: () => ({ do: 'backOff', ...web, untilMs: 30_000 }) }),
  'sync (nothing to do)': on({ type: 'sync' }),
  'sync (all have ended)': on({ type: 'sync' }, stopPod),
  'sync (web runs)': on({ type: 'sync' }, { mainRuns: () => true }),
  'sync (proxy runs)': on({ type: 'sync' }, { lastSidecar: () => ({ container: 'proxy', isTurn: false }) }),
  'sync (proxy ends)': on({ type: 'sync' }, { lastSidecar: () => ({ container: 'proxy', isTurn: true }) }),
  'sync (to be deleted)': on({ type: 'sync' }, { isDeleting: () => true }),
  networkReady: on({ type: 'networkReady' }),
  'networkReady (has volumes)': on({ type: 'networkReady' }, { hasVolumes: () => true }),
  'volumesReady (web to start)': on({ type: 'volumesReady' }, startWeb),
  started: on(started),
  'started, ended at once': on({ ...started, running: false }),
  'started, changed meanwhile': on({ ...started, changed: true }),
  blocked: on(blocked),
  'blocked, changed meanwhile': on({ ...blocked, changed: true }),
  containerEnded: on({ type: 'containerEnded' }),
  probed: on({ type: 'probed' }),
  'containerAdded (shell to start)': on({ type: 'containerAdded' }, { ...startWeb, ...addedShell }),
  'containerChanged (web to stop)': on({ type: 'containerChanged', ...web }, stopWeb),
  'containerChanged (web to start)': on({ type: 'containerChanged', ...web }, startWeb),
  'probeFailed (web to stop)': on({ type: 'probeFailed' }, stopWeb),
  'probeFailed (nothing to do)': on({ type: 'probeFailed' }),
  gatesSeen: on({ type: 'gatesSeen' }),
  deadlineChanged: on({ type: 'deadlineChanged' }),
  deadlineExceeded: on({ type: 'deadlineExceeded' }, stopPod),
  deletionRequested: on({ type: 'deletionRequested' }, { isDeleting: () => true, ...stopPod }),
  'deletionRequested (nothing to do)': on({ type: 'deletionRequested' }, { isDeleting: () => true }),
  gone: on({ type: 'gone' }),
  kubeletStopped: on({ type: 'kubeletStopped' }),
};

const states: Readonly<Record<string, PodState>> = {
  idle: { name: 'syncing', activity: 'idle' },
  sandbox: { name: 'syncing', activity: 'sandbox' },
  starting: { name: 'syncing', activity: 'starting' },
  stopping: { name: 'stopping', deleted: false },
  'stopping, deleted': { name: 'stopping', deleted: true },
  over: { name: 'over' },
  removed: { name: 'removed' },
  abandoned: { name: 'abandoned' },
};

const table: StepTable<PodState, Input, PodEffect> = {
  states,
  events,
  step: (state, { event, facts }) => stepPod(state, event, facts),
  describe,
  rows: [
    ['idle', 'sync (no sandbox)', 'sandbox', 'setUpNetwork'],
    ['idle', 'sync (web to start)', 'starting', 'startContainer web'],
    ['idle', 'sync (web to stop)', 'idle', 'stopContainer web'],
    ['idle', 'sync (web backs off)', 'idle', 'backOff web, report, sync'],
    ['idle', 'sync (nothing to do)', 'idle', 'report'],
    ['idle', 'sync (all have ended)', 'stopping', 'stopContainers, sync'],
    ['idle', 'sync (web runs)', 'idle', 'report'],
    ['idle', 'sync (proxy runs)', 'idle', 'report'],
    ['idle', 'sync (proxy ends)', 'idle', 'report'],
    ['idle', 'sync (to be deleted)', 'idle', 'report'],
    ['idle', 'containerEnded', 'idle', 'report, syncAfter 100 ms'],
    ['idle', 'probed', 'idle', 'report, sync'],
    ['idle', 'containerAdded (shell to start)', 'starting', 'startContainer shell'],
    ['idle', 'containerChanged (web to stop)', 'idle', 'forgetBackOff web, sync'],
    ['idle', 'containerChanged (web to start)', 'idle', 'forgetBackOff web, sync'],
    ['idle', 'probeFailed (web to stop)', 'idle', 'stopContainer web'],
    ['idle', 'gatesSeen', 'idle', 'report'],
    ['idle', 'deadlineChanged', 'idle', 'armDeadline'],
    ['idle', 'deadlineExceeded', 'stopping', 'stopContainers, sync'],
    ['idle', 'deletionRequested', 'stopping', 'stopContainers, sync'],
    ['idle', 'gone', 'stopping, deleted', 'stopWriting, stopContainers, sync'],
    ['idle', 'kubeletStopped', 'abandoned', 'stopTimers'],

    ['sandbox', 'networkReady', 'sandbox', 'createSandbox'],
    ['sandbox', 'networkReady (has volumes)', 'sandbox', 'createSandbox, report'],
    ['sandbox', 'volumesReady (web to start)', 'starting', 'startContainer web'],
    ['sandbox', 'probeFailed (web to stop)', 'sandbox', 'stopContainer web'],
    ['sandbox', 'deadlineChanged', 'sandbox', 'armDeadline'],
    ['sandbox', 'deadlineExceeded', 'stopping', 'stopContainers, sync'],
    ['sandbox', 'deletionRequested', 'stopping', 'stopContainers, sync'],
    ['sandbox', 'gone', 'stopping, deleted', 'stopWriting, stopContainers, sync'],
    ['sandbox', 'kubeletStopped', 'abandoned', 'stopTimers'],

    ['starting', 'started', 'idle', 'startProbes web, sync'],
    ['starting', 'started, ended at once', 'idle', 'report, syncAfter 100 ms'],
    ['starting', 'started, changed meanwhile', 'idle', 'startProbes web, forgetBackOff web, sync'],
    ['starting', 'blocked', 'idle', 'delayStart web, report, sync'],
    ['starting', 'blocked, changed meanwhile', 'idle', 'forgetBackOff web, sync'],
    ['starting', 'containerEnded', 'starting', 'syncAfter 100 ms'],
    ['starting', 'containerChanged (web to stop)', 'starting', 'forgetBackOff web, stopContainer web'],
    ['starting', 'containerChanged (web to start)', 'starting', 'forgetBackOff web'],
    ['starting', 'probeFailed (web to stop)', 'starting', 'stopContainer web'],
    ['starting', 'deadlineChanged', 'starting', 'armDeadline'],
    ['starting', 'deadlineExceeded', 'stopping', 'stopContainers, sync'],
    ['starting', 'deletionRequested', 'stopping', 'stopContainers, sync'],
    ['starting', 'gone', 'stopping, deleted', 'stopWriting, stopContainers, sync'],
    ['starting', 'kubeletStopped', 'abandoned', 'stopTimers'],

    ['stopping', 'sync (no sandbox)', 'over', 'release, report'],
    ['stopping', 'sync (web to start)', 'over', 'release, report'],
    ['stopping', 'sync (web to stop)', 'over', 'release, report'],
    ['stopping', 'sync (web backs off)', 'over', 'release, report'],
    ['stopping', 'sync (nothing to do)', 'over', 'release, report'],
    ['stopping', 'sync (all have ended)', 'over', 'release, report'],
    ['stopping', 'sync (proxy runs)', 'stopping', 'giveTurn proxy'],
    ['stopping', 'sync (to be deleted)', 'over', 'release, report, deletePod'],
    ['stopping', 'containerEnded', 'stopping', 'syncAfter 0 ms'],
    ['stopping', 'probed', 'stopping', 'report'],
    ['stopping', 'gatesSeen', 'stopping', 'report'],
    ['stopping', 'deletionRequested', 'stopping', 'stopContainers again, sync'],
    ['stopping', 'deletionRequested (nothing to do)', 'stopping', 'stopContainers again, sync'],
    ['stopping', 'gone', 'stopping, deleted', 'stopWriting, stopContainers again, sync'],
    ['stopping', 'kubeletStopped', 'abandoned', 'stopTimers'],

    ['stopping, deleted', 'sync (no sandbox)', 'removed', 'release, removeSandbox'],
    ['stopping, deleted', 'sync (web to start)', 'removed', 'release, removeSandbox'],
    ['stopping, deleted', 'sync (web to stop)', 'removed', 'release, removeSandbox'],
    ['stopping, deleted', 'sync (web backs off)', 'removed', 'release, removeSandbox'],
    ['stopping, deleted', 'sync (nothing to do)', 'removed', 'release, removeSandbox'],
    ['stopping, deleted', 'sync (all have ended)', 'removed', 'release, removeSandbox'],
    ['stopping, deleted', 'sync (proxy runs)', 'stopping, deleted', 'giveTurn proxy'],
    ['stopping, deleted', 'sync (to be deleted)', 'removed', 'release, removeSandbox'],
    ['stopping, deleted', 'containerEnded', 'stopping, deleted', 'syncAfter 0 ms'],
    ['stopping, deleted', 'kubeletStopped', 'abandoned', 'stopTimers'],

    ['over', 'gatesSeen', 'over', 'report'],
    ['over', 'deletionRequested', 'over', 'report, deletePod'],
    ['over', 'deletionRequested (nothing to do)', 'over', 'report, deletePod'],
    ['over', 'gone', 'removed', 'stopWriting, removeSandbox'],
    ['over', 'kubeletStopped', 'abandoned', 'stopTimers'],

    ['removed', 'kubeletStopped', 'abandoned', 'stopTimers'],
    ['abandoned', 'kubeletStopped', 'abandoned', 'stopTimers'],
  ],
};

testSteps('a pod', table);

test.each([
  ['a new pod', noSandbox, {}, 'idle: armDeadline, report, sync'],
  ['a pod whose containers run already', bare, {}, 'idle: adoptSandbox, armDeadline, sync'],
  ['a pod that is being deleted', deleting, {}, 'stopping: adoptSandbox, stopContainers, sync'],
  ['a pod the node refuses', noSandbox, { refused: true }, 'over: release, reportRefusal'],
  ['a pod that has finished', noSandbox, { finished: true }, 'over: release'],
  ['a finished pod with a sandbox', bare, { finished: true }, 'stopping: adoptSandbox, stopContainers, sync'],
  [
    'a finished pod that is being deleted',
    { ...deleting, hasSandbox: () => false },
    { finished: true },
    'over: release, report, deletePod',
  ],
])('%s begins', (_name, facts, first, expected) => {
  const { state, effects } = startPod(facts, { refused: false, finished: false, ...first });
  const name = Object.keys(states).find((each) => JSON.stringify(states[each]) === JSON.stringify(state));
  expect(`${name}: ${effects.map(describe).join(', ')}`).toBe(expected);
});

function describe(effect: PodEffect): string {
  switch (effect.type) {
    case 'syncAfter':
      return `syncAfter ${effect.delayMs} ms`;
    case 'stopContainers':
      return effect.again ? 'stopContainers again' : 'stopContainers';
    default:
      return 'container' in effect ? `${effect.type} ${effect.container}` : effect.type;
  }
}
