/**
 * What a quota counts, of every kind: the API server asks before it lets an object in, the quota controller when it counts again
 * (upstream: pkg/quota/v1/evaluator).
 */
import { compareQuantities, type KubeObject, type Quantity } from '../../meta/index.ts';
import type { PersistentVolumeClaim, Pod, ResourceQuota, Service } from '../generated/types.ts';
import type { Kind } from '../types.ts';
import { type Amounts, amountsOf, count, one } from './amounts.ts';
import { isPodResource, missingFromPod, podUsage } from './pods.ts';
import { podInScope, scopeSelectors } from './scopes.ts';

export * from './amounts.ts';
export { podTotal } from './pod-total.ts';

/** How a kind is counted. */
export interface QuotaEvaluator {
  /** Whether an amount of this name has to do with the kind. */
  counts(name: string): boolean;
  /** Whether an update may change what an object counts for. */
  readonly countsUpdates: boolean;
  usage(object: KubeObject, nowMs: number): Amounts;
  /** Whether an object is among those the quota is about. */
  inScope(object: KubeObject, quota: ResourceQuota): boolean;
  /** What the object would have to say for these amounts, in upstream's words. */
  missing(object: KubeObject, restricted: readonly string[]): string | undefined;
}

type Counted = Pick<Kind, 'group' | 'plural'>;

/** The evaluator of a kind; undefined for events, which no quota counts. */
export function quotaEvaluator(kind: Counted): QuotaEvaluator | undefined {
  if (kind.plural === 'events') return undefined;
  return (kind.group === '' ? special[kind.plural] : undefined) ?? objectCounter(kind);
}

/** `count/pods`, `count/deployments.apps`. */
export function countName({ group, plural }: Counted): string {
  return group === '' ? `count/${plural}` : `count/${plural}.${group}`;
}

/** Kinds that were counted under their plain name before there was `count/…`. */
const plainNames = new Set(['configmaps', 'resourcequotas', 'replicationcontrollers', 'secrets']);

const unscoped = (_object: KubeObject, quota: ResourceQuota): boolean => scopeSelectors(quota.spec).length === 0;
const nothingMissing = (): undefined => undefined;

function objectCounter(kind: Counted): QuotaEvaluator {
  const names = [countName(kind), ...(kind.group === '' && plainNames.has(kind.plural) ? [kind.plural] : [])];
  const usage: Amounts = new Map(names.map((name) => [name, one]));
  return {
    counts: (name) => names.includes(name),
    countsUpdates: false,
    usage: () => usage,
    inScope: unscoped,
    missing: nothingMissing,
  };
}

const serviceNames = ['count/services', 'services', 'services.nodeports', 'services.loadbalancers'];
const ofClass = '.storageclass.storage.k8s.io/';
const claimNames = ['count/persistentvolumeclaims', 'persistentvolumeclaims', 'requests.storage'];

const nothing: Amounts = new Map();
const isPod = (object: KubeObject): object is Pod => object.kind === 'Pod';
const isService = (object: KubeObject): object is Service => object.kind === 'Service';
const isClaim = (object: KubeObject): object is PersistentVolumeClaim => object.kind === 'PersistentVolumeClaim';

const special: Readonly<Record<string, QuotaEvaluator>> = {
  pods: {
    counts: isPodResource,
    countsUpdates: false,
    usage: (object, nowMs) => (isPod(object) ? podUsage(object, nowMs) : nothing),
    inScope: (object, { spec }) =>
      isPod(object) && scopeSelectors(spec).every((selector) => podInScope(object, selector)),
    missing: (object, restricted) => (isPod(object) ? missingFromPod(object, restricted) : undefined),
  },
  services: {
    counts: (name) => serviceNames.includes(name),
    countsUpdates: true,
    usage: (object) => (isService(object) ? serviceUsage(object) : nothing),
    inScope: unscoped,
    missing: nothingMissing,
  },
  persistentvolumeclaims: {
    counts: (name) => claimNames.includes(name) || name.includes(ofClass),
    countsUpdates: true,
    usage: (object) => (isClaim(object) ? claimUsage(object) : nothing),
    inScope: unscoped,
    missing: nothingMissing,
  },
};

function serviceUsage({ spec }: Service): Amounts {
  const ports = spec.ports ?? [];
  const isBalanced = spec.type === 'LoadBalancer';
  const allocated =
    isBalanced && spec.allocateLoadBalancerNodePorts === false
      ? ports.filter(({ nodePort = 0 }) => nodePort > 0)
      : ports;
  return new Map([
    ['count/services', one],
    ['services', one],
    ['services.nodeports', count(isBalanced || spec.type === 'NodePort' ? allocated.length : 0)],
    ['services.loadbalancers', count(isBalanced ? 1 : 0)],
  ]);
}

/** What a claim asks for, or what its volume is being expanded to, if that is more. */
function storageOf({ spec, status }: PersistentVolumeClaim): Quantity | undefined {
  const [wanted, allocated] = [spec.resources?.requests, status?.allocatedResources].map((each) => amountsOf(each).get('storage'));
  return wanted !== undefined && allocated !== undefined && compareQuantities(allocated, wanted) > 0 ? allocated : wanted;
}

function claimUsage(claim: PersistentVolumeClaim): Amounts {
  const { spec, metadata } = claim;
  const usage = new Map([
    ['count/persistentvolumeclaims', one],
    ['persistentvolumeclaims', one],
  ]);
  const className = metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] ?? spec.storageClassName ?? '';
  if (className !== '') usage.set(`${className}${ofClass}persistentvolumeclaims`, one);
  const storage = storageOf(claim);
  if (storage === undefined) return usage;
  usage.set('requests.storage', storage);
  if (className !== '') usage.set(`${className}${ofClass}requests.storage`, storage);
  return usage;
}
