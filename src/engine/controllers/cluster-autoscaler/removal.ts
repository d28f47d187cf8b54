/** Takes nodes away: a taint, evictions, and the machine at last (upstream core/scaledown/actuation). */
import { isNotFound, Node, Pod, StatusError } from 'converge/sdk';
import { movingPods, type NodeWithPods } from './scale-down.ts';
import type { Scan } from './scan.ts';

const toBeDeleted = 'ToBeDeletedByClusterAutoscaler';
/** max-empty-bulk-delete, max-drain-parallelism */
const [mostEmpty, mostDrained] = [10, 1];

const isLeaving = ({ spec }: Node): boolean => spec.taints?.some(({ key }) => key === toBeDeleted) === true;

/** Goes on with those that it has begun with, and begins with others where it may. What it has begun stands in the node's taint. */
export async function removeNodes(seen: Scan, unneeded: readonly NodeWithPods[]): Promise<void> {
  const begun = seen.nodes.filter(isLeaving).map((node) => ({ node, pods: seen.podsOf(node) }));
  for (const each of begun) await carryOn(each, seen);
  const fresh = unneeded.filter(({ node }) => !isLeaving(node));
  const empty = fresh.filter(({ pods }) => movingPods(pods).length === 0).slice(0, mostEmpty);
  const isDraining = begun.some(({ pods }) => movingPods(pods).length > 0);
  const drained = empty.length > 0 || isDraining ? [] : fresh.slice(0, mostDrained);
  for (const each of [...empty, ...drained]) await begin(each, seen);
}

async function begin({ node, pods }: NodeWithPods, seen: Scan): Promise<void> {
  const { tools, map } = seen;
  const { name } = node.metadata;
  const moving = movingPods(pods);
  const taint = { key: toBeDeleted, value: String(Math.floor(tools.now() / 1000)), effect: 'NoSchedule' };
  await tools.client.update(Node, { ...node, spec: { ...node.spec, taints: [...(node.spec.taints ?? []), taint] } });
  tools.events.normal(node, 'ScaleDown', 'marked the node as toBeDeleted/unschedulable');
  const names = moving.map(({ metadata }) => metadata.name).join(',');
  if (moving.length === 0) tools.events.normal(map, 'ScaleDownEmpty', `Scale-down: removing empty node "${name}"`);
  else tools.events.normal(map, 'ScaleDown', `Scale-down: removing node ${name}, pods to reschedule: ${names}`);
  await carryOn({ node, pods }, seen);
}

/** A Pod that a budget holds is tried again in the next pass. */
async function carryOn({ node, pods }: NodeWithPods, { tools, machines }: Scan): Promise<void> {
  const { name } = node.metadata;
  const moving = movingPods(pods);
  for (const pod of moving.filter(({ metadata }) => metadata.deletionTimestamp === undefined)) await evict(pod, tools);
  if (moving.length > 0 || !machines.some((machine) => machine.name === name && machine.state !== 'deleting')) return;
  await tools.cloud().machines.delete(name);
  tools.events.normal(node, 'ScaleDown', 'node removed by cluster autoscaler');
}

async function evict(pod: Pod, { client, events }: Scan['tools']): Promise<void> {
  const { name, namespace = 'default', uid } = pod.metadata;
  try {
    await client.postSubresource(Pod, pod, 'eviction', { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace }, deleteOptions: { preconditions: { uid } } });
    events.normal(pod, 'ScaleDown', 'deleting pod for node scale down');
  } catch (error) {
    if (isNotFound(error) || (error instanceof StatusError && error.status.code === 429)) return;
    throw error;
  }
}
