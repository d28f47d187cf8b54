/** One pass over a StatefulSet. (upstream stateful_set.go sync, stateful_set_control.go UpdateStatefulSet) */
import { claim, type Kind, type KubeObject, type Lister, PersistentVolumeClaim, Pod, type Reconcile, StatefulSet, type Tools } from 'converge/sdk';
import { templateOf, trimRevisions } from '../shared/revisions.ts';
import { isMemberOf } from './identity.ts';
import { type Pass, planPass, revisionOf } from './plan.ts';
import { carryOut } from './pod-control.ts';
import { type Revisions, revisionsOf } from './revisions.ts';
import { availableInMs, statusOf, writeStatus } from './status.ts';

export const reconcile: Reconcile = async (key, tools) => {
  const set = tools.lister(StatefulSet).get(key);
  if (set === undefined) return;
  const revisions = await revisionsOf(set, tools);
  const pods = await claim(set, StatefulSet, Pod, adoptingMembers(set, tools));
  const pass = passOf(set, pods, revisions, tools);
  const plan = planPass(pass);
  let failure: unknown;
  try {
    await carryOut(set, plan, tools);
  } catch (error) {
    failure = error;
  }
  const outdated = failure === undefined ? plan.outdated : undefined;
  await writeStatus(set, statusOf(pass, outdated, revisions.collisionCount), tools);
  await trim(set, pods, revisions, tools);
  if (failure !== undefined) throw failure;
  // Nothing will happen at the moment a ready Pod becomes an available one: reconcile again then.
  const afterMs = availableInMs(set, pods, tools.now());
  return afterMs === undefined ? undefined : { afterMs };
};

function passOf(set: StatefulSet, pods: readonly Pod[], { current, update }: Revisions, tools: Tools): Pass {
  const claims = tools.lister(PersistentVolumeClaim);
  return {
    set,
    pods,
    current: { name: current.metadata.name, template: templateOf(current) ?? set.spec.template },
    update: update.metadata.name,
    claimNamed: (name) => claims.get(`${set.metadata.namespace}/${name}`),
    nowMs: tools.now(),
  };
}

/** Of Pods without an owner only those are adopted that have a member's name. */
function adoptingMembers(set: StatefulSet, { client, lister }: Tools): Pick<Tools, 'client' | 'lister'> {
  const membersOnly = <T extends KubeObject>(kind: Kind<T>): Lister<T> => {
    const all = lister(kind);
    return { ...all, orphans: (namespace) => all.orphans(namespace).filter((object) => isMemberOf(set, object)) };
  };
  return { client, lister: membersOnly };
}

/** Revisions that something is of or goes to stay, and of the others the newest. */
async function trim(set: StatefulSet, pods: readonly Pod[], { all, current, update }: Revisions, tools: Tools): Promise<void> {
  const live = new Set([current, update].map(({ metadata }) => metadata.name));
  for (const pod of pods) live.add(revisionOf(pod) ?? '');
  const old = all.filter(({ metadata }) => !live.has(metadata.name));
  await trimRevisions(old, () => false, set.spec.revisionHistoryLimit ?? 10, tools);
}
