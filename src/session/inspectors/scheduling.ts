/** What the scheduler decided about a Pod, as it was noted; or what it would decide, from what is stored. */
import { isOfKind, Node as NodeKind, Pod as PodKind } from 'converge/sdk';
import { type Cluster, type Decision, type KubeObject, pluginsOf, type ProfileName, profiles, tryPod, type WhatIf } from '../../engine/index.ts';
import type { DecisionView, SchedulingAsk, SchedulingPod, SchedulingView } from '../../viz/scheduling-model.ts';
import type { World } from '../history.ts';
import type { Place } from '../types.ts';

export interface SchedulingSources {
  readonly cluster: Cluster;
  readonly startMs: number;
  readonly profile: ProfileName;
  t(): number;
  world(at?: Place): World;
}

/** So many Pods are offered; of those that wait, half as many, so that some that have been placed are among them. */
const mostPods = 200;
const mostWaiting = 100;

export function inspectScheduling({ cluster, startMs, profile, t, world }: SchedulingSources, ask: SchedulingAsk): SchedulingView {
  const now = t();
  const past = ask.at !== undefined && ask.at.t < now;
  const timeMs = past && ask.at !== undefined ? ask.at.t : now;
  const there = world(past ? ask.at : undefined);
  const pods = [...(there.get('Pod')?.values() ?? [])].flatMap(({ object }) => (isOfKind(PodKind, object) ? [object] : []));
  const byUid = new Map(pods.map((pod) => [pod.metadata.uid, pod]));
  const decisions = (cluster.networkTap?.decisions() ?? []).filter(({ timeMs: at }) => at - startMs <= timeMs);
  const known = new Map<string, SchedulingPod>();
  for (const pod of pods) {
    const { nodeName } = pod.spec;
    if (known.size >= mostWaiting) break;
    if (!nodeName && pod.metadata.deletionTimestamp === undefined) known.set(pod.metadata.uid, { uid: pod.metadata.uid, key: keyOf(pod), waits: true });
  }
  for (const { uid, key, chosen } of decisions.toReversed()) {
    if (known.size >= mostPods) break;
    const live = byUid.get(uid);
    const node = live?.spec.nodeName ?? chosen;
    // One that has been tried, and waits still, is among those that wait.
    const waits = live !== undefined && !node && live.metadata.deletionTimestamp === undefined;
    if (!known.has(uid) && !waits) known.set(uid, { uid, key, waits: false, ...(node === undefined ? {} : { node }) });
  }
  const asked = ask.pod === undefined ? undefined : (known.get(ask.pod) ?? placed(byUid.get(ask.pod)));
  const pod = asked ?? [...known.values()][0];
  const view = { timeMs, pods: [...known.values()], ...queuesOf(cluster, past) };
  if (pod === undefined) return { ...view, attempts: [] };
  const tried = decisions.filter(({ uid }) => uid === pod.uid);
  const live = byUid.get(pod.uid);
  const chosen = ask.attempt === undefined ? tried.at(-1) : tried.find(({ attempt }) => attempt === ask.attempt);
  const nodes = [...(there.get('Node')?.values() ?? [])].flatMap(({ object }) => (isOfKind(NodeKind, object) ? [object] : []));
  const objects = (kind: string): KubeObject[] => [...(there.get(kind)?.values() ?? [])].map(({ object }) => object);
  const situation = { plugins: pluginsOf(profiles[profile].plugins), nodes, pods, objects, timeMs: timeMs + startMs };
  const decision = chosen ?? (live !== undefined ? tryPod(live, situation) : undefined);
  return {
    ...view,
    pod,
    attempts: tried.map(({ attempt }) => attempt),
    ...(decision === undefined ? {} : { decision: decisionView(decision, startMs) }),
  };
}

const keyOf = ({ metadata: { namespace = '', name } }: KubeObject): string => `${namespace}/${name}`;

/** A Pod whose cycle isn't remembered. */
function placed(pod: (KubeObject & { readonly spec: { readonly nodeName?: string } }) | undefined): SchedulingPod | undefined {
  if (pod === undefined) return undefined;
  const { nodeName } = pod.spec;
  return { uid: pod.metadata.uid, key: keyOf(pod), waits: !nodeName, ...(nodeName ? { node: nodeName } : {}) };
}

function queuesOf(cluster: Cluster, past: boolean): Pick<SchedulingView, 'queues'> {
  const status = past ? undefined : cluster.running('scheduler')?.status?.();
  if (status === undefined || !('pods' in status)) return {};
  const all = [...status.pods.values()];
  const number = (...states: readonly string[]): number => all.filter(({ state }) => states.includes(state)).length;
  return {
    queues: {
      active: number('active'),
      backoff: number('backoff', 'error-backoff'),
      unschedulable: number('unschedulable'),
      gated: number('gated'),
    },
  };
}

function decisionView(decision: Decision | WhatIf, startMs: number): DecisionView {
  const { attempt, timeMs, nodes, filters, preFilter, rejections, feasible, scores, chosen, message } = decision;
  return {
    attempt,
    timeMs: timeMs - startMs,
    nodes,
    filters,
    ...(preFilter === undefined ? {} : { preFilter }),
    rejections: Object.fromEntries(rejections),
    feasible,
    scores,
    ...(chosen === undefined ? {} : { chosen }),
    ...(message === undefined ? {} : { message }),
    ...('asks' in decision
      ? {
          asks: amounts(decision.asks),
          free: Object.fromEntries(nodes.map((name, index) => [name, leftWords(decision.free[index])])),
        }
      : {}),
  };
}

const cpu = (milli: number): string => `${milli / 1000} cpu`;
const memory = (bytes: number): string => `${Math.round((bytes / 1048576) * 10) / 10}Mi`;

function amounts({ milliCpu, memoryBytes }: WhatIf['asks']): string {
  return [milliCpu > 0 ? cpu(milliCpu) : '', memoryBytes > 0 ? memory(memoryBytes) : ''].filter(Boolean).join(', ') || 'nothing in particular';
}

function leftWords(free: WhatIf['free'][number] | undefined): string {
  return free === undefined ? '' : `${cpu(free.milliCpu)}, ${memory(free.memoryBytes)}`;
}
