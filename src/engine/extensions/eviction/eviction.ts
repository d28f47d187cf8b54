/** POST pods/x/eviction: a deletion that asks the pod's disruption budget first (upstream: registry/core/pod/storage/eviction.go). */
import { type Eviction, Pod, PodDisruptionBudget } from '../../api/index.ts';
import { asJson } from '../../apiserver/codec.ts';
import type { Context } from '../../apiserver/context.ts';
import { checkNamespace } from '../../apiserver/object-meta.ts';
import { attempt, type Done, refuse } from '../../apiserver/outcome.ts';
import { isOf, objectPath, pathOf } from '../../apiserver/resource.ts';
import { respondJson, respondStatus } from '../../apiserver/respond.ts';
import type { Change } from '../../apiserver/storage.ts';
import { admitBody } from '../../apiserver/subresources/admitted.ts';
import { decodeAdmitted, type PostedKind, readPosted } from '../../apiserver/subresources/posted-object.ts';
import { type DeleteOptions, deleteObject, deleteOptionsFrom } from '../../apiserver/verbs/delete.ts';
import {
  badRequest,
  conditionOf,
  failure,
  forbidden,
  formatTime,
  isJsonObject,
  isTrue,
  type Json,
  type KubeObject,
  labelSelectorMatcher,
  type Status,
  success,
  tooManyRequests,
  withCondition,
} from '../../meta/index.ts';

/** More evictions that no controller has confirmed aren't granted. */
const mostDisruptedPods = 2000;

/** Deletes the pod with the options of the Eviction, if its budget allows it. 201 Status Success; 429 when it doesn't. */
export function evict(context: Context): void {
  const { info, exchange } = context;
  const given = readPosted(context, kind);
  const { name = '' } = given.metadata;
  if (name !== '' && name !== info.name) refuse(badRequest('name in URL does not match name in Eviction object'));
  checkNamespace(given.metadata.namespace, info.namespace);
  deleteOptionsFrom(optionsIn(asJson(given)), context);
  admitBody(context, kind, asJson(given), (admitted) => {
    const asked =
      admitted.status === undefined
        ? attempt(() => deleteOptionsFrom(optionsIn(asJson(decodeAdmitted(kind, admitted.ok))), context))
        : admitted;
    if (asked.status !== undefined) respondStatus(exchange, asked.status, context.warnings);
    else evictWith(context, { ...asked.ok, dryRun: asked.ok.dryRun || context.dryRun });
  });
}

const kind: PostedKind<Eviction> = {
  group: 'policy',
  version: 'v1',
  kind: 'Eviction',
  plural: 'evictions',
  namespaced: true,
  schema: 'io.k8s.api.policy.v1.Eviction',
};

function optionsIn(eviction: Json): Json | undefined {
  return isJsonObject(eviction) ? eviction['deleteOptions'] : undefined;
}

/** A pod that others change meanwhile is read again, so often, after so many milliseconds (upstream EvictionsRetry). */
const mostAttempts = 20;
const againMs = 500;

function evictWith(context: Context, options: DeleteOptions, attempts = mostAttempts): void {
  const { info, resource, exchange, storage } = context;
  const answer = (status: Status | undefined): void => {
    if (status !== undefined) respondStatus(exchange, status, context.warnings);
    else respondJson(exchange, 201, { ...success(), code: 201 }, context.warnings);
  };
  storage.get(objectPath(resource, info.namespace, info.name), (outcome) => {
    if (outcome.status !== undefined) return answer(outcome.status);
    const pod = outcome.ok;
    if (!isOf(Pod, pod)) throw new Error('only pods are evicted');
    const isFree = options.resourceVersion === undefined;
    if (isBeyondBudgets(pod)) {
      const mayBecomeReady = isFree && isPending(pod);
      return finish(context, pod, mayBecomeReady ? asRead(pod, options) : options, (status) => {
        if (!mayBecomeReady || !isConflict(status) || attempts === 1) return answer(status);
        context.parts.clock.after(againMs, () => evictWith(context, options, attempts - 1));
      });
    }
    askBudget(context, pod, options, (asked) => {
      if (asked.status !== undefined) return answer(asked.status);
      const { unasked } = asked.ok;
      finish(context, pod, unasked === undefined ? options : asRead(pod, options), (status) =>
        answer(unasked !== undefined && isFree && isConflict(status) ? beingProcessed(unasked) : status),
      );
    });
  });
}

/** Only as it was read: should it become ready meanwhile, it counts. */
const asRead = ({ metadata: { resourceVersion } }: Pod, options: DeleteOptions): DeleteOptions => ({
  ...options,
  resourceVersion: options.resourceVersion ?? resourceVersion,
});

const isConflict = (status: Status | undefined): boolean => status?.reason === 'Conflict';

const isPending = ({ metadata, status: { phase = 'Pending' } }: Pod): boolean => metadata.deletionTimestamp === undefined && phase === 'Pending';

/** It has ended, hasn't begun or is going already: nothing more is disrupted. */
function isBeyondBudgets({ metadata, status }: Pod): boolean {
  return metadata.deletionTimestamp !== undefined || !['Running', 'Unknown'].includes(status.phase ?? 'Pending');
}

/** Its budget allows it. `unasked`: that of a pod that isn't ready, from which nothing was taken. */
interface Granted {
  readonly unasked?: string;
}

/** Takes one disruption off the pod's budget, if it has one. */
function askBudget(context: Context, pod: Pod, options: DeleteOptions, done: Done<Granted>): void {
  const budgets = budgetsOf(context, pod);
  const [budget] = budgets;
  if (budget === undefined) return done({ ok: {} });
  if (budgets.length > 1) {
    const words = 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';
    return done({ status: failure(500, '', words) });
  }
  if (!isTrue(pod.status.conditions, 'Ready') && mayGoUnready(budget)) return done({ ok: { unasked: budget.metadata.name } });
  const storage = context.parts.resources.find('policy', 'v1', PodDisruptionBudget.plural);
  if (storage === undefined) return done({ ok: {} });
  const nowMs = context.parts.clock.now();
  const change = (current: KubeObject, changed: Done<Change>): void => {
    changed(attempt(() => ({ put: decremented(asBudget(current), pod.metadata.name, nowMs) })));
  };
  storage.update(pathOf(storage.resource, budget), change, { dryRun: options.dryRun }, (outcome) => {
    done(outcome.status === undefined ? { ok: {} } : outcome);
  });
}

/** The pod isn't healthy anyway, and enough others are; or the budget doesn't mind. */
function mayGoUnready({ spec, status }: PodDisruptionBudget): boolean {
  if (spec.unhealthyPodEvictionPolicy === 'AlwaysAllow') return true;
  const { currentHealthy = 0, desiredHealthy = 0 } = status;
  return currentHealthy >= desiredHealthy && desiredHealthy > 0;
}

function budgetsOf({ parts }: Context, pod: Pod): readonly PodDisruptionBudget[] {
  const { namespace = '', labels = {} } = pod.metadata;
  const found: PodDisruptionBudget[] = [];
  for (const object of parts.resources.find('policy', 'v1', PodDisruptionBudget.plural)?.cache.list(namespace) ?? []) {
    const { selector } = asBudget(object).spec;
    if (selector !== undefined && labelSelectorMatcher(selector)(labels)) found.push(asBudget(object));
  }
  return found;
}

function asBudget(object: KubeObject): PodDisruptionBudget {
  if (!isOf(PodDisruptionBudget, object)) throw new Error('a budget is asked');
  return object;
}

const violation = "Cannot evict pod as it would violate the pod's disruption budget.";
const cause = (message: string) => [{ reason: 'DisruptionBudget', message }] as const;

const beingProcessed = (name: string): Status =>
  tooManyRequests(violation, 10, cause(`The disruption budget ${name} is still being processed by the server.`));

/** One disruption less, and who it was for. Throws 429 when there is none left. */
function decremented(budget: PodDisruptionBudget, podName: string, nowMs: number): PodDisruptionBudget {
  const { metadata, status } = budget;
  const { name } = metadata;
  if ((status.observedGeneration ?? 0) < (metadata.generation ?? 0)) refuse(beingProcessed(name));
  if (Object.keys(status.disruptedPods ?? {}).length > mostDisruptedPods) {
    const why = 'DisruptedPods map too big - too many evictions not confirmed by PDB controller';
    refuse(forbidden({ group: 'policy', plural: 'poddisruptionbudget' }, name, why));
  }
  const { disruptionsAllowed: allowed = 0, desiredHealthy = 0, currentHealthy = 0 } = status;
  if (allowed <= 0) {
    const message = `The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;
    refuse(tooManyRequests(violation, 0, cause(message)));
  }
  const disruptionsAllowed = allowed - 1;
  const disruptedPods = { ...status.disruptedPods, [podName]: formatTime(nowMs) };
  const next = { ...status, disruptionsAllowed, disruptedPods };
  return { ...budget, status: disruptionsAllowed > 0 ? next : withoutDisruptions(next, nowMs) };
}

function withoutDisruptions(status: PodDisruptionBudget['status'], nowMs: number): PodDisruptionBudget['status'] {
  const type = 'DisruptionAllowed';
  const old = conditionOf(status.conditions, type);
  const lastTransitionTime = old?.status === 'False' ? old.lastTransitionTime : formatTime(nowMs);
  const { observedGeneration } = status;
  const condition = { type, status: 'False', reason: 'InsufficientPods', message: '', lastTransitionTime } as const;
  const observed = observedGeneration === undefined ? {} : { observedGeneration };
  return { ...status, conditions: withCondition(status.conditions, { ...condition, ...observed }) };
}

/** Writes down why it goes, and lets it go. */
function finish(
  context: Context,
  pod: Pod,
  options: DeleteOptions,
  answer: (status: Status | undefined) => void,
): void {
  const { storage, resource, parts } = context;
  const path = pathOf(resource, pod);
  const lastTransitionTime = formatTime(parts.clock.now());
  const why = { reason: 'EvictionByEvictionAPI', message: 'Eviction API: evicting' };
  const condition = { type: 'DisruptionTarget', status: 'True', ...why, lastTransitionTime } as const;
  let isOther = false;
  const mark = (current: KubeObject, changed: Done<Change>): void => {
    changed(
      attempt(() => {
        if (!isOf(Pod, current)) throw new Error('only pods are evicted');
        const { uid, resourceVersion } = options;
        isOther =
          (uid !== undefined && uid !== current.metadata.uid) ||
          (resourceVersion !== undefined && resourceVersion !== current.metadata.resourceVersion);
        // The deletion refuses another one in its own words.
        if (isOther || conditionOf(current.status.conditions, condition.type)?.status === 'True')
          return { put: current };
        const conditions = withCondition(current.status.conditions, condition);
        return { put: { ...current, status: { ...current.status, conditions } } };
      }),
    );
  };
  storage.update(path, mark, { dryRun: options.dryRun }, (marked) => {
    if (marked.status !== undefined) return answer(marked.status);
    const isMarked = !isOther && options.resourceVersion === pod.metadata.resourceVersion && !options.dryRun;
    const { resourceVersion } = marked.ok.object.metadata;
    const from = isMarked && resourceVersion !== undefined ? { ...options, resourceVersion } : options;
    // Admission has seen the eviction; of the deletion it hears nothing, as upstream.
    deleteObject(context, path, from, (outcome) => answer(outcome.status), 'unasked');
  });
}
