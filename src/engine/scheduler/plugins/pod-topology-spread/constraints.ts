/** The constraints a pod is held to: its own, or the system's for pods of a Service or a workload (upstream podtopologyspread/common.go). */
import {
  controllerOf,
  type LabelSelector,
  labelSelectorMatcher,
  matchesNodeAffinity,
  type NodeInfo,
  type Pod,
  ReplicaSet,
  ReplicationController,
  type SchedulingTools,
  Service,
  StatefulSet,
  type TopologySpreadConstraint,
  untoleratedTaint,
} from 'converge/sdk';
import { type Countable, countedFor, type Matcher } from './counts.ts';

/** A constraint with its selector ready to use. */
export interface Constraint extends Countable {
  readonly maxSkew: number;
  readonly topologyKey: string;
  readonly minDomains: number;
  readonly honorsAffinity: boolean;
  readonly honorsTaints: boolean;
}

export const HOSTNAME = 'kubernetes.io/hostname';

type Action = 'DoNotSchedule' | 'ScheduleAnyway';

const systemDefaults: readonly TopologySpreadConstraint[] = [
  { topologyKey: HOSTNAME, whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 3 },
  { topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 5 },
];

const NONE: readonly Constraint[] = [];

/** Those of the pod's own constraints that ask for this. */
export function ownConstraints(pod: Pod, action: Action): readonly Constraint[] {
  const own = pod.spec.topologySpreadConstraints;
  if (own === undefined || own.length === 0) return NONE;
  return own.filter(({ whenUnsatisfiable }) => whenUnsatisfiable === action).map((each) => constraintOf(each, pod));
}

/** Without own constraints, the system's; none of them rejects a node. */
export function softConstraints(pod: Pod, tools: SchedulingTools): readonly Constraint[] {
  if ((pod.spec.topologySpreadConstraints ?? []).length > 0) return ownConstraints(pod, 'ScheduleAnyway');
  const { namespace = '' } = pod.metadata;
  const selectors = selectorsOf(pod, tools);
  if (selectors.length === 0) return NONE;
  const [only] = selectors;
  const matchers = selectors.map(labelSelectorMatcher);
  const selector: Selector = {
    namespace,
    matches: selectors.length === 1 ? labelSelectorMatcher(only) : (labels) => matchers.every((each) => each(labels)),
    id: `${namespace} ${JSON.stringify(selectors)}`,
  };
  return systemDefaults.map((each) => withSelector(each, selector));
}

interface Selector {
  readonly namespace: string;
  readonly matches: Matcher;
  /** The same text for the same namespace and selector. */
  readonly id: string;
}

function constraintOf(given: TopologySpreadConstraint, { metadata: { labels = {}, namespace = '' } }: Pod): Constraint {
  const { labelSelector, matchLabelKeys = [] } = given;
  const keys = matchLabelKeys.filter((key) => Object.hasOwn(labels, key));
  const matches = labelSelectorMatcher(labelSelector);
  const both: Matcher = (of = {}) => keys.every((key) => Object.hasOwn(of, key) && of[key] === labels[key]) && matches(of);
  const id = JSON.stringify([namespace, labelSelector ?? null, ...keys.map((key) => [key, labels[key]])]);
  return withSelector(given, { namespace, matches: keys.length === 0 ? matches : both, id });
}

function withSelector(given: TopologySpreadConstraint, { namespace, matches, id }: Selector): Constraint {
  const { maxSkew, topologyKey, minDomains = 1, nodeAffinityPolicy = 'Honor', nodeTaintsPolicy = 'Ignore' } = given;
  return {
    maxSkew,
    topologyKey,
    minDomains,
    honorsAffinity: nodeAffinityPolicy === 'Honor',
    honorsTaints: nodeTaintsPolicy === 'Honor',
    matches,
    counted: countedFor(id),
    namespace,
  };
}

/** Selectors of the Services that select the pod and of its owner; it belongs with the pods that all of them select (helper/spread.go). */
function selectorsOf(pod: Pod, { lister }: SchedulingTools): readonly LabelSelector[] {
  const { namespace = '', labels } = pod.metadata;
  const found: LabelSelector[] = [];
  for (const { spec } of lister(Service).list(namespace)) {
    const matchLabels = spec.selector;
    if (matchLabels === undefined) continue;
    const selector = selectorOf(matchLabels);
    if (labelSelectorMatcher(selector)(labels) && Object.keys(matchLabels).length > 0) found.push(selector);
  }
  const owner = controllerOf(pod);
  if (owner === undefined) return found;
  const key = `${namespace}/${owner.name}`;
  const { apiVersion, kind } = owner;
  const replicated = apiVersion === 'v1' && kind === 'ReplicationController' ? lister(ReplicationController).get(key) : undefined;
  if (replicated?.spec?.selector !== undefined) found.push(selectorOf(replicated.spec.selector));
  const isApp = apiVersion === 'apps/v1';
  const replicas = isApp && kind === 'ReplicaSet' ? lister(ReplicaSet).get(key) : undefined;
  const stateful = isApp && kind === 'StatefulSet' ? lister(StatefulSet).get(key) : undefined;
  const selector = replicas?.spec.selector ?? stateful?.spec.selector;
  return selector === undefined ? found : [...found, selector];
}

const selectors = new WeakMap<Readonly<Record<string, string>>, LabelSelector>();

/** One object for each set of labels, so that it is compiled once. */
function selectorOf(matchLabels: Readonly<Record<string, string>>): LabelSelector {
  let selector = selectors.get(matchLabels);
  if (selector === undefined) {
    selector = { matchLabels };
    selectors.set(matchLabels, selector);
  }
  return selector;
}

/** The node has every key that is spread over. */
export function hasAllKeys({ labels }: NodeInfo, constraints: readonly Constraint[]): boolean {
  return constraints.every(({ topologyKey }) => labels[topologyKey] !== undefined);
}

/** Pods on this node count, as the constraint's policies say. */
export function counts({ honorsAffinity, honorsTaints }: Constraint, pod: Pod, { node, taints }: NodeInfo): boolean {
  if (honorsAffinity && !matchesNodeAffinity(pod, node)) return false;
  return !honorsTaints || untoleratedTaint(taints, pod.spec.tolerations) === undefined;
}
