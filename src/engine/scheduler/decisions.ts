/**
 * Remembers how the scheduler has decided, for views: it stands among the plugins, hears what each of them says, and says nothing itself.
 */
import { fitErrorMessage, type NodeInfo, type PodInfo, type Rejection, type SchedulerPlugin } from '../sdk/index.ts';
import { notNarrowed } from './cycle.ts';

/** One cycle: what was asked of each node, and what came of it. */
export interface Decision {
  readonly uid: string;
  /** `namespace/name` of the pod. */
  readonly key: string;
  /** The how-manieth of this pod, from 1. */
  readonly attempt: number;
  /** Milliseconds since the epoch. */
  readonly timeMs: number;
  /** Nodes there were, in the order they were looked at. */
  readonly nodes: readonly string[];
  /** Filters that ran, in this order; of a rejected node those up to the one that said no. */
  readonly filters: readonly string[];
  /** A plugin's no before any node was looked at. */
  readonly preFilter?: Said;
  /** By node name: the plugin that said no, or all of them where all were asked. */
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
  /** The same plugins, listened to. */
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
  /** Of the plugins that were asked when no node would do. */
  readonly texts: string[];
  ended?: ReadonlyMap<string, Rejection>;
  readonly rejections: Map<string, readonly Said[]>;
  readonly filters: Set<string>;
  readonly scores: PluginScores[];
}

/** Creates it, with nothing decided yet. `now`: milliseconds since the epoch. */
export function createDecisions(now: () => number): Decisions {
  let kept: Decision[] = [];
  let numbers = 0;
  const attempts = new Map<string, number>();
  let open: Open | undefined;

  function begin(pod: PodInfo, nodes: readonly NodeInfo[]): void {
    close();
    const attempt = (attempts.get(pod.uid) ?? 0) + 1;
    attempts.set(pod.uid, attempt);
    const [rejections, filters, scores] = [new Map(), new Set<string>(), []];
    const decision: Open['decision'] = {
      uid: pod.uid,
      key: pod.key,
      attempt,
      timeMs: now(),
      nodes: nodes.map(({ name }) => name),
      filters: [],
      rejections,
      feasible: [],
      scores,
    };
    open = { decision, rejections, filters, scores, looked: [], narrowedBy: [], texts: [] };
    kept.push(decision);
    numbers += nodes.length;
    if (kept.length > most || numbers > mostNumbers) forget();
  }

  /** The older half goes. */
  function forget(): void {
    kept = kept.slice(kept.length >> 1);
    numbers = kept.reduce((sum, { nodes }) => sum + nodes.length, 0);
    const known = new Set(kept.map(({ uid }) => uid));
    for (const uid of [...attempts.keys()]) if (!known.has(uid)) attempts.delete(uid);
  }

  function listening(plugin: SchedulerPlugin): SchedulerPlugin {
    const { name, weight = 1, preFilter, filter, postFilter, preScore, score, normalize } = plugin;
    const heard: { -readonly [K in keyof SchedulerPlugin]: SchedulerPlugin[K] } = { ...plugin };
    if (preFilter !== undefined)
      heard.preFilter = (pod, nodes) => {
        const result = preFilter(pod, nodes);
        if (open === undefined || result === 'skip') return result;
        if ('reject' in result) open.decision.preFilter = { plugin: name, reasons: result.reject.reasons };
        else if (result.only !== undefined) open.narrowedBy.push(name);
        return result;
      };
    if (filter !== undefined)
      heard.filter = (pod, node, state) => {
        const rejection = filter(pod, node, state);
        if (open === undefined) return rejection;
        if (open.looked.at(-1) !== node.name) open.looked.push(node.name);
        open.filters.add(name);
        if (rejection !== undefined) open.rejections.set(node.name, [{ plugin: name, reasons: rejection.reasons }]);
        return rejection;
      };
    if (postFilter !== undefined)
      heard.postFilter = (pod, nodes, rejections) => {
        const result = postFilter(pod, nodes, rejections);
        if (result !== undefined && result.message !== '') open?.texts.push(result.message);
        return result;
      };
    if (score === undefined) return heard;
    heard.preScore = (pod, nodes) => {
      if (open !== undefined) open.decision.feasible = nodes.map((node) => node.name);
      const prepared = preScore?.(pod, nodes) ?? { state: undefined };
      if (prepared === 'skip') open?.scores.push({ plugin: name, weight, normalized: [] });
      return prepared;
    };
    heard.normalize = (scores, count) => {
      normalize?.(scores, count);
      open?.scores.push({ plugin: name, weight, normalized: scores.slice(0, count) });
    };
    return heard;
  }

  /** First of all: a cycle begins. Last: it has ended, one way or the other. */
  const first: SchedulerPlugin = {
    name: 'Onlooker',
    preFilter(pod, nodes) {
      begin(pod, nodes);
      return 'skip';
    },
    postFilter(_pod, _nodes, rejections) {
      if (open !== undefined) open.ended = rejections;
      return undefined;
    },
    reserve(_pod, nodeName) {
      if (open !== undefined) open.decision.chosen = nodeName;
      close();
      return undefined;
    },
  };

  function close(): void {
    if (open === undefined) return;
    const { decision, filters, rejections, looked, ended } = open;
    decision.filters = [...filters];
    if (decision.feasible.length === 0 && decision.preFilter === undefined)
      decision.feasible = (filters.size > 0 ? looked : decision.nodes).filter((name) => !rejections.has(name));
    if (ended !== undefined) decision.message = messageOf(open, ended);
    open = undefined;
  }

  return {
    listen: (plugins) => [first, ...plugins.map(listening)],
    decisions() {
      close();
      return kept;
    },
  };
}

function messageOf({ decision, narrowedBy, texts }: Open, rejections: ReadonlyMap<string, Rejection>): string {
  const postFilter = texts.join(', ');
  const nodeCount = decision.nodes.length;
  if (decision.preFilter !== undefined)
    return fitErrorMessage({ nodeCount, rejections, preFilter: decision.preFilter.reasons.join(', '), postFilter });
  return fitErrorMessage({ nodeCount, rejections, absent: notNarrowed({ narrowedBy }), postFilter });
}
