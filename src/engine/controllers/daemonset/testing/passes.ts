/** A DaemonSet, nodes and Pods without a cluster: each pass is planned and carried out at once, as upstream's fake Pod control does. */
import { type DaemonSet, isReady, type Node, type Pod, type PodSpec, type Taint } from 'converge/sdk';
import { createBackOff } from '../back-off.ts';
import { draftsOf } from '../draft.ts';
import { type Pass, type Plan, planNodes } from '../plan.ts';
import { planRolling } from '../plan-rolling.ts';
import { podsByNode } from '../pods-by-node.ts';

const labels = { app: 'agent' };
const created = '2026-01-01T00:00:00Z';

export function nodeNamed(name: string, more: { readonly labels?: Record<string, string>; readonly taints?: readonly Taint[] } = {}): Node {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, uid: name, resourceVersion: '1', creationTimestamp: created, labels: more.labels ?? {} },
    spec: { ...(more.taints && { taints: more.taints }) },
    status: {},
  };
}

export function nodesNamed(count: number): readonly Node[] {
  return Array.from({ length: count }, (_, index) => nodeNamed(`node-${index}`));
}

export function setOf(spec: Partial<DaemonSet['spec']> = {}, pod: Partial<PodSpec> = {}): DaemonSet {
  const template = { metadata: { labels }, spec: { containers: [{ name: 'agent', image: 'foo/bar' }], ...pod } };
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'agent', namespace: 'default', uid: 'agent', resourceVersion: '1', creationTimestamp: created },
    spec: { selector: { matchLabels: labels }, template, ...spec },
    status: { currentNumberScheduled: 0, desiredNumberScheduled: 0, numberMisscheduled: 0, numberReady: 0 },
  };
}

export const unavailable = (maxUnavailable: number | string) => ({ type: 'RollingUpdate', rollingUpdate: { maxUnavailable } });
export const surge = (maxSurge: number | string) => ({ type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge } });

/** How many Pods a pass creates and deletes. */
export type Counts = readonly [created: number, deleted: number];

export interface Passes {
  set: DaemonSet;
  hash: string;
  nodes: readonly Node[];
  pods: Pod[];
  nowMs: number;
  /** When something is to be done that may not be done now. */
  againInMs: number | undefined;
  sync(): Counts;
  /** Gives this many Pods the condition; all that match by default. */
  mark(ready: boolean, count?: number, match?: (pod: Pod) => boolean): void;
  isNew(pod: Pod): boolean;
}

/** Nodes without Pods at second 0. */
export function createPasses(set: DaemonSet, nodes: readonly Node[]): Passes {
  const backOff = createBackOff();
  let names = 0;
  const passes: Passes = { set, hash: '1', nodes, pods: [], nowMs: 0, againInMs: undefined, sync, mark, isNew };

  function passOf(): Pass {
    return { set: passes.set, hash: passes.hash, nodes: passes.nodes, pods: podsByNode(passes.pods), nowMs: passes.nowMs };
  }

  function sync(): Counts {
    const first = planNodes(passOf(), backOff);
    passes.againInMs = first.againInMs;
    carryOut(first);
    if (passes.set.spec.updateStrategy?.type !== 'RollingUpdate') return [first.create.length, first.remove.length];
    const second = planRolling(passOf());
    carryOut(second);
    return [first.create.length + second.create.length, first.remove.length + second.remove.length];
  }

  function carryOut({ create, remove }: Plan): void {
    passes.pods = passes.pods.filter((pod) => !remove.includes(pod));
    for (const nodeName of create) passes.pods.push(born(nodeName));
  }

  function born(nodeName: string): Pod {
    names += 1;
    const { metadata, spec } = draftsOf(passes.set, passes.hash)(nodeName);
    const name = `agent-${String(names).padStart(3, '0')}`;
    const meta = { ...metadata, name, namespace: 'default', uid: name, resourceVersion: '1', creationTimestamp: created };
    return { apiVersion: 'v1', kind: 'Pod', metadata: meta, spec, status: { phase: 'Running' } };
  }

  function mark(ready: boolean, count = Infinity, match: (pod: Pod) => boolean = () => true): void {
    let left = count;
    passes.pods = passes.pods.map((pod) => {
      if (left <= 0 || isReady(pod) === ready || !match(pod)) return pod;
      left -= 1;
      const lastTransitionTime = new Date(passes.nowMs).toISOString();
      const conditions = [{ type: 'Ready', status: ready ? 'True' : 'False', lastTransitionTime }];
      return { ...pod, status: { ...pod.status, conditions } };
    });
  }

  function isNew({ metadata }: Pod): boolean {
    return metadata.labels?.['controller-revision-hash'] === passes.hash;
  }

  return passes;
}

/** Changes the template: Pods that are there are old from now on. */
export function changeTemplate(passes: Passes, spec: Partial<DaemonSet['spec']> = {}): void {
  passes.hash = String(Number(passes.hash) + 1);
  passes.set = { ...passes.set, spec: { ...passes.set.spec, ...spec } };
}
