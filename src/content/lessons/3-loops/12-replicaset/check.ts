/** What your loop has to live through, what must hold after every revision, and what must hold once things have settled. */
import {
  conditionOf,
  controllerOf,
  hasEnded,
  isAvailable,
  isOfKind,
  isReady,
  keyOf,
  Pod,
  ReplicaSet,
  timeMsOf,
} from 'converge/sdk';
import { drawTarget } from '../../../../lesson/universes/neighbours/target.ts';
import { perWrite } from '../../../../lesson/universes/rules/own-objects.ts';
import { staleMs } from '../../../../lesson/universes/rules/shared.ts';
import { type SetInWorld, setsIn } from '../../../../lesson/universes/replica-set-scenarios.ts';
import type { Check, Finding, Rule, World, Write } from '../../../../lesson/universes/types.ts';
import { inSeconds, wordsFor } from '../../../../lesson/universes/words.ts';
import { availableEarly } from './available.ts';
import { countedOthers, kept, ofEach, orphan, selects } from './belonging.ts';
import { scenarios } from './scenarios.ts';

/** Passes so far apart haven't just missed each other; milliseconds. */
const longApartMs = 8000;

const tooMany: Rule = {
  cause: 'made too many Pods',
  glyph: 'too-many',
  needsOwnWrites: true,
  question: 'The first create had been answered. Why could the next pass not see its Pod?',
  judge() {
    const wanted = createMemory();
    const newest = perWrite('create', (write, world) => {
      const set = ownerOf(write, world);
      const most = set === undefined ? 0 : Math.max(...wanted.of(set));
      // One whose labels don't match any more is about to be let go, and may be replaced before it is.
      const count = set?.active.filter((pod) => selects(set.set, pod)).length ?? 0;
      if (set === undefined || count <= most) return undefined;
      const mine = world.writes('create').filter((each) => ownerOf(each, world)?.set === set.set);
      const last = mine.slice(-(count - most + 1));
      const apart = (last.at(-1)?.t ?? 0) - (last[0]?.t ?? 0);
      const passes = new Set(last.map(({ reconcile }) => reconcile)).size;
      const who = passes > 1 ? `${wordsFor(passes)} passes, ${apart} ms apart, made` : 'One pass made';
      const seen = `\`${set.name}\` wanted ${most}. ${who} ${last.map(nameOf).join(' and ')}; by ${inSeconds(world.t)} there were ${count} that count.`;
      if (most === 0) return { seen, question: 'A set may want no Pods at all. Which line of yours takes 0 for something else?' };
      if (apart > longApartMs) return { seen, question: 'Your loop had waited for the first Pod. What ended that wait before the cache showed the Pod, and how far behind may a cache be?' };
      return passes > 1 ? { seen } : { seen, question: 'One pass made a Pod too many by itself. It counted Pods in a list. Was that list read after everything it expected had been seen?' };
    })();
    return (world) => {
      wanted.note(world);
      noteGaps(world);
      return newest(world);
    };
  },
};

/** `stale`: the pass that deleted had changed a Pod before, and what it had read was old by then. */
const tooFew = (stale: boolean): Rule => ({
  cause: 'deleted too many Pods',
  needsOwnWrites: true,
  glyph: 'too-few',
  question: stale
    ? 'Between reading its Pods and deleting one, this pass waited for an answer. What had it been told meanwhile, and which of its questions came after that?'
    : 'A Pod you have just deleted: does your next pass still count it?',
  judge() {
    const wanted = createMemory();
    const newest = perWrite('delete', (last, world) => {
      const set = ownerOf(last, world);
      const least = set === undefined ? 0 : Math.min(...wanted.of(set));
      if (set === undefined || set.active.length >= least || last.changesBefore > 0 !== stale) return undefined;
      const before = stale ? world.writes('delete').findLast(({ reconcile }) => reconcile !== last.reconcile) : undefined;
      const earlier = before && `An earlier pass had deleted ${nameOf(before)} at ${inSeconds(before.t)}. `;
      const seen = `\`${set.name}\` wanted ${least}. ${earlier ?? ''}At ${inSeconds(world.t)} your loop deleted ${nameOf(last)}, and ${set.active.length} were left that count.`;
      if (set.set.metadata.deletionTimestamp !== undefined) return { ...deletedForLeavingSet, seen };
      if (last.before !== undefined && isOfKind(Pod, last.before) && hasEnded(last.before)) return { ...deletedEnded, seen: `${seen} It had ended before.` };
      return isFirstToGo(last, set, world) ? { ...deletedUnasked, seen } : { seen };
    })();
    return (world) => {
      wanted.note(world);
      return newest(world);
    };
  },
});

const deletedForLeavingSet: Omit<Finding, 'seen'> = {
  question: 'The set itself was being deleted. Who decides then whether its Pods go as well, and what is left for your loop?',
};

const deletedEnded: Omit<Finding, 'seen'> = {
  question: 'A Pod that has ended doesn’t count, and doesn’t run. Which request of yours deletes such a Pod, and who has asked for that?',
};

const deletedUnasked: Omit<Finding, 'seen'> = {
  question: 'As many Pods were there as are wanted, and none of them was on its way out. What in this Pod made your loop delete it?',
};

/** Nothing of the set had been deleted, by this loop or by another, that its cache could still show. */
const isFirstToGo = (last: Write, { set, pods }: SetInWorld, world: World): boolean =>
  pods.every(({ metadata }) => metadata.deletionTimestamp === undefined || last.object.endsWith(`/${metadata.name}`)) &&
  !world.writes('delete').some((write) => write !== last && write.object !== last.object && write.t > world.t - staleMs && ownerOf(write, world)?.set === set);

const stoodStill = (verb: 'create' | 'delete'): Rule => ({
  cause: `stood still after a refused ${verb}`,
  glyph: 'stood-still',
  question: 'Your loop is waiting to be shown something. What tells it that this will never come?',
  judge: ofEach(({ name, set, active, wanted }, world) => {
    const within = `/namespaces/${set.metadata.namespace}/pods`;
    const refused = world.refused.findLast((each) => each.verb === verb && each.path.includes(within));
    if (refused === undefined) return undefined;
    const gap = wanted - active.length;
    if (verb === 'create' ? gap <= 0 : gap >= 0) return undefined;
    if (world.writes(verb).some(({ t, object }) => t > refused.t + 1000 && object.includes(`/${set.metadata.namespace}/`)))
      return undefined;
    return `At ${inSeconds(refused.t)} the API server refused a ${verb}. At ${inSeconds(world.t)} \`${name}\` wants ${wanted} and has ${active.length}, and your loop has not tried again.`;
  }),
});

const waited: Rule = {
  cause: 'waited for a Pod that was leaving',
  glyph: 'waiting',
  question: 'Which of the Pods you counted will still be there in half a minute?',
  judge: ofEach(({ name, pods, active, wanted }, world) => {
    const leaving = pods.filter(({ metadata }) => metadata.deletionTimestamp !== undefined);
    if (active.length >= wanted || leaving.length === 0) return undefined;
    const names = leaving.map(({ metadata }) => `\`${metadata.name}\``).join(', ');
    return `${names} ${leaving.length === 1 ? 'is' : 'are'} on the way out. At ${inSeconds(world.t)} \`${name}\` wants ${wanted}, ${active.length} of its Pods will stay, and no other has been made.`;
  }),
};

/** So short-lived a Pod may never have been in the cache; milliseconds. */
const briefMs = 10_000;
/** After this nothing is waited for any longer: upstream's time limit of expectations, and a pause of the loop. */
const waitedLongMs = 310_000;

/** Its own ledger, or its expectations, name a Pod that has come and gone unseen. */
const waitedForGone: Rule = {
  cause: 'waited for a Pod that was gone',
  glyph: 'stood-still',
  question: 'Your loop notes what it has created until the cache shows it. What ends that wait when the Pod is deleted first?',
  judge() {
    const gone = new Map<string, number>();
    return (world) => {
      const creates = world.writes('create');
      for (const { t, after } of creates) {
        const uid = after?.metadata.uid ?? '';
        if (t < world.t - briefMs || gone.has(uid)) continue;
        if (!world.objects(Pod).some(({ metadata }) => metadata.uid === uid)) gone.set(uid, world.t);
      }
      const lost = creates.find(({ after }) => (gone.get(after?.metadata.uid ?? '') ?? world.t) < world.t - waitedLongMs);
      const set = lost && ownerOf(lost, world);
      if (set === undefined || set.active.length >= set.wanted) return undefined;
      const goneAt = gone.get(lost?.after?.metadata.uid ?? '') ?? world.t;
      if (creates.some((write) => write.t > goneAt && ownerOf(write, world)?.set === set.set)) return undefined;
      return `At ${inSeconds(lost?.t ?? 0)} your loop made ${nameOf(lost)}, and by ${inSeconds(goneAt)} it was deleted, before the cache had shown it. At ${inSeconds(world.t)} \`${set.name}\` wants ${set.wanted} and has ${set.active.length}, and nothing has been made in its place.`;
    };
  },
};

/** So long a Pod must have been ready, or not, for every cache to show it; milliseconds. */
const surelyMs = 12_000;

const unreadyKept: Rule = {
  cause: 'deleted a ready Pod and kept one that wasn’t',
  glyph: 'too-few',
  question: 'The plan says how many Pods go, and which. Which of the two does your loop use?',
  judge: ofEach(({ set, active }, world) => {
    const startMs = world.nowMs - world.t;
    for (const write of world.writes('delete')) {
      const { before } = write;
      if (before === undefined || ownerOf(write, world)?.set !== set || !isOfKind(Pod, before)) continue;
      const since = startMs + write.t - surelyMs;
      if (!isAvailable(before, surelyMs / 1000, startMs + write.t)) continue;
      const idle = active.find((pod) => !isReady(pod) && lastChangeMs(pod) < since);
      if (idle === undefined) continue;
      return `At ${inSeconds(write.t)} your loop deleted ${nameOf(write)}, which was ready. \`${idle.metadata.name}\`, which has not been ready all the while, was kept.`;
    }
    return undefined;
  }),
};

/** When it was made, or was last ready. */
const lastChangeMs = ({ metadata, status }: Pod): number =>
  Math.max(
    timeMsOf(metadata.creationTimestamp),
    timeMsOf(conditionOf(status.conditions, 'Ready')?.lastTransitionTime ?? metadata.creationTimestamp),
  );

const short: Rule = {
  cause: 'stopped short of the number',
  glyph: 'too-few',
  question: 'Take what is written in the cluster at that moment, and nothing else. What would your loop do?',
  judge: ofEach((set, world) => (set.active.length < set.wanted ? leftAlone(set, world) : undefined)),
};

const over: Rule = {
  cause: 'left too many',
  glyph: 'too-many',
  question: 'Take what is written in the cluster at that moment, and nothing else. What would your loop do?',
  judge: ofEach((set, world) => (set.active.length > set.wanted ? leftAlone(set, world) : undefined)),
};

/** What the loop did with a gap that is still there: no pass at all, or passes that left it. */
function leftAlone(set: SetInWorld, world: World): Finding {
  const { name, active, pods, wanted } = set;
  const seen = `At ${inSeconds(world.t)} \`${name}\` wants ${wanted} and has ${active.length}. ${lastWrite(world)}`;
  const since = gapsIn(world).get(set.set.metadata.uid) ?? world.t;
  const key = keyOf(set.set);
  const passes = world.passes.filter((pass) => pass.key === key && pass.t >= since);
  if (passes.length === 0 && world.t > since)
    return {
      seen: `${seen} The gap opened at ${inSeconds(since)}, and no pass for \`${key}\` has begun since.`,
      question: 'What calls your loop when this gap opens? If it was busy at that moment, or that call failed, what brings the next one?',
    };
  if (active.length < wanted && pods.length >= wanted)
    return {
      seen: `${seen} It owns ${pods.length} Pods: some have finished or are on their way out.`,
      question: 'Which of these Pods does your loop count, and which of them will still do any work?',
    };
  const crashing = active.filter(isCrashing).length;
  if (crashing > 0 && active.length - crashing === wanted)
    return {
      seen: `${seen} Containers of ${crashing} of them crash.`,
      question: 'Which of these Pods does your loop count? What would become of another one, made from the same template?',
    };
  if (passes.some(({ failed }) => failed !== undefined)) return { seen };
  if (!world.requests.some(({ verb }) => verb === 'create' || verb === 'delete'))
    return {
      seen: `${seen} It has run ${passes.length === 1 ? 'once' : `${passes.length} times`} for \`${key}\` since, and asked for no Pod to be made or deleted.`,
      question: 'Your loop knows how many Pods are missing. Which line of yours sends the request that makes one?',
    };
  const left = passes.length === 1 ? 'One pass has' : `${passes.length} passes have`;
  return {
    seen: `${seen} ${left} run since the gap opened at ${inSeconds(since)}, and none has closed it.`,
    question:
      'Those passes saw the gap. What does your loop remember or still wait for, when does it note that (before the request, or after the answer), and what strikes it out again?',
  };
}

const isCrashing = ({ status }: Pod): boolean =>
  (status.containerStatuses ?? []).some(({ state }) => state?.waiting?.reason === 'CrashLoopBackOff');

/** Since when each set has had another number of Pods than it wants, by uid. */
const gaps = new WeakMap<World, Map<string | undefined, number>>();

function gapsIn(world: World): Map<string | undefined, number> {
  const known = gaps.get(world) ?? new Map<string | undefined, number>();
  gaps.set(world, known);
  return known;
}

/** Called after each revision. */
function noteGaps(world: World): void {
  const known = gapsIn(world);
  for (const { set, active, wanted } of setsIn(world)) {
    const { uid } = set.metadata;
    if (active.length === wanted) known.delete(uid);
    else if (!known.has(uid)) known.set(uid, world.t);
  }
}

/** They would only look on: nobody makes a Deployment or deletes an owner, a namespace or a node, and no node is tainted for long. */
const idle = ['deployment', 'garbage-collector', 'namespace', 'pod-gc', 'taint-eviction'];

export default {
  controller: 'replicaset',
  entry: 'index.ts',
  // Where its Pods run is nothing the loop is judged by, and no rule reads what others say in Events.
  cluster: { nodes: 1, profile: 'minimal', withoutControllers: idle, withoutEvents: true },
  subject: { kind: ReplicaSet, makes: Pod, writes: ['status'] },
  target: drawTarget,
  scenarios,
  always: [tooMany, tooFew(true), tooFew(false), waitedForGone, availableEarly],
  settled: [stoodStill('create'), stoodStill('delete'), countedOthers, orphan, kept, unreadyKept, waited, short, over],
} satisfies Check;

/** The set whose Pod was written. */
function ownerOf({ before, after }: Write, world: World): SetInWorld | undefined {
  const uid = [before, after].map((each) => each && controllerOf(each)?.uid).find((each) => each !== undefined);
  return setsIn(world).find(({ set }) => set.metadata.uid === uid);
}

/** Of each set, the numbers wanted within the last while: a cache may still show the older ones. */
function createMemory() {
  const changes = new Map<string | undefined, { readonly t: number; readonly wanted: number }[]>();
  let now = 0;
  return {
    note(world: World): void {
      now = world.t;
      for (const { set, wanted } of setsIn(world)) {
        const known = changes.get(set.metadata.uid) ?? [];
        changes.set(set.metadata.uid, known);
        if (known.at(-1)?.wanted !== wanted) known.push({ t: now, wanted });
      }
    },
    of({ set }: SetInWorld): readonly number[] {
      const known = changes.get(set.metadata.uid) ?? [];
      // The last one from before the while still held at its beginning.
      const first = Math.max(
        0,
        known.findLastIndex((change) => change.t < now - staleMs),
      );
      return known.slice(first).map((change) => change.wanted);
    },
  };
}

const nameOf = (write: { readonly object: string } | undefined): string =>
  `\`${write?.object.split('/').at(-1) ?? ''}\``;

function lastWrite(world: World): string {
  const last = [...world.writes('create'), ...world.writes('delete')].sort((a, b) => a.t - b.t).at(-1);
  return last === undefined
    ? 'Your loop has made and deleted nothing so far.'
    : `Your loop last touched a Pod at ${inSeconds(last.t)}.`;
}
