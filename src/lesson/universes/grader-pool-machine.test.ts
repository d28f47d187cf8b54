import { expect, test } from 'vitest';
import { emptyPool, type GraderPoolEffect, type GraderPoolEvent, stepGraderPool } from './grader-pool-machine.ts';
import type { FromGrader } from './grader-protocol.ts';

const warmed: GraderPoolEvent = { type: 'warmed', job: { lesson: '12-replicaset', files: {} }, graders: 2 };
const employed: GraderPoolEvent = { type: 'employed' };
const spareTime: GraderPoolEvent = { type: 'spare-time' };
const closed: GraderPoolEvent = { type: 'closed' };
const requested = (grader: number): GraderPoolEvent => ({ type: 'requested', grader });
const released = (grader: number): GraderPoolEvent => ({ type: 'released', grader });
const heard = (grader: number, message: FromGrader): GraderPoolEvent => ({ type: 'heard', grader, message });
const hello: FromGrader = { type: 'hello' };
const rehearsed: FromGrader = { type: 'rehearsed' };
const verdict: FromGrader = { type: 'verdict', verdict: { ok: true, seed: 1 } };
const broken: FromGrader = { type: 'broken', message: 'torn' };

function inWords(effect: GraderPoolEffect): string {
  const { grader } = effect;
  if (effect.do === 'rehearse') return `${grader} rehearses ${effect.seed}`;
  if (effect.do === 'deliver') return `${effect.message.type} of ${grader}${effect.later ? ', later' : ''}`;
  return `${effect.do} ${grader}`;
}

/** What each event leads to, where each grader rehearses two universes at most. */
function check(events: readonly GraderPoolEvent[], expected: readonly string[]): void {
  let state = emptyPool(2);
  const found = events.map((event) => {
    const step = stepGraderPool(state, event);
    state = step.state;
    return step.effects.map(inWords).join('; ');
  });
  expect(found).toEqual(expected);
}

test('graders are opened once, and the last that waits is employed', () => {
  check([warmed, warmed, employed, employed, employed], ['open 1; open 2', '', '', '', 'open 3']);
});

test('one that has said hello already says it again to its grading', () => {
  check([warmed, heard(2, hello), employed, employed, heard(1, hello)], ['open 1; open 2', '', 'hello of 2, later', '', 'hello of 1']);
});

test('one that owes nothing waits for the next grading; one in the midst of a universe is stopped', () => {
  const begun = [employed, heard(1, hello), requested(1)];
  check([...begun, heard(1, verdict), released(1), employed], ['open 1', 'hello of 1', '', 'verdict of 1', '', 'hello of 1, later']);
  check([...begun, released(1), employed], ['open 1', 'hello of 1', '', 'stop 1', 'open 2']);
});

test('those that wait rehearse in turns, one at a time and no more than they should', () => {
  const ready = [warmed, heard(1, hello), heard(2, hello)];
  check([...ready, spareTime, spareTime], ['open 1; open 2', '', '', '1 rehearses 1', '']);
  const first = [spareTime, heard(1, rehearsed), spareTime, heard(2, rehearsed), spareTime];
  check([...ready, ...first], ['open 1; open 2', '', '', '1 rehearses 1', '', '2 rehearses 1', '', '1 rehearses 2']);
  check([...ready, closed, spareTime], ['open 1; open 2', '', '', 'stop 1; stop 2', '']);
});

test('one that is employed while it rehearses says hello when that is over', () => {
  const events = [warmed, heard(2, hello), spareTime, employed, heard(2, rehearsed)];
  check(events, ['open 1; open 2', '', '2 rehearses 1', '', 'hello of 2']);
});

test('one whose rehearsal hangs is replaced, for the grading that waits for it, too, and nothing is rehearsed any more', () => {
  const overdue: GraderPoolEvent = { type: 'overdue', grader: 2 };
  const hanging = [warmed, heard(1, hello), heard(2, hello), spareTime, heard(1, rehearsed), spareTime];
  const so = ['open 1; open 2', '', '', '1 rehearses 1', '', '2 rehearses 1'];
  check([...hanging, overdue, heard(2, hello), spareTime], [...so, 'stop 2; open 2', '', '']);
  check([...hanging, employed, overdue, heard(2, hello)], [...so, '', 'stop 2; open 2', 'hello of 2']);
  check([...hanging, heard(2, rehearsed), overdue], [...so, '', '']);
});

test('what no one waits for pays no debt', () => {
  check([employed, heard(1, hello), heard(1, hello), heard(1, rehearsed), requested(1), released(1)], ['open 1', 'hello of 1', '', '', '', 'stop 1']);
});

test('one that breaks while it waits is stopped; one that is employed reports it, and isn’t used again', () => {
  check([warmed, heard(2, broken), employed, employed], ['open 1; open 2', 'stop 2', '', 'open 3']);
  check([employed, heard(1, hello), heard(1, broken), released(1)], ['open 1', 'hello of 1', 'broken of 1', 'stop 1']);
});
