/** How much of another person's session a page replays, and the words for it: a link of a few bytes may let years pass. Pure. */
import type { Input, SessionLog } from '../../session/types.ts';
import type { SharedSession } from './link.ts';
import { tr, trCount } from '../words/words.ts';

/** Of the cluster's time. A day of a lesson's cluster takes some ten seconds. */
export const mostReplayMs = 24 * 3_600_000;
export const mostReplayInputs = 2_000;
/** Below these a replay is not noticed, and nothing is said. */
const [briefMs, briefInputs] = [3_600_000, 200];

export interface Budgeted {
  readonly shared: SharedSession;
  readonly words?: string;
}

export function withinBudget(shared: SharedSession): Budgeted {
  const { log, cut, words } = logWithinBudget(shared.log);
  if (!cut) return { shared, ...(words === undefined ? {} : { words }) };
  // The moment that was shown may be beyond.
  const { at: _, ...rest } = shared;
  return { shared: { ...rest, log }, ...(words === undefined ? {} : { words }) };
}

export interface BudgetedLog {
  /** Cut where the page stops replaying. */
  readonly log: SessionLog;
  readonly cut: boolean;
  /** What the replay takes, for whoever decides; absent: nothing to speak of. */
  readonly words?: string;
}

export function logWithinBudget(log: SessionLog): BudgetedLog {
  const { inputs } = log;
  const ms = Math.max(0, ...inputs.map(reach));
  if (ms <= briefMs && inputs.length <= briefInputs) return { log, cut: false };
  const whole = trCount(inputs.length, { one: '{number} input in {duration} of the cluster’s time', other: '{number} inputs in {duration} of the cluster’s time' }, { number: inputs.length.toLocaleString('en-US'), duration: duration(ms) });
  if (ms <= mostReplayMs && inputs.length <= mostReplayInputs)
    return { log, cut: false, words: tr('To show it, the page replays {whole}. That can take a minute; you can stop it.', { whole }) };
  const words = tr('It holds {whole}: more than a page replays. Of it, the first {duration} and at most {most} inputs are replayed, which can take a minute; you can stop it.', { whole, duration: duration(mostReplayMs), most: mostReplayInputs.toLocaleString('en-US') });
  return { log: { ...log, inputs: beginning(inputs) }, cut: true, words };
}

function beginning(inputs: readonly Input[]): readonly Input[] {
  const kept: Input[] = [];
  for (const input of inputs.slice(0, mostReplayInputs)) {
    if (input.at > mostReplayMs) break;
    if (reach(input) > mostReplayMs) {
      if (input.type === 'advance') kept.push({ ...input, to: mostReplayMs });
      break;
    }
    kept.push(input);
  }
  return kept;
}

const reach = (input: Input): number => (input.type === 'advance' ? input.to : input.at);

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
const units = [
  { ms: 365 * dayMs, words: (count: number, number: string) => trCount(count, { one: '{number} year', other: '{number} years' }, { number }) },
  { ms: dayMs, words: (count: number, number: string) => trCount(count, { one: '{number} day', other: '{number} days' }, { number }) },
  { ms: hourMs, words: (count: number, number: string) => trCount(count, { one: '{number} hour', other: '{number} hours' }, { number }) },
  { ms: minuteMs, words: (count: number, number: string) => trCount(count, { one: '{number} minute', other: '{number} minutes' }, { number }) },
] as const;

/** "3 hours", "2 days". */
export function duration(ms: number): string {
  const unit = units.find((each) => ms >= 2 * each.ms) ?? units[3];
  const count = Math.round(ms / unit.ms);
  return unit.words(count, count.toLocaleString('en-US'));
}
