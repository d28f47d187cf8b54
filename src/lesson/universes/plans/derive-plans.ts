/**
 * Universes that are derived one by one instead of drawn: from a calm run of a scenario, a crash right after each write, a cache from before
 * each write, and each watch event that was acted on withheld or lost (after Sieve, OSDI 2022: intermediate, stale and unobserved states).
 */
import type { Random } from '../../../engine/index.ts';
import type { PlannedFault, SubjectRequest } from '../types.ts';

/** What a controller did and was sent in a run in which nothing went wrong. */
export interface CalmRun {
  /** Its writes that were stored, in order. */
  readonly writes: readonly Pick<SubjectRequest, 't' | 'verb' | 'path'>[];
  /** Watch events sent to it, in order. `object`: `Pod default/web-7k2xq`. */
  readonly events: readonly { readonly t: number; readonly object: string }[];
  /** What it requested, each once: `create`, `list`. */
  readonly verbs: readonly string[];
}

/** Of a long run, this many writes and events are used. */
const mostOfEach = 40;
/** An event this shortly before a write is one that it was acted on; milliseconds. */
const actedOnWithinMs = 30;
const downMs = 3000;
const lagMs = 5000;
/** Longer than this no event is held back. */
export const withheldMs = 8000;
/** Until the write or the event comes that a fault waits for. */
const longMs = 600_000;

/**
 * Every plan of a scenario, in an order drawn once: the kth universe of it is the kth plan. `withLost` false: events are withheld, and none is
 * lost, for whoever makes another fault of a withheld one.
 */
export function derivePlans(run: CalmRun, controller: string, random: Random, withLost = true): readonly PlannedFault[] {
  const component = `controller/${controller}`;
  const plans = [
    ...run.writes.slice(0, mostOfEach).flatMap((write, index) => plansAfter(write, index + 1, component)),
    ...actedOn(run).flatMap((event) => [withholding(event, component), ...(withLost ? [losing(event, component)] : [])]),
  ];
  return shuffled(plans, random);
}

function plansAfter(request: CalmRun['writes'][number], write: number, component: string): readonly PlannedFault[] {
  const which = `${ordinal(write)} write (${wordsOf(request)})`;
  const stale = { type: 'stale-after-write', component, write, lagMs } as const;
  return [
    {
      at: 0,
      forMs: longMs,
      fault: { type: 'crash-after-write', component, write, downMs },
      words: `your loop crashed right after its ${which} and was gone for ${downMs / 1000} s`,
    },
    {
      at: 0,
      forMs: longMs,
      fault: stale,
      words: `for ${lagMs / 1000} s after its ${which} your loop’s cache showed nothing newer`,
    },
    {
      at: 0,
      forMs: longMs,
      fault: { ...stale, restart: true },
      words: `your loop restarted right after its ${which}, and for ${lagMs / 1000} s its cache was filled from before it`,
    },
  ];
}

interface ActedOn {
  readonly t: number;
  readonly object: string;
  /** From 1. */
  readonly event: number;
}

function actedOn({ writes, events }: CalmRun): readonly ActedOn[] {
  return events
    .map(({ t, object }, index) => ({ t, object, event: index + 1 }))
    .filter(({ t }) => writes.some((write) => write.t >= t && write.t <= t + actedOnWithinMs))
    .slice(0, mostOfEach);
}

const withholding = ({ t, object, event }: ActedOn, component: string): PlannedFault => ({
  at: 0,
  forMs: t + withheldMs,
  fault: { type: 'withhold', component, event },
  words: `a watch event of ${object} reached your loop only with the next one about it, or ${withheldMs / 1000} s late`,
});

/** No client sees every state: a watch that is broken off for long enough goes on from a new list. */
const losing = ({ t, object, event }: ActedOn, component: string): PlannedFault => ({
  at: 0,
  forMs: t + withheldMs,
  fault: { type: 'withhold', component, event, lost: true },
  words: `a watch event of ${object} never reached your loop: its watch was broken off, and its cache was filled from a new list`,
});

function shuffled<T>(list: readonly T[], random: Random): readonly T[] {
  const left = [...list];
  return Array.from({ length: left.length }, () => left.splice(random.int(left.length), 1)).flat();
}

/** `create of a Pod`: the collection says the kind. */
function wordsOf({ verb, path }: CalmRun['writes'][number]): string {
  const parts = path.split('/namespaces/')[1]?.split('/') ?? [];
  const [, kinds = 'objects', name] = parts;
  return name === undefined ? `${verb} in ${kinds}` : `${verb} of ${kinds}/${name}`;
}

function ordinal(count: number): string {
  const ending = count % 100 >= 11 && count % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th');
  return `${count}${ending}`;
}
