/** Runs the plugins of a profile at their extension points. Synchronous up to Permit. */
import type {
  ClusterEvent,
  NodeInfo,
  PodInfo,
  PostFiltered,
  Rejection,
  SchedulerPlugin,
  SchedulingTools,
} from '../sdk/index.ts';

export interface PreFiltered {
  /** State of each filter plugin that runs, in order. */
  readonly filters: readonly RunningFilter[];
  /** Names of the only nodes worth looking at, and the plugins that said so. */
  readonly only?: ReadonlySet<string>;
  readonly narrowedBy: readonly string[];
}

export interface RunningFilter {
  readonly plugin: SchedulerPlugin;
  readonly state: unknown;
}

export interface Refused {
  readonly plugin: string;
  readonly rejection: Rejection;
}

export interface Framework {
  readonly plugins: readonly SchedulerPlugin[];
  /** The first PreEnqueue rejection. */
  preEnqueue(pod: PodInfo): Refused | undefined;
  preFilter(pod: PodInfo, nodes: readonly NodeInfo[]): PreFiltered | Refused;
  /** The first filter's rejection. Allocates nothing unless it rejects. */
  filter(filters: readonly RunningFilter[], pod: PodInfo, node: NodeInfo): Refused | undefined;
  /** Texts of the PostFilter plugins, joined, and the first nomination. */
  postFilter(pod: PodInfo, nodes: readonly NodeInfo[], rejections: ReadonlyMap<string, Rejection>): PostFiltered;
  /** Weighted sums of the normalised scores, by index of `nodes`. The array is reused by the next call. */
  score(pod: PodInfo, nodes: readonly NodeInfo[]): readonly number[];
  /** Runs Reserve; after a rejection everything is unreserved. */
  reserve(pod: PodInfo, nodeName: string): Refused | undefined;
  /** In reverse order. */
  unreserve(pod: PodInfo, nodeName: string): void;
  hint(plugin: string, event: ClusterEvent, pod: PodInfo): boolean;
}

/** A framework of these plugins, run in this order. */
export function createFramework(plugins: readonly SchedulerPlugin[], tools: SchedulingTools): Framework {
  const byName = new Map(plugins.map((plugin) => [plugin.name, plugin]));
  const filterPlugins = plugins.filter((plugin) => plugin.preFilter !== undefined || plugin.filter !== undefined);
  const scorePlugins = plugins.filter((plugin) => plugin.score !== undefined);
  const totals: number[] = [];
  const scores: number[] = [];

  function addScores(plugin: SchedulerPlugin, pod: PodInfo, nodes: readonly NodeInfo[]): void {
    const prepared = plugin.preScore?.(pod, nodes, tools);
    if (prepared === 'skip') return;
    const state = prepared?.state;
    const count = nodes.length;
    for (let index = 0; index < count; index += 1) {
      const node = nodes[index];
      scores[index] = node === undefined ? 0 : (plugin.score?.(pod, node, state) ?? 0);
    }
    plugin.normalize?.(scores, count);
    const weight = plugin.weight ?? 1;
    for (let index = 0; index < count; index += 1) {
      totals[index] = (totals[index] ?? 0) + weight * (scores[index] ?? 0);
    }
  }

  function unreserve(pod: PodInfo, nodeName: string): void {
    for (const plugin of plugins.toReversed()) plugin.unreserve?.(pod, nodeName);
  }

  return {
    plugins,
    preEnqueue(pod) {
      for (const plugin of plugins) {
        const rejection = plugin.preEnqueue?.(pod);
        if (rejection !== undefined) return { plugin: plugin.name, rejection };
      }
      return undefined;
    },
    preFilter: (pod, nodes) => preFilter(filterPlugins, pod, nodes, tools),
    filter(filters, pod, node) {
      for (const { plugin, state } of filters) {
        const rejection = plugin.filter?.(pod, node, state);
        if (rejection !== undefined) return { plugin: plugin.name, rejection };
      }
      return undefined;
    },
    postFilter: (pod, nodes, rejections) => postFilter(plugins, pod, nodes, rejections, tools),
    score(pod, nodes) {
      totals.length = nodes.length;
      totals.fill(0);
      scores.length = nodes.length;
      for (const plugin of scorePlugins) addScores(plugin, pod, nodes);
      return totals;
    },
    reserve(pod, nodeName) {
      for (const plugin of plugins) {
        const rejection = plugin.reserve?.(pod, nodeName);
        if (rejection === undefined) continue;
        unreserve(pod, nodeName);
        return { plugin: plugin.name, rejection };
      }
      return undefined;
    },
    unreserve,
    hint(name, event, pod) {
      const plugin = byName.get(name);
      if (event.type === 'object' && plugin?.reads?.includes(event.kind) !== true) return false;
      return plugin?.wokenBy?.(event, pod, tools) ?? true;
    },
  };
}

function preFilter(
  plugins: readonly SchedulerPlugin[],
  pod: PodInfo,
  nodes: readonly NodeInfo[],
  tools: SchedulingTools,
): PreFiltered | Refused {
  const filters: RunningFilter[] = [];
  const narrowedBy: string[] = [];
  let only: ReadonlySet<string> | undefined;
  for (const plugin of plugins) {
    const result = plugin.preFilter?.(pod, nodes, tools);
    if (result === 'skip') continue;
    if (result !== undefined && 'reject' in result) return { plugin: plugin.name, rejection: result.reject };
    if (result?.only !== undefined) {
      only = only === undefined ? result.only : common(only, result.only);
      narrowedBy.push(plugin.name);
    }
    if (plugin.filter !== undefined) filters.push({ plugin, state: result?.state });
  }
  return only === undefined ? { filters, narrowedBy } : { filters, only, narrowedBy };
}

/** What the plugins add to a failed attempt. */
function postFilter(
  plugins: readonly SchedulerPlugin[],
  pod: PodInfo,
  nodes: readonly NodeInfo[],
  rejections: ReadonlyMap<string, Rejection>,
  tools: SchedulingTools,
): PostFiltered {
  const texts: string[] = [];
  let nominated: string | undefined;
  for (const plugin of plugins) {
    const result = plugin.postFilter?.(pod, nodes, rejections, tools);
    if (result === undefined) continue;
    if (result.message !== '') texts.push(result.message);
    nominated ??= result.nominated;
  }
  const message = texts.join(', ');
  return nominated === undefined ? { message } : { message, nominated };
}

function common(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...a].filter((name) => b.has(name)));
}
