/** What a step of a rolling update may do, and must: the same for calls without a cluster and for what a Deployment controller writes. */
import type { Resize, RollingUpdate, SetSize } from 'converge/sdk';
import { type Mistake, mistake } from '../finding.ts';

const wanted = ({ replicas }: SetSize): number => replicas;
/** A status may be late, and still count Pods that the set has given up. */
const working = ({ replicas, available }: SetSize): number => Math.min(replicas, available);
const total = (sets: readonly SetSize[], count: (set: SetSize) => number): number => sets.reduce((sum, set) => sum + count(set), 0);

const setsOf = ({ newSet, oldSets }: RollingUpdate): readonly SetSize[] => [newSet, ...oldSets];
const totalOf = (update: RollingUpdate): number => total(setsOf(update), wanted);
const workingIn = (update: RollingUpdate): number => total(setsOf(update), working);
const promisedIn = ({ replicas, maxUnavailable }: RollingUpdate): number => replicas - maxUnavailable;

const isLate = ({ replicas, available }: SetSize): boolean => available > replicas;

/** The sizes after this write. A status that was right is so again before long. */
export function resized(update: RollingUpdate, { name, to }: Resize): RollingUpdate {
  const resize = (set: SetSize): SetSize =>
    set.name === name ? { ...set, replicas: to, available: isLate(set) ? set.available : Math.min(set.available, to) } : set;
  return { ...update, newSet: resize(update.newSet), oldSets: update.oldSets.map(resize) };
}

/** What is wrong with one write, if anything. */
export function mistakeOfWrite(update: RollingUpdate, resize: Resize): Mistake | undefined {
  const { newSet, oldSets } = update;
  if (resize.name === newSet.name) return mistakeOfNew(update, resize.to);
  const from = oldSets.find(({ name }) => name === resize.name)?.replicas ?? 0;
  if (resize.to > from) return gaveBack;
  return resize.to < from ? mistakeOfShrinking(update, resize) : undefined;
}

function mistakeOfNew(update: RollingUpdate, to: number): Mistake | undefined {
  const { replicas, maxSurge, newSet, oldSets } = update;
  if (to > newSet.replicas) {
    if (to > replicas) return tooLarge;
    return total(oldSets, wanted) + to > replicas + maxSurge ? overSurge : undefined;
  }
  return to < newSet.replicas && to < replicas ? shrankNew : undefined;
}

function mistakeOfShrinking(update: RollingUpdate, resize: Resize): Mistake | undefined {
  const after = resized(update, resize);
  const promised = promisedIn(update);
  if (workingIn(after) < workingIn(update) && workingIn(after) < promised) {
    return setsOf(update).some(isLate) ? trustedLateStatus : brokePromise;
  }
  return total(after.oldSets, wanted) + working(after.newSet) < promised ? gaveUpReserve : undefined;
}

/** What is wrong with all writes of a step together. */
export function mistakeOfStep(before: RollingUpdate, after: RollingUpdate): Mistake | undefined {
  const isLeft = after.oldSets.some((set) => working(set) < set.replicas);
  return isLeft && total(after.oldSets, working) < total(before.oldSets, working) ? workingFirst : undefined;
}

/** What is wrong with a step that changes nothing. */
export function mistakeOfRest(update: RollingUpdate): Mistake | undefined {
  const { replicas, maxSurge, newSet, oldSets } = update;
  if (newSet.replicas > replicas) return leftTooLarge;
  if (newSet.replicas < replicas && totalOf(update) < replicas + maxSurge) return leftRoom;
  const promised = promisedIn(update);
  if (total(oldSets, wanted) + working(newSet) <= promised) return undefined;
  if (total(oldSets, wanted) > total(oldSets, working)) return leftBroken;
  return workingIn(update) > promised && total(oldSets, wanted) > 0 ? keptOld : undefined;
}

const gaveBack = mistake('made an old set larger', 'Which set is to have all Pods in the end?');
const tooLarge = mistake('made the new set larger than the Deployment', 'The surge is for all sets together. How many Pods does the Deployment ask for?');
const overSurge = mistake('made more Pods than the surge allows', 'Which Pods count toward the limit, beside the new ones?');
const shrankNew = mistake('took Pods from the new set', 'When has the new set Pods to give away?', 'too-few');
export const brokePromise = mistake('broke the promise', 'Count the available Pods before and after this write. How many have to be left?', 'too-few');
const trustedLateStatus = mistake(
  'counted Pods that were given up',
  'Of a set of 8 Pods, the status still counts 10. How many will be there in a moment?',
  'too-few',
);
const gaveUpReserve = mistake('gave up Pods that it may need', 'If no further new Pod ever works: which Pods can keep the promise?', 'too-few');
const workingFirst = mistake('took a working Pod and left a broken one', 'Some old Pods are available, and some aren’t. Which does no user miss?', 'too-few');
const leftTooLarge = mistake('left the new set too large', 'The Deployment asks for fewer Pods than the new set has. Who puts that right?', 'too-many');
const leftRoom = mistake('left room for new Pods', 'How many Pods may there be in all, and how many are there?', 'stood-still');
const leftBroken = mistake('left old Pods that don’t work', 'They help no user, and take up room. How many of them can go?', 'stood-still');
const keptOld = mistake('kept old Pods that can go', 'More Pods are available than were promised. How many more?', 'stood-still');

/** "The Deployment asks for 10 Pods: at most 13 in all, at least 8 available. Available/desired: `new` 0/3, `old-1` 8/8." */
export function wordsOfUpdate(update: RollingUpdate): string {
  const { replicas, maxSurge } = update;
  const sets = setsOf(update).map(({ name, replicas: size, available }) => `\`${name}\` ${available}/${size}`);
  return `The Deployment asks for ${replicas} Pods: at most ${replicas + maxSurge} in all, at least ${promisedIn(update)} available. Available/desired: ${sets.join(', ')}.`;
}
