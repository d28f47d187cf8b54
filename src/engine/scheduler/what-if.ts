/** What these plugins would say of a pod, were it tried on these nodes now: every filter is called for every node. */
import type {
  KubeObject,
  Lister,
  Node,
  NodeInfo,
  Pod,
  PodInfo,
  Rejection,
  Resources,
  SchedulerPlugin,
  SchedulingTools,
} from '../sdk/index.ts';
import { createIndexer } from '../sdk/internal.ts';
import { createSchedulerCache } from './cache.ts';
import type { Decision, PluginScores, Said } from './decisions.ts';
import { podInfoOf } from './pod-info.ts';
import { toolsOver } from './tools.ts';

export interface WhatIf extends Decision {
  readonly asks: Resources;
  /** What is left on each node, in the order of `nodes`. */
  readonly free: readonly { readonly milliCpu: number; readonly memoryBytes: number; readonly pods: number }[];
}

export interface Situation {
  readonly plugins: readonly SchedulerPlugin[];
  readonly nodes: readonly Node[];
  /** All there are; those with a node count there. */
  readonly pods: readonly Pod[];
  /** All objects of another kind. */
  objects(kind: string): readonly KubeObject[];
  /** Milliseconds since the epoch. */
  readonly timeMs: number;
}

/** Tries the pod, and changes nothing. */
export function tryPod(pod: Pod, { plugins, nodes, pods, objects, timeMs }: Situation): WhatIf {
  const cache = createSchedulerCache();
  for (const node of nodes) cache.setNode(node);
  for (const other of pods) {
    const { nodeName } = other.spec;
    const over = other.status?.phase === 'Succeeded' || other.status?.phase === 'Failed';
    if (nodeName && !over && other.metadata.uid !== pod.metadata.uid) cache.setPod(podInfoOf(other), nodeName);
  }
  const info = podInfoOf(pod);
  const infos = cache.nodes();
  const common = {
    uid: info.uid,
    key: info.key,
    attempt: 0,
    timeMs,
    nodes: infos.map(({ name }) => name),
    asks: info.requests,
    free: infos.map(freeOf),
  };
  const tools = toolsOver(cache, ({ kind }) => listerOf(objects(kind)));
  const filters: string[] = [];
  const rejections = new Map<string, Said[]>();
  const say = (node: string, plugin: string, rejection: Rejection | undefined): void => {
    if (rejection === undefined) return;
    rejections.set(node, [...(rejections.get(node) ?? []), { plugin, reasons: rejection.reasons }]);
  };
  for (const { name, preEnqueue, preFilter, filter } of plugins) {
    const gate = preEnqueue?.(info);
    const prepared = gate === undefined ? preFilter?.(info, infos, tools) : { reject: gate };
    if (prepared === 'skip') continue;
    if (prepared !== undefined && 'reject' in prepared) {
      const { reasons } = prepared.reject;
      return { ...common, filters, preFilter: { plugin: name, reasons }, rejections, feasible: [], scores: [] };
    }
    if (prepared === undefined && filter === undefined) continue;
    filters.push(name);
    for (const node of infos) {
      const elsewhere = prepared?.only?.has(node.name) === false;
      if (elsewhere) say(node.name, name, { reasons: [`node(s) didn't satisfy plugin(s) [${name}]`], resolvable: false });
      else say(node.name, name, filter?.(info, node, prepared?.state));
    }
  }
  const fitting = infos.filter(({ name }) => !rejections.has(name));
  const feasible = fitting.map(({ name }) => name);
  return { ...common, filters, rejections, feasible, scores: scoresOf(info, fitting, { plugins, tools }) };
}

function listerOf(objects: readonly KubeObject[]): Lister<KubeObject> {
  const indexer = createIndexer<KubeObject>();
  for (const object of objects) indexer.put(object);
  return indexer;
}

interface Scoring {
  readonly plugins: readonly SchedulerPlugin[];
  readonly tools: SchedulingTools;
}

function scoresOf(info: PodInfo, nodes: readonly NodeInfo[], { plugins, tools }: Scoring): PluginScores[] {
  if (nodes.length < 2) return [];
  return plugins.flatMap((plugin) => {
    const { name, weight = 1, preScore, score, normalize } = plugin;
    const prepared = preScore?.(info, nodes, tools);
    if (score === undefined) return [];
    if (prepared === 'skip') return [{ plugin: name, weight, normalized: [] }];
    const normalized = nodes.map((node) => score(info, node, prepared?.state));
    normalize?.(normalized, nodes.length);
    return [{ plugin: name, weight, normalized }];
  });
}

function freeOf({ allocatable, requested }: NodeInfo): WhatIf['free'][number] {
  return {
    milliCpu: allocatable.milliCpu - requested.milliCpu,
    memoryBytes: allocatable.memoryBytes - requested.memoryBytes,
    pods: allocatable.pods - requested.pods,
  };
}
