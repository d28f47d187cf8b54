/** What a ReplicaSet says of itself, at every rest. */
import { isActive, isAvailable, isReady, matches, Pod, ReplicaSet, isOfKind } from 'converge/sdk';
import type { Finding, Owner, Rule, SubjectRequest, World } from '../types.ts';
import { inSeconds } from '../words.ts';
import { isEnding } from '../replica-set-scenarios.ts';
import { templateOf } from './shared.ts';

export const truthfulStatus: Rule = {
  cause: 'reported a number that wasn’t so',
  glyph: 'stood-still',
  question: 'When does your loop write its status, and from which Pods?',
  judge: () => (world) => {
    for (const owner of world.owners) {
      // Nobody reads it there any more, and a cache may never have shown the Pods that are gone.
      if (isEnding(owner.desired.metadata.namespace, world)) continue;
      const found = untruth(owner, world);
      if (found !== undefined) return found;
    }
    return undefined;
  },
};

function untruth({ name, live, made }: Owner, { t, nowMs }: World): Finding | undefined {
  if (live === undefined || !isOfKind(ReplicaSet, live) || live.metadata.deletionTimestamp !== undefined) return undefined;
  const { status, spec, metadata } = live;
  const pods = made.filter((each): each is Pod => isOfKind(Pod, each)).filter(isActive);
  const labels = templateOf(live)?.metadata?.labels ?? {};
  const { minReadySeconds = 0 } = spec;
  const truth = {
    replicas: pods.length,
    fullyLabeledReplicas: pods.filter((pod) => matches({ matchLabels: labels }, pod.metadata.labels)).length,
    readyReplicas: pods.filter(isReady).length,
    availableReplicas: pods.filter((pod) => isAvailable(pod, minReadySeconds, nowMs)).length,
  };
  for (const [field, count] of Object.entries(truth)) {
    const says = Number(Reflect.get(status, field) ?? 0);
    if (says === count) continue;
    const seen = `At ${inSeconds(t)} \`status.${field}\` of \`${name}\` is ${says}, and it is true of ${count} of its Pods.`;
    return field === 'availableReplicas' && says < count && minReadySeconds > 0 ? { ...availableLate, seen } : { seen };
  }
  if ((status.observedGeneration ?? 0) !== metadata.generation)
    return {
      cause: 'reported on an old generation',
      seen: `At ${inSeconds(t)} \`${name}\` is of generation ${metadata.generation}, and its status speaks of ${status.observedGeneration ?? 'none'}.`,
      question: 'How does a reader of the status know which spec it speaks of?',
    };
  const failure = status.conditions?.find(({ type }) => type === 'ReplicaFailure');
  if (failure !== undefined && pods.length === (spec.replicas ?? 1))
    return {
      cause: 'left a failure in its status',
      seen: `At ${inSeconds(t)} \`${name}\` has all its Pods, and its status still says ReplicaFailure: ${failure.message ?? ''}`,
      question: 'The failure is over. Which pass takes it out of the status?',
    };
  return undefined;
}

/** The other numbers are true: the last pass was in time for them. */
const availableLate: Omit<Finding, 'seen'> = {
  cause: 'learned too late that a Pod is available',
  question: 'A Pod becomes available `minReadySeconds` after it became ready, and no event comes then. What calls your loop at that moment?',
};

/** So long a set may be short of Pods because they are refused before its status has to say so; milliseconds. */
const reportWithinMs = 12_000;

interface Refused {
  /** Of the first of them. */
  readonly t: number;
  readonly count: number;
}

/** While creates are refused, a reader of the status has to learn why there are too few. */
export const reportsFailure: Rule = {
  cause: 'kept a failure to itself',
  glyph: 'stood-still',
  question: 'A create is refused again and again. Where does a reader of the status alone see that, and which pass writes it?',
  judge() {
    let seen = 0;
    const since = new Map<string, Refused>();
    return (world) => {
      for (; seen < world.requests.length; seen += 1) {
        const request = world.requests[seen];
        if (request?.verb === 'create') noteCreate(since, request);
      }
      for (const namespace of [...since.keys()]) if (!isShort(namespace, world)) since.delete(namespace);
      for (const owner of world.owners) {
        const refused = since.get(owner.desired.metadata.namespace ?? '');
        if (refused === undefined || refused.count < 3 || world.t < refused.t + reportWithinMs) continue;
        const { t } = refused;
        if (world.writes('create').some((write) => write.t >= t)) continue;
        const found = silence(owner, t, world);
        if (found !== undefined) return found;
      }
      return undefined;
    };
  },
};

/** Whether a set there has too few Pods: a refusal of one too many is no failure. */
const isShort = (namespace: string, { owners }: World): boolean =>
  owners.some(({ desired, made }) => {
    if (desired.metadata.namespace !== namespace || !isOfKind(ReplicaSet, desired)) return false;
    return activeOf(made) < (desired.spec.replicas ?? 1);
  });

const activeOf = (made: Owner['made']): number => made.filter((each) => isOfKind(Pod, each) && isActive(each)).length;

/** Since when every create in a namespace has been refused. A namespace that is being deleted is no failure. */
function noteCreate(since: Map<string, Refused>, { path, code, message, t }: SubjectRequest): void {
  const namespace = /\/namespaces\/([^/]+)\/pods$/.exec(path)?.[1];
  if (namespace === undefined) return;
  const before = since.get(namespace);
  if (code < 400 || message.includes('being terminated')) since.delete(namespace);
  else since.set(namespace, { t: before?.t ?? t, count: (before?.count ?? 0) + 1 });
}

function silence({ name, live, made, desired }: Owner, refusedAt: number, { t }: World): string | undefined {
  if (live === undefined || !isOfKind(ReplicaSet, live) || live.metadata.deletionTimestamp !== undefined) return undefined;
  const active = activeOf(made);
  if (!isOfKind(ReplicaSet, desired) || active >= (desired.spec.replicas ?? 1)) return undefined;
  const failure = live.status.conditions?.find(({ type }) => type === 'ReplicaFailure');
  const since = `From ${inSeconds(refusedAt)} to ${inSeconds(t)} the API server refused every create.`;
  if (failure?.status !== 'True' || failure.reason !== 'FailedCreate')
    return `${since} \`${name}\` wants ${desired.spec.replicas} and has ${active}. Its status has no condition \`ReplicaFailure\` that is True with the reason FailedCreate.`;
  if (live.status.replicas === active) return undefined;
  return `${since} \`${name}\` has ${active} Pods, and its status says ${live.status.replicas}.`;
}
