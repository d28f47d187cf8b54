import { expect, test } from 'vitest';
import type { Input, SessionLog } from '../../session/types.ts';
import type { KeptBranches } from '../runtime.ts';
import { noSession, type RecoverableEffect, type RecoverableEvent, stepRecoverable } from './recovery-machine.ts';

const swap: Input = { type: 'swap', controller: 'replicaset', entry: 'reconcile.ts', at: 2 };
const command: Input = { type: 'command', text: 'kubectl get pods', at: 1 };
const script: Input = { type: 'script', source: 'for (;;);', at: 3 };
const log = (...inputs: Input[]): SessionLog => ({ version: 1, seed: 1, cluster: {}, files: {}, inputs });
const kept = (...inputs: Input[]): KeptBranches => ({ branches: [{ view: { id: 'main', name: 'main' }, log: log(...inputs) }], current: 'main' });

/** A session of these inputs stands. */
const session = (...inputs: Input[]): readonly RecoverableEvent[] => [
  { type: 'reset' },
  { type: 'replay-started', kept: kept(...inputs) },
  {
    type: 'replay-ended',
    kept: kept(...inputs),
    replayed: {
      results: inputs.map((input) => ({ input, outputs: [], exitCode: 0, from: at, to: at, end: 'quiet', files: {} })),
      now: at,
      historyHash: 'x',
    },
  },
];
const at = { t: 2, revision: 1 };
const lost = (nowMs: number): RecoverableEvent => ({ type: 'lost', nowMs });
const sent: RecoverableEvent = { type: 'input-sent', input: script };
const evaluating: RecoverableEvent = { type: 'engine-event', event: { type: 'evaluating', watch: { id: 'w', text: 'pods' } } };

function inWords(effect: RecoverableEffect): string {
  switch (effect.do) {
    case 'emit':
      return effect.event.type === 'recovered' ? `recovered without ${effect.event.input?.type ?? 'nothing'}` : effect.event.type;
    case 'bring-back': {
      const inputs = effect.plan.kept.branches.flatMap((branch) => branch.log.inputs.map(({ type }) => type));
      return `bring back: ${inputs.join(', ')}`;
    }
    default:
      return effect.do;
  }
}

/** What the events lead to after a session of a command and a swap stands. A session that is brought back reports it. */
function check(events: readonly RecoverableEvent[], expected: readonly string[]): void {
  let state = session(command, swap).reduce((before, event) => stepRecoverable(before, event).state, noSession);
  const found: string[] = [];
  for (let queue = [...events], event = queue.shift(); event !== undefined; event = queue.shift()) {
    const step = stepRecoverable(state, event);
    state = step.state;
    found.push(...step.effects.map(inWords));
    for (const effect of step.effects)
      if (effect.do === 'bring-back') queue.unshift({ type: 'brought-back', plan: effect.plan, because: effect.because });
  }
  expect(found).toEqual(expected);
}

test('a session comes back without what hung it', () => {
  check([lost(0)], ['bring back: command', 'recovered without swap']);
  check([sent, lost(0)], ['bring back: command, swap', 'recovered without script']);
});

test('a watch expression that never ends is reported first, and the session is the same without it', () => {
  check([evaluating, lost(0)], ['evaluating', 'endless', 'bring back: command, swap', 'recovered without nothing']);
});

test('a session that was brought back may be lost again, any number of times, when each time something is blamed', () => {
  const evening = [0, 1, 2, 3, 4, 5, 6].flatMap((nowMs) => [evaluating, lost(nowMs)]);
  const once = ['evaluating', 'endless', 'bring back: command, swap', 'recovered without nothing'];
  check(evening, evening.filter((event) => event !== evaluating).flatMap(() => once));
});

test('a replay that hangs again and again is given up', () => {
  let state = session(command, swap).reduce((before, event) => stepRecoverable(before, event).state, noSession);
  const found: string[] = [];
  for (let nowMs = 1; nowMs <= 6; nowMs += 1) {
    const step = stepRecoverable(state, lost(nowMs));
    state = step.state;
    found.push(step.effects.at(-1)?.do ?? '');
  }
  expect(found).toEqual(['bring-back', 'bring-back', 'bring-back', 'bring-back', 'bring-back', 'fail']);
});

test('an engine lost before the first session is given up', () => {
  expect(stepRecoverable(noSession, lost(0)).effects.map(inWords)).toEqual(['fail']);
});

test('a second session gets a fresh engine', () => {
  check([{ type: 'reset' }], ['discard-engine']);
  check([{ type: 'stopped' }, { type: 'reset' }], []);
});
