/** How much of another person's session a page replays, and the words for it: a link of a few bytes may let years pass. Pure. */
import type { Input, SessionLog } from '../../session/types.ts';
import type { SharedSession } from './link.ts';

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
  const whole = `${inputs.length.toLocaleString('en-US')} input${inputs.length === 1 ? '' : 's'} in ${duration(ms)} of the cluster’s time`;
  if (ms <= mostReplayMs && inputs.length <= mostReplayInputs)
    return { log, cut: false, words: `To show it, the page replays ${whole}. That can take a minute; you can stop it.` };
  const words = `It holds ${whole}: more than a page replays. Of it, the first ${duration(mostReplayMs)} and at most ${mostReplayInputs.toLocaleString('en-US')} inputs are replayed, which can take a minute; you can stop it.`;
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

const units = [
  [365 * 86_400_000, 'year'],
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const;

/** "3 hours", "2 days". */
export function duration(ms: number): string {
  const [size, name] = units.find(([each]) => ms >= 2 * each) ?? units[3];
  const count = Math.round(ms / size);
  return `${count.toLocaleString('en-US')} ${name}${count === 1 ? '' : 's'}`;
}
