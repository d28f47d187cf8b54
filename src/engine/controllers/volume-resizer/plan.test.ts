/** Cases of external-resizer's pkg/controller/expand_and_recover_test.go and controller_test.go (TestExpandAndRecover, TestController). */
import type { PersistentVolume, PersistentVolumeClaim } from 'converge/sdk';
import { expect, test } from 'vitest';
import { planExpansion } from './plan.ts';

interface Case {
  readonly wanted: string;
  readonly has: string;
  readonly volume: string;
  readonly allocated?: string;
  readonly state?: string;
  readonly pending?: true;
  readonly failed?: true;
  readonly phase?: string;
  readonly claimUid?: string;
}

function plan({ wanted, has, volume, allocated, state, pending, failed = false as never, phase = 'Bound', claimUid = 'u' }: Case): string {
  const claim = {
    metadata: { name: 'data', namespace: 'default', uid: 'u' },
    spec: { resources: { requests: { storage: wanted } }, volumeName: 'disk' },
    status: {
      phase,
      capacity: { storage: has },
      ...(allocated !== undefined && { allocatedResources: { storage: allocated } }),
      ...(state !== undefined && { allocatedResourceStatuses: { storage: state } }),
      ...(pending && { conditions: [{ type: 'FileSystemResizePending', status: 'True' }] }),
    },
  } as unknown as PersistentVolumeClaim;
  const of = { metadata: { name: 'disk' }, spec: { capacity: { storage: volume }, claimRef: { name: 'data', namespace: 'default', uid: claimUid } } } as unknown as PersistentVolume;
  const found = planExpansion(claim, of, failed);
  return found === undefined ? 'nothing' : `${found.size}${found.isNew ? ', new' : ''}`;
}

test.each<[string, Case, string]>([
  ['what it has is enough', { wanted: '1Gi', has: '1Gi', volume: '1Gi' }, 'nothing'],
  ['a claim that isn’t bound waits', { wanted: '2Gi', has: '1Gi', volume: '1Gi', phase: 'Pending' }, 'nothing'],
  ['a volume of another claim stays', { wanted: '2Gi', has: '1Gi', volume: '1Gi', claimUid: 'other' }, 'nothing'],
  ['the first time', { wanted: '2Gi', has: '1Gi', volume: '1Gi' }, '2Gi, new'],
  ['again, after one that has ended', { wanted: '3Gi', has: '2Gi', volume: '2Gi', allocated: '2Gi' }, '3Gi, new'],
  ['one under way is ended first', { wanted: '3Gi', has: '1Gi', volume: '1Gi', allocated: '2Gi', state: 'ControllerResizeInProgress' }, '2Gi'],
  ['one that was refused isn’t', { wanted: '3Gi', has: '1Gi', volume: '1Gi', allocated: '2Gi', state: 'ControllerResizeInProgress', failed: true }, '3Gi, new'],
  ['one that can’t be gives way to a smaller one', { wanted: '2Gi', has: '1Gi', volume: '1Gi', allocated: '100Ti', state: 'ControllerResizeInfeasible' }, '2Gi, new'],
  ['and is the same one while nobody asks for another', { wanted: '100Ti', has: '1Gi', volume: '1Gi', allocated: '100Ti', state: 'ControllerResizeInfeasible' }, '100Ti'],
  ['the node’s turn', { wanted: '2Gi', has: '1Gi', volume: '2Gi', allocated: '2Gi', state: 'NodeResizePending' }, 'nothing'],
  ['the node at work', { wanted: '2Gi', has: '1Gi', volume: '2Gi', allocated: '2Gi', state: 'NodeResizeInProgress' }, 'nothing'],
  ['a larger one waits for the node', { wanted: '3Gi', has: '1Gi', volume: '2Gi', allocated: '2Gi', state: 'NodeResizePending' }, 'nothing'],
  ['a volume that has fallen behind what the node was told', { wanted: '3Gi', has: '1Gi', volume: '1Gi', allocated: '2Gi', state: 'NodeResizePending' }, '2Gi'],
  ['the node couldn’t: the same again', { wanted: '3Gi', has: '1Gi', volume: '2Gi', allocated: '2Gi', state: 'NodeResizeInfeasible' }, '2Gi'],
  ['the volume has grown, and nobody has said so', { wanted: '2Gi', has: '1Gi', volume: '2Gi', allocated: '2Gi', state: 'ControllerResizeInProgress' }, '2Gi'],
  ['a claim that wants less than what was done', { wanted: '2Gi', has: '1Gi', volume: '3Gi', allocated: '3Gi', state: 'ControllerResizeInProgress' }, '3Gi'],
  ['a volume that an administrator made larger', { wanted: '2Gi', has: '1Gi', volume: '2Gi' }, '2Gi, new'],
  ['one that waits for the node by an older resizer', { wanted: '2Gi', has: '1Gi', volume: '2Gi', pending: true }, 'nothing'],
  ['2048Mi are 2Gi', { wanted: '2048Mi', has: '1Gi', volume: '1Gi', allocated: '2Gi', state: 'ControllerResizeInfeasible' }, '2048Mi'],
])('%s', (_, given, expected) => {
  expect(plan(given)).toBe(expected);
});
