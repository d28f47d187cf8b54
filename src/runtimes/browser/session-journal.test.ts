import { expect, test } from 'vitest';
import type { Input, InputResult, SessionLog } from '../../session/types.ts';
import type { KeptBranches } from '../runtime.ts';
import { emptyJournal, type JournalEvent, mayRunLearnerCode, recoveryPlan, stepJournal } from './session-journal.ts';

const command: Input = { type: 'command', text: 'kubectl get pods', at: 1 };
const swap: Input = { type: 'swap', controller: 'replicaset', entry: 'replicaset.ts', at: 2 };
const script: Input = { type: 'script', source: 'for (;;);', at: 3 };
const log = (...inputs: Input[]): SessionLog => ({ version: 1, seed: 1, cluster: {}, files: {}, inputs });
const kept = (...inputs: Input[]): KeptBranches => ({ branches: [{ view: { id: 'main', name: 'main' }, log: log(...inputs) }], current: 'main' });
const result = (input: Input): InputResult => {
  const at = { t: input.at, revision: 1 };
  return { input, outputs: [], exitCode: 0, from: at, to: at, end: 'quiet', files: {} };
};

const began: JournalEvent = { type: 'replay-started', kept: kept(command, swap) };
const replayed: JournalEvent = {
  type: 'replay-ended',
  kept: kept(command, swap),
  replayed: { results: [command, swap].map(result), now: { t: 2, revision: 1 }, historyHash: 'x' },
};
const replaying = (index: number): JournalEvent => ({ type: 'engine-event', event: { type: 'replaying', index, of: 2 } });
const sent: JournalEvent = { type: 'input-sent', input: script };
const evaluating: JournalEvent = { type: 'engine-event', event: { type: 'evaluating', watch: { id: 'w', text: 'pods' } } };
const passed: JournalEvent = { type: 'time-passed', t: 9 };

/** Were the engine lost after these events: which inputs are replayed, and what is to blame. */
function check(events: readonly JournalEvent[], inputs: readonly string[], blamed: string): void {
  const plan = recoveryPlan(events.reduce(stepJournal, emptyJournal));
  const found = plan?.kept.branches[0]?.log.inputs.map((input) => (input.type === 'advance' ? `advance to ${input.to}` : input.type));
  expect([found, plan?.watch?.text ?? plan?.input?.type ?? 'nothing']).toEqual([inputs, blamed]);
}

test('what a session is brought back with, by what was known', () => {
  check([began], ['command'], 'swap');
  check([began, replaying(0)], ['swap'], 'command');
  check([began, replaying(1)], ['command'], 'swap');
  check([began, replayed], ['command'], 'swap');
  check([began, replayed, passed], ['command', 'advance to 9'], 'swap');
  check([began, replayed, sent], ['command', 'swap'], 'script');
  check([began, replayed, sent, { type: 'input-carried-out', result: result(script) }, { type: 'input-settled', input: script }], ['command', 'script'], 'swap');
  check([began, replayed, evaluating], ['command', 'swap'], 'pods');
  check([began, replayed, evaluating, { type: 'engine-lost' }], ['command'], 'swap');
  check([began, replayed, { type: 'branch-act-started' }, replaying(0)], ['command'], 'swap');
});

test('before the first session there is nothing to bring back', () => {
  expect(recoveryPlan(emptyJournal)).toBeUndefined();
});

test('only scripts, swaps and watch expressions can hold the engine’s thread', () => {
  const table: readonly (readonly [readonly JournalEvent[], boolean])[] = [
    [[], false],
    [[{ type: 'replay-started', kept: kept(command) }], false],
    [[began], true],
    [[{ type: 'replay-started', kept: kept(command) }, sent], true],
    [[{ type: 'replay-started', kept: kept(command) }, evaluating], true],
  ];
  for (const [events, may] of table) expect(mayRunLearnerCode(events.reduce(stepJournal, emptyJournal))).toBe(may);
});
