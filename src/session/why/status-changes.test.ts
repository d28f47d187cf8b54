import { expect, test } from 'vitest';
import { stateChanges, withoutStates } from './status-changes.ts';

const at = (status: object): object => ({ kind: 'Pod', metadata: { name: 'web' }, status });
const conditions = (...list: readonly (readonly [type: string, status: string, reason?: string])[]): object =>
  at({ conditions: list.map(([type, status, reason]) => ({ type, status, lastTransitionTime: `${status}`, message: 'm', ...(reason && { reason }) })) });
const container = (state: object, more: object = {}, list = 'containerStatuses'): object => at({ [list]: [{ name: 'nginx', state, restartCount: 0, ready: false, ...more }] });
const waiting = (reason: string) => ({ waiting: { reason, message: 'm' } });

test.each<[string, object, object, readonly string[]]>([
  ['a new one', at({}), conditions(['Ready', 'True']), ['`Ready`: True']],
  ['another status', conditions(['Ready', 'False', 'ContainersNotReady']), conditions(['Ready', 'True']), ['`Ready`: True']],
  ['with its reason', conditions(['Ready', 'True']), conditions(['Ready', 'False', 'ContainersNotReady']), ['`Ready`: False (ContainersNotReady)']],
  ['of a Node', conditions(['Ready', 'True', 'KubeletReady']), conditions(['Ready', 'Unknown', 'NodeStatusUnknown']), ['`Ready`: Unknown (NodeStatusUnknown)']],
  ['another reason', conditions(['Progressing', 'True', 'ReplicaSetUpdated']), conditions(['Progressing', 'True', 'NewReplicaSetAvailable']), ['`Progressing`: True (NewReplicaSetAvailable)']],
  ['gone', conditions(['ReplicaFailure', 'True']), conditions(), ['`ReplicaFailure`: gone']],
  ['what is asked for first comes first', at({}), conditions(['Initialized', 'True'], ['Ready', 'False'], ['PodScheduled', 'True']), ['`Ready`: False', '`Initialized`: True', '`PodScheduled`: True']],
  ['only a message or a time', conditions(['Ready', 'True']), at({ conditions: [{ type: 'Ready', status: 'True', message: 'other', lastTransitionTime: 'x' }] }), []],
])('a condition: %s', (_, before, after, words) => expect(stateChanges(before, after)).toEqual(words));

test.each<[string, object, object, readonly string[]]>([
  ['it waits', at({}), container(waiting('ContainerCreating')), ['`nginx` waits (ContainerCreating)']],
  ['it runs', container(waiting('ContainerCreating')), container({ running: { startedAt: 'x' } }, { ready: true }), ['`nginx` runs']],
  ['it is ready', container({ running: {} }), container({ running: {} }, { ready: true }), ['`nginx` is ready']],
  ['it is not', container({ running: {} }, { ready: true }), container({ running: {} }), ['`nginx` isn’t ready']],
  ['it ended well', container({ running: {} }), container({ terminated: { reason: 'Completed', exitCode: 0 } }), ['`nginx` ended (Completed)']],
  ['it ended badly', container({ running: {} }), container({ terminated: { reason: 'Error', exitCode: 1 } }), ['`nginx` ended (Error, exit code 1)']],
  ['it was restarted', container({ terminated: { exitCode: 1 } }), container({ running: {} }, { restartCount: 1 }), ['`nginx` runs, restarted once']],
  ['again', container({ running: {} }, { restartCount: 1 }), container(waiting('CrashLoopBackOff'), { restartCount: 2 }), ['`nginx` waits (CrashLoopBackOff), restarted 2 times']],
  ['one that begins first', at({}), container({ running: {} }, {}, 'initContainerStatuses'), ['`nginx` runs']],
])('a container: %s', (_, before, after, words) => expect(stateChanges(before, after)).toEqual(words));

const endpoint = (name: string, ready: boolean, terminating = false): object => ({ addresses: [`10.0.0.${name.length}`], targetRef: { name }, conditions: { ready, terminating } });
const slice = (...endpoints: readonly object[]): object => ({ kind: 'EndpointSlice', metadata: { name: 'web' }, endpoints });

test.each<[string, object, object, readonly string[]]>([
  ['a new one', slice(endpoint('a', true)), slice(endpoint('a', true), endpoint('bb', false)), ['`bb` is new, not ready']],
  ['the first one', slice(), slice(endpoint('a', true)), ['`a` is new, ready']],
  ['it is ready', slice(endpoint('a', false)), slice(endpoint('a', true)), ['`a` is ready']],
  ['its Pod ends', slice(endpoint('a', true)), slice(endpoint('a', false, true)), ['`a` isn’t ready, terminating']],
  ['it is gone', slice(endpoint('a', true), endpoint('bb', true)), slice(endpoint('bb', true)), ['`a` is gone']],
  ['one without a Pod', slice(), slice({ addresses: ['10.9.0.1'] }), ['`10.9.0.1` is new, ready']],
])('an endpoint: %s', (_, before, after, words) => expect(stateChanges(before, after)).toEqual(words));

test('what is left says nothing of them', () => {
  const { status } = { status: {}, ...withoutStates(at({ phase: 'Running', conditions: [], containerStatuses: [] })) };
  expect(status).toEqual({ phase: 'Running' });
  expect(withoutStates({ kind: 'ConfigMap' })).toEqual({ kind: 'ConfigMap' });
  expect(withoutStates(slice(endpoint('a', true)))).toEqual({ kind: 'EndpointSlice', metadata: { name: 'web' } });
});
