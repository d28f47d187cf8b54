/** What is written about a node: by a kubelet without a lease, and by others than its kubelet. */
import { conditionOf, Node } from 'converge/sdk';
import type { Stage } from '../../../../lesson/universes/types.ts';

export const patch = ({ command }: Stage, name: string, merge: unknown, more = ''): Promise<void> =>
  command(`kubectl patch node ${name} ${more}--type=merge -p '${JSON.stringify(merge)}'`);

export const leaseOf = (name: string, namespace: string): string => `apiVersion: coordination.k8s.io/v1
kind: Lease
metadata: { name: ${name}, namespace: ${namespace} }
spec: { holderIdentity: agent-of-${name}, leaseDurationSeconds: 3600, renewTime: '2026-01-01T00:00:00.000000Z' }
`;

/** Programs other than the kubelet write about a node, which says nothing of its kubelet. */
export async function othersWrite(stage: Stage, name: string, times: number): Promise<void> {
  const { command, random, wait, world } = stage;
  const isMarked = (): boolean => world.objects(Node).some(({ metadata, status }) => metadata.name === name && conditionOf(status.conditions, 'Ready')?.status === 'Unknown');
  for (let count = 0; count < times && !isMarked(); count += 1) {
    await wait(15_000 + random.int(5000));
    await command(`kubectl annotate lease ${name} -n kube-node-lease checked=${count} --overwrite`);
    const lastHeartbeatTime = `${new Date(world.nowMs).toISOString().slice(0, 19)}Z`;
    const conditions = [{ type: 'KernelDeadlock', status: 'False', reason: 'KernelHasNoDeadlock', message: 'kernel has no deadlock', lastHeartbeatTime }];
    await command(`kubectl patch node ${name} --subresource=status -p '${JSON.stringify({ status: { conditions } })}'`);
  }
}

interface Reports {
  readonly ready?: 'True' | 'False';
  /** How far its clock is ahead. */
  readonly aheadMs?: number;
}

/** A kubelet without a lease: it only reports its status, by a clock of its own. */
export async function reports(stage: Stage, name: string, times: number, everyMs: number, { ready = 'True', aheadMs = stage.random.pick([-600_000, 0, 600_000]) }: Reports = {}): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const at = `${new Date(stage.world.nowMs + aheadMs).toISOString().slice(0, 19)}Z`;
    const condition = (type: string, status: string) => ({ type, status, reason: 'Reported', message: 'as reported', lastHeartbeatTime: at, lastTransitionTime: at });
    const conditions = [condition('Ready', ready), condition('MemoryPressure', 'False'), condition('DiskPressure', 'False'), condition('PIDPressure', 'False')];
    await patch(stage, name, { status: { conditions } }, '--subresource=status ');
    await stage.wait(everyMs);
  }
}
