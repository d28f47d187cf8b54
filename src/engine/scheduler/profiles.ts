/**
 * Several profiles of one scheduler: a queue and a cache, and for each Pod the plugins of the profile that its `schedulerName` names.
 * (upstream pkg/scheduler/profile, apis/config KubeSchedulerConfiguration, framework/runtime expandMultiPointPlugins)
 */
import type { PodInfo, SchedulerPlugin } from '../sdk/index.ts';
import { createEventRecorder, type ObjectEventRecorder, type RecorderOptions } from '../sdk/internal.ts';
import type { SchedulerOptions } from './scheduler.ts';

/** A scheduler as it is configured: one profile at least, each with a name of its own. */
export interface SchedulerConfiguration {
  readonly profiles: readonly SchedulerProfile[];
}

export interface SchedulerProfile {
  readonly schedulerName: string;
  /** Beside those that run by default. `multiPoint` is for all points of a plugin, what is said of one point comes after it. */
  readonly plugins?: { readonly [P in Point | 'multiPoint']?: PluginSet };
}

export interface PluginSet {
  /** With a weight, also one that runs anyway. */
  readonly enabled?: readonly { readonly name: string; readonly weight?: number }[];
  /** `*`: all that run by default. */
  readonly disabled?: readonly { readonly name: string }[];
}

/** What a plugin prepares at preFilter and preScore belongs to filter and score. */
const methods = {
  preEnqueue: ['preEnqueue'],
  filter: ['preFilter', 'filter'],
  postFilter: ['postFilter'],
  score: ['preScore', 'score', 'normalize'],
  reserve: ['reserve', 'unreserve'],
  permit: ['permit'],
  preBind: ['preBind'],
  bind: ['bind'],
  postBind: ['postBind'],
} as const satisfies Readonly<Record<string, readonly (keyof SchedulerPlugin)[]>>;

type Point = keyof typeof methods;

const points = Object.keys(methods) as readonly Point[];

/** Where a plugin runs for the Pods of one profile. */
interface Use {
  readonly schedulerName: string;
  readonly points: ReadonlySet<Point>;
  readonly weight: number;
}

/** What a scheduler of this configuration is created with. Throws for one that upstream refuses. */
export function configure(plugins: readonly SchedulerPlugin[], { profiles }: SchedulerConfiguration): Configured {
  checkProfiles(profiles, plugins);
  return {
    plugins: inProfiles(plugins, profiles),
    schedulerNames: profiles.map(({ schedulerName }) => schedulerName),
    createRecorder: (options) => recorderOf(profiles, options),
  };
}

type Configured = Required<Pick<SchedulerOptions, 'plugins' | 'schedulerNames' | 'createRecorder'>>;

/** These plugins, each at work for the Pods of those profiles alone that have it. */
function inProfiles(
  plugins: readonly SchedulerPlugin[],
  profiles: readonly SchedulerProfile[],
): readonly SchedulerPlugin[] {
  return plugins.flatMap((plugin) => {
    const uses = profiles.map((profile) => useOf(plugin, profile)).filter((use) => use.points.size > 0);
    const weights = [...new Set(uses.map(({ weight }) => weight))];
    return weights.map((weight) => restricted(plugin, weight, uses.filter((use) => use.weight === weight)));
  });
}

function useOf(plugin: SchedulerPlugin, { schedulerName, plugins = {} }: SchedulerProfile): Use {
  let weight = plugin.weight ?? 1;
  function follow(set: PluginSet | undefined, before: boolean): boolean {
    const isDisabled = set?.disabled?.some(({ name }) => name === '*' || name === plugin.name) === true;
    const enabled = set?.enabled?.find(({ name }) => name === plugin.name);
    if (enabled?.weight !== undefined && enabled.weight !== 0) weight = enabled.weight;
    return enabled !== undefined || (before && !isDisabled);
  }
  const everywhere = follow(plugins.multiPoint, true);
  const own = points.filter((point) => methods[point].some((method) => plugin[method] !== undefined));
  return { schedulerName, points: new Set(own.filter((point) => follow(plugins[point], everywhere))), weight };
}

/** The plugin for the Pods of these profiles; for others it is as if it weren't there. */
function restricted(plugin: SchedulerPlugin, weight: number, uses: readonly Use[]): SchedulerPlugin {
  const runs = (point: Point): ((pod: PodInfo) => boolean) => {
    const names = new Set(uses.filter((use) => use.points.has(point)).map((use) => use.schedulerName));
    return ({ pod }) => names.has(pod.spec.schedulerName ?? '');
  };
  const [enqueues, filters, postFilters, scores, reserves] = [
    runs('preEnqueue'),
    runs('filter'),
    runs('postFilter'),
    runs('score'),
    runs('reserve'),
  ];
  const [permits, preBinds, binds, postBinds] = [runs('permit'), runs('preBind'), runs('bind'), runs('postBind')];
  const { preEnqueue, preFilter, filter, postFilter, preScore, score, reserve, unreserve, permit, preBind, bind, postBind } = plugin;
  return {
    ...plugin,
    weight,
    ...(preEnqueue && { preEnqueue: (pod) => (enqueues(pod) ? plugin.preEnqueue?.(pod) : undefined) }),
    ...((preFilter ?? filter) && {
      preFilter: (pod, ...rest) => (filters(pod) ? (plugin.preFilter?.(pod, ...rest) ?? passes) : 'skip'),
    }),
    ...(postFilter && { postFilter: (pod, ...rest) => (postFilters(pod) ? plugin.postFilter?.(pod, ...rest) : undefined) }),
    ...((preScore ?? score) && {
      preScore: (pod, ...rest) => (scores(pod) ? (plugin.preScore?.(pod, ...rest) ?? passes) : 'skip'),
    }),
    ...(reserve && { reserve: (pod, node) => (reserves(pod) ? plugin.reserve?.(pod, node) : undefined) }),
    ...(unreserve && { unreserve: (pod, node) => (reserves(pod) ? plugin.unreserve?.(pod, node) : undefined) }),
    ...(permit && { permit: (pod, node) => (permits(pod) ? plugin.permit?.(pod, node) : undefined) }),
    ...(preBind && { preBind: (pod, ...rest) => (preBinds(pod) ? plugin.preBind?.(pod, ...rest) : undefined) }),
    ...(bind && { bind: (pod, ...rest) => (binds(pod) ? plugin.bind?.(pod, ...rest) : undefined) }),
    ...(postBind && { postBind: (pod, node) => (postBinds(pod) ? plugin.postBind?.(pod, node) : undefined) }),
  };
}

/** Of a plugin that prepares nothing. */
const passes = { state: undefined };

/** In upstream's words (apis/config/validation, framework/runtime NewFramework). */
function checkProfiles(profiles: readonly SchedulerProfile[], plugins: readonly SchedulerPlugin[]): void {
  if (profiles.length === 0) throw new Error('profiles: Required value');
  for (const [index, { schedulerName, plugins: sets = {} }] of profiles.entries()) {
    const path = `profiles[${index}]`;
    if (schedulerName === '') throw new Error(`${path}.schedulerName: Required value`);
    if (profiles.findIndex((other) => other.schedulerName === schedulerName) < index) {
      throw new Error(`${path}.schedulerName: Duplicate value: "${schedulerName}"`);
    }
    for (const [point, set] of Object.entries(sets)) {
      if (point !== 'multiPoint' && !Object.hasOwn(methods, point)) {
        throw new Error(`${path}.plugins.${point}: there are multiPoint, ${points.join(', ')}`);
      }
      const unknown = set?.enabled?.find(({ name }) => !plugins.some((plugin) => plugin.name === name));
      if (unknown !== undefined) {
        throw new Error(`initializing profiles: creating profile for scheduler name ${schedulerName}: plugin "${unknown.name}" does not exist`);
      }
    }
    const binds = plugins.some((plugin) => useOf(plugin, { schedulerName, plugins: sets }).points.has('bind'));
    if (!binds) {
      throw new Error(`initializing profiles: creating profile for scheduler name ${schedulerName}: at least one bind plugin is needed for profile with scheduler name "${schedulerName}"`);
    }
  }
}

/** Each profile writes Events in its own name. */
function recorderOf(profiles: readonly SchedulerProfile[], options: RecorderOptions): ObjectEventRecorder {
  const recorders = new Map(
    profiles.map(({ schedulerName }) => [
      schedulerName,
      createEventRecorder({ ...options, source: { component: schedulerName } }),
    ]),
  );
  const [first] = recorders.values();
  return {
    record(type, object, ...rest) {
      const { spec } = object as typeof object & { readonly spec?: { readonly schedulerName?: string } };
      (recorders.get(spec?.schedulerName ?? '') ?? first)?.record(type, object, ...rest);
    },
  };
}

/** Names of the components: the first is `scheduler`. */
export function componentsOf(configurations: readonly SchedulerConfiguration[]): readonly string[] {
  return configurations.map(({ profiles }, index) => (index === 0 ? 'scheduler' : `scheduler/${profiles[0]?.schedulerName}`));
}
