/** What a DaemonSet says of itself, at every rest: it counts nodes. (upstream updateDaemonSetStatus) */
import { DaemonSet, isAvailable, isOfKind, isReady } from 'converge/sdk';
import { type DaemonsInWorld, daemonsIn } from '../daemon-sets.ts';
import type { Finding, Rule, World } from '../types.ts';
import { inSeconds } from '../words.ts';

export const truthfulDaemonStatus: Rule = {
  cause: 'reported a number that wasn’t so',
  glyph: 'stood-still',
  question: 'When does your loop write its status, and from which nodes and Pods?',
  judge: () => (world) => {
    for (const daemons of daemonsIn(world)) {
      const live = world.owners.find(({ desired }) => desired === daemons.set)?.live;
      if (live === undefined || !isOfKind(DaemonSet, live) || live.metadata.deletionTimestamp !== undefined) continue;
      const found = untruth(daemons, live, world);
      if (found !== undefined) return found;
    }
    return undefined;
  },
};

/** Since then several creates in the namespace were refused, and nothing else. */
export function onlyCreatesRefused({ refused }: World, namespace: string | undefined, from: number): boolean {
  const since = refused.filter(({ t, path }) => t > from && path.includes(`/namespaces/${namespace}/`));
  return since.length >= 3 && since.every(({ verb }) => verb === 'create');
}

/** So long a set's status may be old while its creates are refused; milliseconds. */
const reportWithinMs = 12_000;

/** While creates are refused, a reader of the status still has to learn how many nodes ask for a Pod. */
export const reportsWhileRefused: Rule = {
  cause: 'let its status grow old',
  glyph: 'stood-still',
  question: 'A create is refused again and again. Which line of yours is no longer reached then?',
  judge() {
    const since = new Map<string, number>();
    return (world) => {
      for (const daemons of daemonsIn(world)) {
        const { uid, namespace, deletionTimestamp } = daemons.set.metadata;
        const live = world.owners.find(({ desired }) => desired === daemons.set)?.live;
        const old = live === undefined || !isOfKind(DaemonSet, live) ? undefined : oldNumber(daemons, live);
        if (old === undefined || deletionTimestamp !== undefined) {
          since.delete(uid);
          continue;
        }
        const from = since.get(uid) ?? world.t;
        since.set(uid, from);
        if (world.t < from + reportWithinMs) continue;
        if (!onlyCreatesRefused(world, namespace, from)) continue;
        return { ...old.finding, seen: `Since ${inSeconds(from)} ${old.seen} Meanwhile creates of your loop were refused.` };
      }
      return undefined;
    };
  },
};

/** The first of two numbers that isn’t so: refusals keep neither from being counted. */
function oldNumber({ name, nodes }: DaemonsInWorld, { status }: DaemonSet): { readonly seen: string; readonly finding?: Omit<Finding, 'seen'> } | undefined {
  const wanted = nodes.filter(({ fit }) => fit === 'run');
  if (status.desiredNumberScheduled !== wanted.length)
    return { seen: `${wanted.length} nodes fit \`${name}\`, and its status says ${status.desiredNumberScheduled}.` };
  const current = wanted.filter(({ pods }) => pods.length > 0).length;
  if (status.currentNumberScheduled === current) return undefined;
  const { cause, question } = truthfulDaemonStatus;
  return {
    seen: `${current} of the nodes that fit \`${name}\` have a Pod, and \`status.currentNumberScheduled\` is ${status.currentNumberScheduled}.`,
    finding: { cause, question },
  };
}

function untruth(daemons: DaemonsInWorld, { status, metadata }: DaemonSet, { t, nowMs }: World): Finding | undefined {
  const { name, set } = daemons;
  for (const [field, count] of Object.entries(truthOf(daemons, nowMs))) {
    const says = Number(Reflect.get(status, field) ?? 0);
    if (says === count) continue;
    const seen = `At ${inSeconds(t)} \`status.${field}\` of \`${name}\` is ${says}, and it is true of ${count} nodes.`;
    return field === 'numberAvailable' && says < count && (set.spec.minReadySeconds ?? 0) > 0 ? { ...availableLate, seen } : { seen };
  }
  if (status.observedGeneration === metadata.generation) return undefined;
  return {
    cause: 'reported on an old generation',
    seen: `At ${inSeconds(t)} \`${name}\` is of generation ${metadata.generation}, and its status speaks of ${status.observedGeneration ?? 'none'}.`,
    question: 'How does a reader of the status know which spec it speaks of?',
  };
}

/** Of each node its first Pod counts. */
function truthOf({ nodes, set }: DaemonsInWorld, nowMs: number): Readonly<Record<string, number>> {
  const wanted = nodes.filter(({ fit }) => fit === 'run');
  const first = wanted.flatMap(({ pods }) => pods.slice(0, 1));
  return {
    desiredNumberScheduled: wanted.length,
    currentNumberScheduled: first.length,
    numberMisscheduled: nodes.filter(({ fit, pods }) => fit !== 'run' && pods.length > 0).length,
    numberReady: first.filter(isReady).length,
    numberAvailable: first.filter((pod) => isAvailable(pod, set.spec.minReadySeconds ?? 0, nowMs)).length,
  };
}

/** The other numbers are true: the last pass was in time for them. */
const availableLate: Omit<Finding, 'seen'> = {
  cause: 'learned too late that a Pod is available',
  question: 'A Pod becomes available `minReadySeconds` after it became ready, and no event comes then. What calls your loop at that moment?',
};
