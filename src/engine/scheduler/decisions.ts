/**
 * Remembers how the scheduler has decided, for views: it stands among the plugins, hears what each of them says, and says nothing itself.
 */
import { fitErrorMessage, type NodeInfo, type PodInfo, type Rejection, type SchedulerPlugin } from '../sdk/index.ts';
import { notNarrowed } from './cycle.ts';

/** One cycle: the filters and scores of each node, and the result. */
export interface Decision {
  readonly uid: string;
  /** `namespace/name` of the pod. */
  readonly key: string;
  /** The how-manieth of this pod, from 1. */
  readonly attempt: number;
  /** Milliseconds since the epoch. */
  readonly timeMs: number;
  /** Nodes there were, in the order they were tried. */
  readonly nodes: readonly string[];
  /** Filters that ran, in this order; of a rejected node those up to the one that said no. */
  readonly filters: readonly string[];
  /** A plugin's rejection before any node was tried. */
  readonly preFilter?: Said;
  /** By node name: the plugin that rejected it, or all that did where all were called. */
  readonly rejections: ReadonlyMap<string, readonly Said[]>;
  /** Nodes that passed all filters, in the order of the scores. */
  readonly feasible: readonly string[];
  /** None when only one node was left. */
  readonly scores: readonly PluginScores[];
  /** Absent: none would do. */
  readonly chosen?: string;
  /** What it says when none would do. */
  readonly message?: string;
}

/** A plugin's no. */
export interface Said {
  readonly plugin: string;
  readonly reasons: readonly string[];
}

export interface PluginScores {
  readonly plugin: string;
  readonly weight: number;
  /** 0 to 100, before the weight; by index of `feasible`. Empty: it had nothing to say of this pod. */
  readonly normalized: readonly number[];
}

export interface Decisions {
  /** The same plugins, with their results noted. */
  listen(plugins: readonly SchedulerPlugin[]): readonly SchedulerPlugin[];
  /** Oldest first, as far as they are remembered. */
  decisions(): readonly Decision[];
}

/** So many numbers are remembered (decisions times nodes), and at most so many decisions. */
const mostNumbers = 60_000;
const most = 2_000;

interface Open {
  readonly decision: { -readonly [K in keyof Decision]: Decision[K] };
  /** Names of those whose filters ran. */
  readonly looked: string[];
  readonly narrowedBy: string[];
  /** Of the plugins that were called when no node fit. */
  readonly texts: string[];
  ended?: ReadonlyMap<string, Rejection>;
  readonly rejections: Map<string, readonly Said[]>;
  readonly filters: Set<string>;
  readonly scores: PluginScores[];
}

/** What is remembered of the scheduler's decisions. */
interface Memory {
  readonly now: () => number;
  kept: Decision[];
  /** Decisions times nodes. */
  numbers: number;
  /** By the pod's uid. */
  readonly attempts: Map<string, number>;
  /** The cycle under way. */
  open: Open | undefined;
}

/** Creates it, with nothing decided yet. `now`: milliseconds since the epoch. */
export function createDecisions(now: () => number): Decisions {
  const memory: Memory = { now, kept: [], numbers: 0, attempts: new Map(), open: undefined };
  return {
    listen: (plugins) => [frame(memory), ...plugins.map((plugin) => observed(memory, plugin))],
    decisions() {
      close(memory);
      return memory.kept;
    },
  };
}

/** Stands before all others: a cycle begins with it, and ends with it one way or the other. */
function frame(memory: Memory): SchedulerPlugin {
  return {
    name: 'Onlooker',
    preFilter(pod, nodes) {
      begin(memory, pod, nodes);
      return 'skip';
    },
    postFilter(_pod, _nodes, rejections) {
      if (memory.open !== undefined) memory.open.ended = rejections;
      return undefined;
    },
    reserve(_pod, nodeName) {
      if (memory.open !== undefined) memory.open.decision.chosen = nodeName;
      close(memory);
      return undefined;
    },
  };
}

function begin(memory: Memory, pod: PodInfo, nodes: readonly NodeInfo[]): void {
  close(memory);
  const attempt = (memory.attempts.get(pod.uid) ?? 0) + 1;
  memory.attempts.set(pod.uid, attempt);
  const [rejections, filters, scores] = [new Map(), new Set<string>(), []];
  const decision: Open['decision'] = {
    uid: pod.uid,
    key: pod.key,
    attempt,
    timeMs: memory.now(),
    nodes: nodes.map(({ name }) => name),
    filters: [],
    rejections,
    feasible: [],
    scores,
  };
  memory.open = { decision, rejections, filters, scores, looked: [], narrowedBy: [], texts: [] };
  memory.kept.push(decision);
  memory.numbers += nodes.length;
  if (memory.kept.length > most || memory.numbers > mostNumbers) forget(memory);
}

/** The older half goes. */
function forget(memory: Memory): void {
  memory.kept = memory.kept.slice(memory.kept.length >> 1);
  memory.numbers = memory.kept.reduce((sum, { nodes }) => sum + nodes.length, 0);
  const known = new Set(memory.kept.map(({ uid }) => uid));
  for (const uid of [...memory.attempts.keys()]) if (!known.has(uid)) memory.attempts.delete(uid);
}

function close(memory: Memory): void {
  const { open } = memory;
  if (open === undefined) return;
  const { decision, filters, rejections, looked, ended } = open;
  decision.filters = [...filters];
  if (decision.feasible.length === 0 && decision.preFilter === undefined)
    decision.feasible = (filters.size > 0 ? looked : decision.nodes).filter((name) => !rejections.has(name));
  if (ended !== undefined) decision.message = messageOf(open, ended);
  memory.open = undefined;
}

/** The same plugin, with what it returns noted in the cycle under way. */
function observed(memory: Memory, plugin: SchedulerPlugin): SchedulerPlugin {
  const { name, weight = 1, preFilter, filter, postFilter, preScore, score, normalize } = plugin;
  const noted: { -readonly [K in keyof SchedulerPlugin]: SchedulerPlugin[K] } = { ...plugin };
  if (preFilter !== undefined)
    noted.preFilter = (pod, nodes, tools) => {
      const result = preFilter(pod, nodes, tools);
      if (memory.open === undefined || result === 'skip') return result;
      if ('reject' in result) memory.open.decision.preFilter = { plugin: name, reasons: result.reject.reasons };
      else if (result.only !== undefined) memory.open.narrowedBy.push(name);
      return result;
    };
  if (filter !== undefined)
    noted.filter = (pod, node, state) => {
      const rejection = filter(pod, node, state);
      if (memory.open === undefined) return rejection;
      if (memory.open.looked.at(-1) !== node.name) memory.open.looked.push(node.name);
      memory.open.filters.add(name);
      if (rejection !== undefined)
        memory.open.rejections.set(node.name, [{ plugin: name, reasons: rejection.reasons }]);
      return rejection;
    };
  if (postFilter !== undefined)
    noted.postFilter = (pod, nodes, rejections, tools) => {
      const result = postFilter(pod, nodes, rejections, tools);
      if (result !== undefined && result.message !== '') memory.open?.texts.push(result.message);
      return result;
    };
  if (score === undefined) return noted;
  noted.preScore = (pod, nodes, tools) => {
    if (memory.open !== undefined) memory.open.decision.feasible = nodes.map((node) => node.name);
    const prepared = preScore?.(pod, nodes, tools) ?? { state: undefined };
    if (prepared === 'skip') memory.open?.scores.push({ plugin: name, weight, normalized: [] });
    return prepared;
  };
  noted.normalize = (scores, count) => {
    normalize?.(scores, count);
    memory.open?.scores.push({ plugin: name, weight, normalized: scores.slice(0, count) });
  };
  return noted;
}

function messageOf({ decision, narrowedBy, texts }: Open, rejections: ReadonlyMap<string, Rejection>): string {
  const postFilter = texts.join(', ');
  const nodeCount = decision.nodes.length;
  if (decision.preFilter !== undefined)
    return fitErrorMessage({ nodeCount, rejections, preFilter: decision.preFilter.reasons.join(', '), postFilter });
  return fitErrorMessage({ nodeCount, rejections, absent: notNarrowed({ narrowedBy }), postFilter });
}
