/** How much a controller does: its passes end, and when nothing happens it does nothing. */
import type { Finding, Rule, World } from '../types.ts';
import { inSeconds } from '../words.ts';

/** Longer than this no pass needs; milliseconds. */
const longestPassMs = 30_000;

export const passesEnd: Rule = {
  cause: 'never ended a pass',
  glyph: 'hung',
  question: 'Which `await` in your code waits for something that this pass itself would have to make happen?',
  judge: () => (world) => {
    const { busy } = world;
    if (busy.length === 0) return undefined;
    for (const key of busy) {
      const pass = world.passes.findLast((each) => each.key === key);
      if (pass === undefined || world.t - pass.t < longestPassMs) continue;
      return `The pass for \`${key}\` that began at ${inSeconds(pass.t)} hasn’t ended at ${inSeconds(world.t)}. Until it does, no other pass for that key begins.`;
    }
    return undefined;
  },
};

/** A program may have a clock or two of its own, and one for each object that it looks after. */
const clocks = { byDefault: 2, perOwner: 1 };
/** What a pass waits for ends with it. A note on each object made or deleted may have a time limit. */
const waits = { byDefault: 8, perOwner: 2 };

/** Judged at rest: timers that come with each pass, and go with none, are more than objects and writes explain. */
export const endsItsTimers: Rule = {
  cause: 'left timers running',
  glyph: 'restless',
  question: 'Which pass of yours starts a timer, and what ends that timer? How many are there after a hundred passes?',
  judge: () => (world) => {
    const { timers, owners, passes, t } = world;
    const written = world.writes('create').length + world.writes('delete').length;
    const words = (count: number, what: string): string =>
      `At ${inSeconds(t)} everything was as desired. After ${passes.length} passes, ${count} timers of your code were ${what}.`;
    if (timers.clocks > clocks.byDefault + clocks.perOwner * owners.length) return words(timers.clocks, 'still running, and each fires again and again');
    if (timers.waits > waits.byDefault + waits.perOwner * owners.length + written) return words(timers.waits, 'still waiting');
    return undefined;
  },
};

/** Where a time of rest begins. */
export interface RestStart {
  readonly t: number;
  readonly passes: number;
  readonly requests: number;
  readonly commits: number;
}

/** Requests that a pass of a controller at rest may send: it looks, and finds nothing to do. */
const requestsAPass = 10;

/** What a controller did while nothing else happened; undefined when that was little. */
export function restlessness(from: RestStart, commits: number, world: World): (Finding & Pick<Rule, 'cause' | 'glyph' | 'question'>) | undefined {
  const happened = commits - from.commits;
  const seconds = (world.t - from.t) / 1000;
  // One that failed is called again with growing pauses: that is no restlessness.
  const all = world.passes.slice(from.passes);
  const passes = all.filter(({ failed }) => failed === undefined);
  const requests = world.requests.slice(from.requests);
  const while_ = `From ${inSeconds(from.t)} on everything was as desired. In the ${seconds} s after that`;
  const late = requests.find(({ pass, t }) => t - (world.passes.find(({ id }) => id === pass)?.t ?? t) > 15_000);
  if (late !== undefined)
    return {
      cause: 'went on after its pass had ended',
      glyph: 'restless',
      seen: `${while_} your loop still sent requests for a pass that had begun more than 15 s before, the first to \`${late.path}\`.`,
      question: 'Which timer or loop of yours is still running, and what would end it?',
    };
  // Where it is started again meanwhile, each of its objects calls it once.
  const again = world.calm ? 0 : world.owners.length;
  if (passes.length > 4 + again + 2 * happened + seconds / 3)
    return {
      cause: 'kept looking while nothing happened',
      glyph: 'restless',
      seen: `${while_} your loop was called ${passes.length} times, most for \`${passes.at(-1)?.key ?? ''}\`.`,
      question: 'What calls your loop when something changes, and what makes it be called when nothing does?',
    };
  if (requests.length > 20 + requestsAPass * all.length)
    return {
      cause: 'kept asking while nothing happened',
      glyph: 'restless',
      seen: `${while_} your loop sent ${requests.length} requests in ${all.length} passes.`,
      question: 'What of this could it read from its cache instead of asking the API server?',
    };
  return undefined;
}
