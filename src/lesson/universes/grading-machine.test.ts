import { expect, test } from 'vitest';
import type { FromGrader } from './grader-protocol.ts';
import { hung as lost } from './lost-verdicts.ts';
import { beginGrading, type GradingEffect, type GradingEvent, stepGrading } from './grading-machine.ts';

const began = (graders: number): GradingEvent => ({ type: 'began', graders });
const heard = (grader: number, message: FromGrader): GradingEvent => ({ type: 'heard', grader, message });
const hello = (grader: number): GradingEvent => heard(grader, { type: 'hello' });
const passed = (grader: number, seed: number): GradingEvent => heard(grader, { type: 'verdict', verdict: { ok: true, seed } });
const died = (grader: number): GradingEvent => heard(grader, { type: 'died', because: 'Its memory was used up.' });
const hung = (grader: number): GradingEvent => ({ type: 'hung', grader, limitMs: 3_000 });
const finished: GradingEvent = { type: 'finished' };
const stopped: GradingEvent = { type: 'stopped' };

function inWords(effect: GradingEffect): string {
  switch (effect.do) {
    case 'request':
      return `${effect.grader} gets ${effect.seed}`;
    case 'progress':
      return `${effect.verdicts.length} done`;
    case 'end':
      return 'verdicts' in effect.end ? `${effect.end.type}: ${effect.end.verdicts.map(({ ok, seed }) => (ok ? seed : `not ${seed}`)).join(', ')}` : effect.end.type;
    case 'watch':
      return `watch ${effect.grader}${effect.again ? ' again' : ''}`;
    default:
      return `${effect.do} ${effect.grader}`;
  }
}

/** What each event leads to. */
function check(universes: number, events: readonly GradingEvent[], expected: readonly string[]): void {
  let state = beginGrading(Array.from({ length: universes }, (_none, index) => index + 1));
  const found = events.map((event) => {
    const step = stepGrading(state, event);
    state = step.state;
    return step.effects.map(inWords).join('; ');
  });
  expect(found).toEqual(expected);
}

test('a grader gets one universe, then one ahead, and is closed when none is left', () => {
  check(
    3,
    [began(1), hello(1), passed(1, 1), passed(1, 2), passed(1, 3)],
    ['open 1', '1 gets 1; watch 1', '1 done; 1 gets 2; 1 gets 3; watch 1', '2 done; watch 1', '3 done; close 1; done: 1, 2, 3'],
  );
  check(1, [began(8)], ['open 1']);
  check(2, [began(2), hello(1), passed(1, 1), hello(2), passed(1, 2)], ['open 1; open 2', '1 gets 1; watch 1', '1 done; 1 gets 2; watch 1', 'close 2', '2 done; close 1; done: 1, 2']);
});

test('what no one waits for changes nothing', () => {
  const forged = [hello(1), passed(1, 2), heard(1, { type: 'rehearsed' }), passed(7, 1)];
  check(3, [began(1), hello(1), ...forged], ['open 1', '1 gets 1; watch 1', '', '', '', '']);
  check(1, [began(1), passed(1, 1), hello(1)], ['open 1', '', '1 gets 1; watch 1']);
});

test('a universe that hangs is lived through again by a fresh grader, as is what was given ahead', () => {
  const events = [began(1), hello(1), passed(1, 1), hung(1), hello(2), passed(2, 2), passed(2, 3), passed(2, 4)];
  const before = ['open 1', '1 gets 1; watch 1', '1 done; 1 gets 2; 1 gets 3; watch 1'];
  const after = ['2 gets 2; watch 2 again', '2 done; 2 gets 3; 2 gets 4; watch 2', '3 done; watch 2', '4 done; close 2; done: 1, 2, 3, 4'];
  check(4, events, [...before, 'close 1; open 2', ...after]);
});

test('one that hangs twice is lost, and another grader takes the rest', () => {
  const events = [began(1), hello(1), passed(1, 1), hung(1), hello(2), hung(2), hello(3)];
  const before = ['open 1', '1 gets 1; watch 1', '1 done; 1 gets 2; 1 gets 3; watch 1'];
  check(4, events, [...before, 'close 1; open 2', '2 gets 2; watch 2 again', 'close 2; 2 done; open 3', '3 gets 3; watch 3']);
});

test('a grader that says that the code hung is asked once more; the second time it counts', () => {
  const says = (grader: number, seed: number): GradingEvent => heard(grader, { type: 'verdict', verdict: lost(seed, 3_000) });
  const events = [began(1), hello(1), says(1, 1), passed(1, 1), says(1, 2), passed(1, 3), says(1, 2)];
  const found = ['open 1', '1 gets 1; watch 1', '1 gets 1; 1 gets 2; watch 1 again', '1 done; 1 gets 3; watch 1'];
  check(3, events, [...found, '1 gets 2; watch 1', '2 done; watch 1 again', '3 done; close 1; done: 1, 3, not 2']);
});

test('after two lost universes the others aren’t tried', () => {
  const events = [began(2), hello(1), hello(2), died(1), hung(2), hello(3)];
  const expected = ['open 1; open 2', '1 gets 1; watch 1', '2 gets 2; watch 2', 'close 1; 1 done; open 3', 'close 2; 2 done; close 3; done: not 1, not 2', ''];
  check(9, events, expected);
});

test('a grader that dies before its first universe, or breaks, ends the grading', () => {
  check(9, [began(2), died(1)], ['open 1; open 2', 'close 1; close 2; broken']);
  check(9, [began(1), hello(1), heard(1, { type: 'broken', message: 'torn' })], ['open 1', '1 gets 1; watch 1', 'close 1; broken']);
});

test('a grading that is stopped ends with what there is', () => {
  const events = [began(1), hello(1), passed(1, 1), stopped, passed(1, 2)];
  check(4, events, ['open 1', '1 gets 1; watch 1', '1 done; 1 gets 2; 1 gets 3; watch 1', 'close 1; stopped: 1', '']);
});

test('a grading that is finished ends with the universes under way', () => {
  const running = [began(1), hello(1), passed(1, 1), finished];
  const expected = ['open 1', '1 gets 1; watch 1', '1 done; 1 gets 2; 1 gets 3; watch 1', ''];
  check(9, [...running, passed(1, 2), passed(1, 3)], [...expected, '2 done; watch 1', '3 done; close 1; done: 1, 2, 3']);
  check(9, [began(2), hello(1), finished, hello(2), passed(1, 1)], ['open 1; open 2', '1 gets 1; watch 1', '', 'close 2', '1 done; close 1; done: 1']);
  check(9, [began(1), finished, hello(1), finished], ['open 1', 'close 1; done: ', '', '']);
});

test('after a finish, another grader takes only what a lost one was given', () => {
  const events = [began(1), hello(1), passed(1, 1), finished, died(1), hello(2), passed(2, 3)];
  const expected = ['open 1', '1 gets 1; watch 1', '1 done; 1 gets 2; 1 gets 3; watch 1', '', 'close 1; 2 done; open 2', '2 gets 3; watch 2', '3 done; close 2; done: 1, not 2, 3'];
  check(9, events, expected);
});
