import { ConfigMap, conditionOf, type Controller, defineController, isTrue, Node, Pod, PodDisruptionBudget, type Tools } from 'converge/sdk';
import { type NodeGroup, membersOf, newMachine, parseGroups, templateNode } from './groups.ts';
import { removeNodes } from './removal.ts';
import { unneededNodes } from './scale-down.ts';
import { type GroupState, planScaleUp, reasonsText } from './scale-up.ts';
import type { Scan } from './scan.ts';
import { type Space, spaceOf } from './space.ts';

/** Where its node groups are: `nodes`, a line each. */
const settings = 'kube-system/cluster-autoscaler';
const scanMs = 10_000;
/** A machine that isn't a node by then isn't waited for (max-node-provision-time). */
const longestProvisionMs = 15 * 60_000;
/** How long a group is left alone after a refusal: twice as long each time (initial-node-group-backoff-duration, max-node-group-backoff-duration). */
const [firstBackOffMs, longestBackOffMs] = [5 * 60_000, 30 * 60_000];
/** scale-down-unneeded-time, scale-down-delay-after-add */
const unneededMs = 10 * 60_000;
const delayAfterAddMs = 10 * 60_000;
/** Pods that nobody rents machines for (expendable-pods-priority-cutoff). */
const expendableBelow = -10;
const scan = '*';

interface Memory {
  /** Machines that are no nodes yet, since when. */
  readonly awaited: Map<string, number>;
  /** Since when a node hasn't been needed. */
  readonly unneeded: Map<string, number>;
  readonly backOffs: Map<string, { readonly untilMs: number; readonly lastMs: number }>;
  lastAddMs: number;
}

/**
 * Rents machines for Pods that fit nowhere, and gives those back that aren't needed. Its node groups are lines of a ConfigMap. (upstream
 * kubernetes/autoscaler cluster-autoscaler/core)
 */
export function createClusterAutoscaler(): Controller<ConfigMap> {
  const memory: Memory = { awaited: new Map(), unneeded: new Map(), backOffs: new Map(), lastAddMs: -Infinity };
  return defineController<ConfigMap>({
    name: 'cluster-autoscaler',
    eventSource: 'cluster-autoscaler',
    for: ConfigMap,
    watches: [Node, Pod, PodDisruptionBudget].map((kind) => ({ kind, keys: () => [] })),
    workers: 1,
    every: { periodMs: scanMs, key: scan },
    async reconcile(key, tools) {
      const map = tools.lister(ConfigMap).get(settings);
      if (key !== scan || map === undefined) return;
      const groups = parseGroups(map.data?.['nodes'] ?? '', (line) => tools.log(`no node group: ${line}`));
      if (groups.length === 0) return;
      const pods = Map.groupBy(tools.lister(Pod).list(), ({ spec }) => spec.nodeName ?? '');
      const machines = await tools.cloud().machines.list();
      const seen: Scan = { tools, map, groups, machines, nodes: tools.lister(Node).list(), podsOf: ({ metadata }) => (pods.get(metadata.name) ?? []).filter(isActive) };
      if (await scaleUp(seen, memory)) return;
      await scaleDown(seen, memory);
    },
  });
}

const isActive = ({ status }: Pod): boolean => status.phase !== 'Succeeded' && status.phase !== 'Failed';
const isReady = ({ status }: Node): boolean => isTrue(status.conditions, 'Ready');

/** Whether a group grows. */
async function scaleUp(seen: Scan, memory: Memory): Promise<boolean> {
  const { tools, map, groups, machines } = seen;
  const states = groups.map((group): GroupState => {
    const backsOff = (memory.backOffs.get(group.name)?.untilMs ?? 0) > tools.now();
    return { group, size: membersOf(group, machines).length, template: templateNode(group), backsOff };
  });
  const plan = planScaleUp(tools.lister(Pod).list().filter(isUnschedulable), spacesOf(seen, memory), states, tools.random);
  for (const { pod, reasons } of plan.refused) tools.events.normal(pod, 'NotTriggerScaleUp', `pod didn't trigger scale-up: ${reasonsText(reasons)}`);
  if (plan.growth === undefined) return false;
  const { group, from, count } = plan.growth;
  const size = `${from}->${from + count} (max: ${group.max})`;
  try {
    for (let index = 0; index < count; index += 1) await tools.cloud().machines.create(newMachine(group, suffix(tools)));
  } catch (error) {
    tools.events.warning(map, 'FailedToScaleUpGroup', `Scale-up failed for group ${group.name}: ${error instanceof Error ? error.message : String(error)}`);
    backOff(group, memory, tools.now());
    return true;
  }
  memory.backOffs.delete(group.name);
  memory.lastAddMs = tools.now();
  tools.events.normal(map, 'ScaledUpGroup', `Scale-up: group ${group.name} size set to ${from + count} instead of ${from} (max: ${group.max})`);
  for (const pod of plan.triggered) tools.events.normal(pod, 'TriggeredScaleUp', `pod triggered scale-up: [{${group.name} ${size}}]`);
  return true;
}

/** The scheduler has tried it, and nothing is being evicted for it. */
function isUnschedulable({ metadata, spec, status }: Pod): boolean {
  const scheduled = conditionOf(status.conditions, 'PodScheduled');
  const waits = (spec.nodeName ?? '') === '' && metadata.deletionTimestamp === undefined && !status.nominatedNodeName;
  return waits && scheduled?.reason === 'Unschedulable' && (spec.priority ?? 0) >= expendableBelow;
}

/** Nodes that are there, and machines that will be nodes soon. */
function spacesOf({ tools, groups, machines, nodes, podsOf }: Scan, { awaited }: Memory): readonly Space[] {
  const ready = new Set(nodes.filter(isReady).map(({ metadata }) => metadata.name));
  for (const name of awaited.keys()) if (ready.has(name) || !machines.some((machine) => machine.name === name)) awaited.delete(name);
  const upcoming = groups.flatMap((group) =>
    membersOf(group, machines)
      .filter(({ name }) => !ready.has(name))
      .flatMap(({ name }) => {
        const sinceMs = awaited.get(name) ?? tools.now();
        awaited.set(name, sinceMs);
        return tools.now() - sinceMs < longestProvisionMs ? [spaceOf(templateNode(group, name))] : [];
      }),
  );
  return [...nodes.filter(isReady).map((node) => spaceOf(node, podsOf(node))), ...upcoming];
}

function backOff({ name }: NodeGroup, { backOffs }: Memory, nowMs: number): void {
  const lastMs = Math.min((backOffs.get(name)?.lastMs ?? firstBackOffMs / 2) * 2, longestBackOffMs);
  backOffs.set(name, { untilMs: nowMs + lastMs, lastMs });
}

/** Names of machines aren't given out twice. */
const suffix = ({ random }: Tools): string => Math.floor(random() * 2 ** 32).toString(16).padStart(8, '0');

async function scaleDown(seen: Scan, { unneeded, lastAddMs }: Memory): Promise<void> {
  const { tools, groups, machines, nodes, podsOf } = seen;
  const all = nodes.filter(isReady).map((node) => ({ node, pods: podsOf(node) }));
  const spare = new Map(groups.map((group) => [group.name, membersOf(group, machines).length - group.min]));
  const groupOf = (name: string): string => groups.find((group) => membersOf(group, machines).some((machine) => machine.name === name))?.name ?? '';
  const candidates = all.filter(({ node }) => (spare.get(groupOf(node.metadata.name)) ?? 0) > 0);
  const found = unneededNodes(candidates, all, tools.lister(PodDisruptionBudget).list());
  const names = new Set(found.map(({ node }) => node.metadata.name));
  for (const name of unneeded.keys()) if (!names.has(name)) unneeded.delete(name);
  for (const name of names) unneeded.set(name, unneeded.get(name) ?? tools.now());
  const due = found.filter(({ node: { metadata } }) => tools.now() - (unneeded.get(metadata.name) ?? tools.now()) >= unneededMs);
  const isTooSoon = tools.now() - lastAddMs < delayAfterAddMs;
  const chosen = due.filter(({ node }) => {
    const name = groupOf(node.metadata.name);
    const left = spare.get(name) ?? 0;
    spare.set(name, left - 1);
    return left > 0;
  });
  await removeNodes(seen, isTooSoon ? [] : chosen);
}
