/** What a scenario does to a DaemonSet, to its nodes and Pods, and to its loop. */
import type { Pod, Taint } from 'converge/sdk';
import { daemonSetOf, strayPod } from './daemon-set-manifests.ts';
import { type DaemonsInWorld, daemonsIn } from './daemon-sets.ts';
import type { Stage } from './types.ts';

export const component = 'controller/daemonset';
/** The nodes that are there from the beginning. */
export const nodeNames = ['node-1', 'node-2', 'node-3'] as const;
/** Node labels decide where the Pods go. */
export const onSsd = { nodeSelector: { disk: 'ssd' } };
/** The same for a required node affinity. */
const byAffinity = {
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'disk', operator: 'In', values: ['ssd'] }] }] },
    },
  },
};

/** The set that the scenario is about, as it stands. */
export const targetSet = ({ world, target }: Stage): DaemonsInWorld | undefined =>
  daemonsIn(world).find(({ set: { metadata } }) => metadata.name === target.name && metadata.namespace === target.namespace);

export const podsOf = (stage: Stage): readonly Pod[] => targetSet(stage)?.nodes.flatMap(({ staying }) => staying) ?? [];

export const setLabel = ({ command }: Stage, node: string, isSsd: boolean): Promise<void> => command(`kubectl label node ${node} ${isSsd ? 'disk=ssd --overwrite' : 'disk-'}`);

export const setTaints = ({ command }: Stage, node: string, ...taints: readonly Taint[]): Promise<void> =>
  command(`kubectl patch node ${node} --type=merge -p '${JSON.stringify({ spec: { taints } })}'`);

export const cordon = ({ command }: Stage, node: string, unschedulable = true): Promise<void> =>
  command(`kubectl patch node ${node} --type=merge -p '${JSON.stringify({ spec: { unschedulable } })}'`);

/** From now on the set's Pods belong on the nodes with this disk, and leave all others. */
export const selectDisk = ({ command, target: { name, namespace } }: Stage, disk: string): Promise<void> => {
  const patch = { spec: { template: { spec: { affinity: null, nodeSelector: { disk } } } } };
  return command(`kubectl patch daemonset ${name} -n ${namespace} --type=merge -p '${JSON.stringify(patch)}'`);
};

export const deletePod = ({ command }: Stage, { metadata: { name, namespace } }: Pod): Promise<void> =>
  command(`kubectl delete pod ${name} -n ${namespace} --wait=false`);

/** Its time is over, so its kubelet ends it. */
export async function failPod({ command, wait }: Stage, { metadata: { name, namespace } }: Pod): Promise<void> {
  await command(`kubectl patch pod ${name} -n ${namespace} -p '${JSON.stringify({ spec: { activeDeadlineSeconds: 1 } })}'`);
  await wait(2000);
}

/** One Pod that runs, or one that soon ends; beside that one another may run when the set comes. */
export async function strays({ apply, wait, random, target }: Stage): Promise<void> {
  const nodeName = random.pick(nodeNames);
  if (random.chance(0.2)) return apply('stray.yaml', strayPod(target));
  await apply('stray.yaml', strayPod(target, { nodeName, ends: random.pick(['Succeeded', 'Failed']) }));
  if (random.chance(0.25)) return;
  await apply('beside.yaml', strayPod(target, { name: 'stray-beside', nodeName }));
  await wait(4000);
}

/** A Pod that matches runs on a node before the set comes. */
export async function runningStray({ apply, wait, target }: Stage): Promise<void> {
  await apply('stray.yaml', strayPod(target, { nodeName: 'node-2' }));
  await wait(4000);
}

/** Something that calls the loop, and changes nothing for it. */
export const annotate = ({ command, target: { name, namespace } }: Stage, seen: string): Promise<void> =>
  command(`kubectl annotate daemonset ${name} -n ${namespace} seen=${seen} --overwrite`);

export const late = (stage: Stage, delayMs: number, forMs: number): Promise<void> =>
  stage.fault({ type: 'link', from: 'apiserver', to: component, watchOnly: true, delayMs }, forMs, `the watch to your loop ran ${delayMs} ms behind`);

export const refuse = (stage: Stage, verb: string, forMs: number, { code, chance = 1 }: { readonly code?: 403 | 500; readonly chance?: number } = {}): Promise<void> =>
  stage.fault(
    { type: 'refuse', component, chance, verb, ...(code !== undefined && { code }) },
    forMs,
    chance < 1 ? `some ${verb}s of your loop were refused with ${code ?? 500}` : `every ${verb} of your loop was refused for ${(forMs / 1000).toFixed(1)} s`,
  );

export async function quiet(stage: Stage): Promise<void> {
  await stage.wait(20_000);
  await stage.rests(10_000);
}

/** Two nodes have the label, and the set is there. */
export async function applyOnSsd(stage: Stage, podSpec: object = {}): Promise<void> {
  await setLabel(stage, 'node-1', true);
  await setLabel(stage, 'node-2', true);
  await stage.apply('agent.yaml', daemonSetOf(stage.target, { podSpec: { ...stage.random.pick([onSsd, byAffinity]), ...podSpec } }));
  await stage.settles(60_000);
}
