/** What a pass over a StatefulSet does next. Does nothing itself. (upstream stateful_set_control.go updateStatefulSet) */
import { type Draft, hasEnded, isAvailable, isReady, type PersistentVolumeClaim, type Pod, type PodTemplateSpec, type StatefulSet } from 'converge/sdk';
import { revisionLabel } from '../shared/revisions.ts';
import { claimsOf, draftOf, hasIdentity, hasStorage, isWanted, ordinalOf, replicasOf, startOf } from './identity.ts';
import { deletesWhenScaled, isStale, isUpToDate } from './retention.ts';

export type Step =
  | { readonly do: 'create'; readonly draft: Draft<Pod>; readonly ordinal: number }
  /** It has ended, is one too many, or is of an old template. */
  | { readonly do: 'delete'; readonly pod: Pod }
  /** Claims that a waiting Pod lacks. */
  | { readonly do: 'claims'; readonly pod: Pod }
  /** Labels, claims and their owners as they should be. */
  | { readonly do: 'repair'; readonly pod: Pod }
  /** Claims of a Pod that is one too many get their owner before it goes. */
  | { readonly do: 'retain'; readonly pod: Pod };

export interface Plan {
  /** Steps of a phase may be taken together when the set is parallel; a phase begins when the one before is done without a failure. */
  readonly phases: readonly (readonly Step[])[];
  /** The Pod that the phases' last step deletes only because its template is old. */
  readonly outdated: Pod | undefined;
}

/** What a pass knows. */
export interface Pass {
  readonly set: StatefulSet;
  readonly pods: readonly Pod[];
  /** Name and template of the revision that Pods below the partition have. */
  readonly current: { readonly name: string; readonly template: PodTemplateSpec };
  /** Name of the revision of the set's own template. */
  readonly update: string;
  readonly claimNamed: (name: string) => PersistentVolumeClaim | undefined;
  readonly nowMs: number;
}

const isLeaving = ({ metadata }: Pod): boolean => metadata.deletionTimestamp !== undefined;
export const runsReady = (pod: Pod): boolean => pod.status.phase === 'Running' && isReady(pod);
const isHealthy = (pod: Pod | undefined): boolean => pod !== undefined && runsReady(pod) && !isLeaving(pod);
export const revisionOf = ({ metadata }: Pod): string | undefined => metadata.labels?.[revisionLabel];

/** Members in the order of their ordinals: those that are wanted, and those that are too many. */
export function membersOf({ set, pods }: Pick<Pass, 'set' | 'pods'>) {
  const wanted = new Map<number, Pod>();
  const condemned: Pod[] = [];
  for (const pod of pods) {
    const ordinal = ordinalOf(pod);
    if (isWanted(set, ordinal)) wanted.set(ordinal, pod);
    else if (ordinal >= 0) condemned.push(pod);
  }
  condemned.sort((a, b) => ordinalOf(b) - ordinalOf(a));
  return { wanted, condemned };
}

/** Creates upwards, deletes downwards, and exchanges old templates from the top; one at a time, unless the set is parallel. */
export function planPass(pass: Pass): Plan {
  const { set } = pass;
  if (set.metadata.deletionTimestamp !== undefined) return { phases: [], outdated: undefined };
  const isOrdered = set.spec.podManagementPolicy !== 'Parallel';
  const { wanted, condemned } = membersOf(pass);
  const ordinals = Array.from({ length: replicasOf(set) }, (_, index) => startOf(set) + index);

  const replicas = gather(ordinals, isOrdered, (ordinal) => planReplica(pass, ordinal, wanted.get(ordinal), isOrdered));
  if (replicas.isBlocked) return { phases: [replicas.steps], outdated: undefined };
  const retained = condemned.filter((pod) => !claimsUpToDate(pass, pod));
  const retain = retained.map((pod): Step => ({ do: 'retain', pod }));
  const firstUnhealthy = firstUnhealthyOf(ordinals, wanted, condemned);
  const surplus = gather(condemned, isOrdered, (pod) => planCondemned(pass, pod, pod === firstUnhealthy, isOrdered));
  const phases = [replicas.steps, retain, surplus.steps];
  if (surplus.isBlocked || set.spec.updateStrategy?.type === 'OnDelete') return { phases, outdated: undefined };
  const outdated = outdatedOf(pass, ordinals, wanted);
  return { phases: outdated === undefined ? phases : [...phases, [{ do: 'delete', pod: outdated }]], outdated };
}

/** Steps for one member; blocked: no other member's turn comes in this pass when the set is ordered. */
interface Turn {
  readonly steps: readonly Step[];
  readonly isBlocked: boolean;
}

const blocked = (...steps: readonly Step[]): Turn => ({ steps, isBlocked: true });
const passed = (...steps: readonly Step[]): Turn => ({ steps, isBlocked: false });

function gather<T>(items: readonly T[], isOrdered: boolean, turnOf: (item: T) => Turn): Turn {
  const steps: Step[] = [];
  for (const item of items) {
    const turn = turnOf(item);
    steps.push(...turn.steps);
    if (turn.isBlocked && isOrdered) return { steps, isBlocked: true };
  }
  return { steps, isBlocked: false };
}

/** (upstream processReplica) */
function planReplica(pass: Pass, ordinal: number, pod: Pod | undefined, isOrdered: boolean): Turn {
  const { set } = pass;
  if (pod === undefined) {
    if (hasStaleClaim(pass, ordinal)) return blocked();
    const step: Step = { do: 'create', draft: draftFor(pass, ordinal), ordinal };
    return isOrdered ? blocked(step) : passed(step);
  }
  // The next pass after it is gone makes it anew, however it has ended.
  if (hasEnded(pod)) return isLeaving(pod) ? blocked() : blocked({ do: 'delete', pod });
  const claims: readonly Step[] = pod.status.phase === 'Pending' ? [{ do: 'claims', pod }] : [];
  const serves = runsReady(pod) && isAvailable(pod, set.spec.minReadySeconds ?? 0, pass.nowMs);
  if (isOrdered && (isLeaving(pod) || !serves)) return blocked(...claims);
  const isSound = hasIdentity(pod) && hasStorage(set, pod) && claimsUpToDate(pass, pod);
  return isSound ? passed(...claims) : passed(...claims, { do: 'repair', pod });
}

/** Below the partition, and while nothing says otherwise as far as the old template has come, a Pod that is made anew stays of the old one. */
function draftFor({ set, current, update }: Pass, ordinal: number): Draft<Pod> {
  const { type, rollingUpdate } = set.spec.updateStrategy ?? {};
  const kept = rollingUpdate === undefined ? (type === 'RollingUpdate' ? (set.status.currentReplicas ?? 0) : 0) : (rollingUpdate.partition ?? 0);
  const isOld = ordinal < startOf(set) + kept;
  return isOld ? draftOf(set, current.template, current.name, ordinal) : draftOf(set, set.spec.template, update, ordinal);
}

/** A claim that goes with the last Pod of this name: the next one waits for a new claim. (upstream PodClaimIsStale) */
function hasStaleClaim({ set, claimNamed }: Pass, ordinal: number): boolean {
  if (!deletesWhenScaled(set)) return false;
  const name = `${set.metadata.name}-${ordinal}`;
  return claimsOf(set, ordinal).some(({ metadata }) => {
    const claim = claimNamed(metadata.name ?? '');
    return claim !== undefined && isStale(claim, { apiVersion: 'v1', kind: 'Pod' }, name, undefined);
  });
}

function claimsUpToDate({ set, claimNamed }: Pass, pod: Pod): boolean {
  return claimsOf(set, ordinalOf(pod)).every(({ metadata }) => {
    const claim = claimNamed(metadata.name ?? '');
    return claim === undefined || isUpToDate(claim, set, pod);
  });
}

/** Of all members the lowest that isn't healthy; undefined also when that one isn't there at all. */
function firstUnhealthyOf(ordinals: readonly number[], wanted: ReadonlyMap<number, Pod>, condemned: readonly Pod[]): Pod | undefined {
  const first = ordinals.find((ordinal) => !isHealthy(wanted.get(ordinal)));
  return first === undefined ? condemned.findLast((pod) => !isHealthy(pod)) : wanted.get(first);
}

/** (upstream processCondemned) */
function planCondemned({ set, nowMs }: Pass, pod: Pod, isFirstUnhealthy: boolean, isOrdered: boolean): Turn {
  if (isLeaving(pod)) return isOrdered ? blocked() : passed();
  const serves = runsReady(pod) && isAvailable(pod, set.spec.minReadySeconds ?? 0, nowMs);
  if (isOrdered && !serves && !isFirstUnhealthy) return blocked();
  return blocked({ do: 'delete', pod });
}

/** The highest Pod of an old template, when all above it are healthy. A broken new Pod blocks those below it, also when the template goes back. */
function outdatedOf({ set, update }: Pass, ordinals: readonly number[], wanted: ReadonlyMap<number, Pod>): Pod | undefined {
  const partition = set.spec.updateStrategy?.rollingUpdate?.partition ?? 0;
  for (const ordinal of ordinals.slice(partition).reverse()) {
    const pod = wanted.get(ordinal);
    if (pod !== undefined && revisionOf(pod) !== update && !isLeaving(pod)) return pod;
    if (!isHealthy(pod)) return undefined;
  }
  return undefined;
}
