/** Takes the steps of a plan. (upstream stateful_pod_control.go) */
import { isAlreadyExists, isNotFound, joinKey, PersistentVolumeClaim, Pod, type StatefulSet, type Tools } from 'converge/sdk';
import { messageOf } from '../shared/message-of.ts';
import { claimsOf, hasIdentity, hasStorage, ordinalOf, podName, repaired } from './identity.ts';
import type { Plan, Step } from './plan.ts';
import { hasUnexpectedController, isUpToDate, ownersOf } from './retention.ts';

/** One after the other; those of a parallel set in batches of 1, 2, 4, 8 … Throws the first refusal, after the batch it was in. */
export async function carryOut(set: StatefulSet, { phases }: Plan, tools: Tools): Promise<void> {
  const isOrdered = set.spec.podManagementPolicy !== 'Parallel';
  for (const steps of phases) {
    for (let from = 0, size = 1; from < steps.length; from += size, size = isOrdered ? 1 : size * 2) {
      const batch = steps.slice(from, from + size).map((step) => take(set, step, tools));
      const refused = (await Promise.allSettled(batch)).find((result) => result.status === 'rejected');
      if (refused !== undefined) throw refused.reason;
    }
  }
}

function take(set: StatefulSet, step: Step, tools: Tools): Promise<void> {
  switch (step.do) {
    case 'create':
      return create(set, step, tools);
    case 'delete':
      return noting('delete', set, step.pod.metadata.name, tools, () => remove(step.pod, tools));
    case 'claims':
      return createClaims(set, ordinalOf(step.pod), tools).then(() => retain(set, step.pod, tools));
    case 'repair':
      return noting('update', set, step.pod.metadata.name, tools, () => repair(set, step.pod, tools));
    case 'retain':
      return retain(set, step.pod, tools);
  }
}

type Verb = 'create' | 'delete' | 'update';

/** Does it and records an Event of it. */
async function noting(verb: Verb, set: StatefulSet, pod: string, { events }: Tools, act: () => Promise<void>): Promise<void> {
  const what = `${verb} Pod ${pod} in StatefulSet ${set.metadata.name}`;
  const reason = `${verb.slice(0, 1).toUpperCase()}${verb.slice(1)}`;
  try {
    await act();
  } catch (error) {
    if (verb !== 'create' || !isAlreadyExists(error)) events.warning(set, `Failed${reason}`, `${what} failed error: ${messageOf(error)}`);
    throw error;
  }
  events.normal(set, `Successful${reason}`, `${what} successful`);
}

/** First its claims, then itself. */
function create(set: StatefulSet, { draft, ordinal }: Extract<Step, { do: 'create' }>, tools: Tools): Promise<void> {
  return noting('create', set, podName(set, ordinal), tools, async () => {
    await createClaims(set, ordinal, tools);
    const pod = await tools.client.create(Pod, draft);
    await retain(set, pod, tools);
  });
}

async function remove(pod: Pod, { client }: Tools): Promise<void> {
  try {
    await client.delete(Pod, pod, { preconditions: { uid: pod.metadata.uid } });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

async function repair(set: StatefulSet, pod: Pod, tools: Tools): Promise<void> {
  if (!hasStorage(set, pod)) await createClaims(set, ordinalOf(pod), tools);
  await retain(set, pod, tools);
  if (!hasIdentity(pod) || !hasStorage(set, pod)) await tools.client.update(Pod, repaired(set, pod));
}

/** Those that aren't there. Tries all, then throws what was refused. */
async function createClaims(set: StatefulSet, ordinal: number, tools: Tools): Promise<void> {
  const { client, events, lister } = tools;
  const refusals: string[] = [];
  for (const draft of claimsOf(set, ordinal)) {
    const { name = '', namespace } = draft.metadata;
    const found = lister(PersistentVolumeClaim).get(joinKey(namespace, name));
    if (found?.metadata.deletionTimestamp !== undefined) refusals.push(`pvc ${name} is being deleted`);
    if (found !== undefined) continue;
    const [pod, owner] = [podName(set, ordinal), set.metadata.name];
    try {
      await client.create(PersistentVolumeClaim, draft);
      events.normal(set, 'SuccessfulCreate', `create Claim ${name} Pod ${pod} in StatefulSet ${owner} success`);
    } catch (error) {
      refusals.push(`failed to create PVC ${name}: ${messageOf(error)}`);
      const message = `create Claim ${name} for Pod ${pod} in StatefulSet ${owner} failed error: ${messageOf(error)}`;
      if (!isAlreadyExists(error)) events.warning(set, 'FailedCreate', message);
    }
  }
  if (refusals.length === 1) throw new Error(refusals[0]);
  if (refusals.length > 1) throw new Error(`[${refusals.join(', ')}]`);
}

/** Gives the Pod's claims the owners that the policy asks for. (upstream UpdatePodClaimForRetentionPolicy) */
async function retain(set: StatefulSet, pod: Pod, { client, events, lister }: Tools): Promise<void> {
  for (const { metadata } of claimsOf(set, ordinalOf(pod))) {
    const { name = '', namespace } = metadata;
    const claim = lister(PersistentVolumeClaim).get(joinKey(namespace, name));
    if (claim === undefined) continue;
    if (hasUnexpectedController(claim, set, pod)) {
      // Upstream spells it so.
      const message = `PersistentVolumeClaim ${name} has a conflicting OwnerReference that acts as a manging controller, the retention policy is ignored for this claim`;
      events.warning(set, 'ConflictingController', message);
    }
    if (isUpToDate(claim, set, pod)) continue;
    const ownerReferences = ownersOf(claim, set, pod);
    await client.update(PersistentVolumeClaim, { ...claim, metadata: { ...claim.metadata, ownerReferences } });
  }
}
