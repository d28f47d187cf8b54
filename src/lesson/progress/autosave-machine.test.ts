import { expect, test } from 'vitest';
import { type AutosaveEffect, type AutosaveEvent, beginAutosave, stepAutosave } from './autosave-machine.ts';
import { emptyWork, type LessonWork } from './work.ts';

/** Work is told apart by the text of one file. */
const work = (text: string): LessonWork => ({ ...emptyWork('h'), files: { 'a.ts': text } });
const textOf = ({ files }: LessonWork): string => files['a.ts'] ?? 'nothing';

const changed = (text: string, why?: string): AutosaveEvent => ({ type: 'changed', change: { work: work(text), why } });
const [mine, later] = [changed('mine'), changed('later')];
const due: AutosaveEvent = { type: 'due' };
const began: AutosaveEvent = { type: 'write-began' };
const refused: AutosaveEvent = { type: 'refused' };
const ended: AutosaveEvent = { type: 'write-ended' };
const left: AutosaveEvent = { type: 'left' };
const written = (stored: LessonWork): AutosaveEvent => ({
  type: 'written',
  work: stored,
  merge: (base, theirs, own) => work([base, theirs, own].map(textOf).join('+')),
});
const othersRead = (text: string): AutosaveEvent => ({ type: 'others-read', work: work(text) });

function inWords(effect: AutosaveEffect): string {
  if (effect.do === 'publish') return `publish ${textOf(effect.work)}`;
  return effect.do === 'back-up' ? `back up ${textOf(effect.backup.work)} on ${textOf(effect.backup.base)}` : effect.do;
}

/** What the events lead to, and what waits in the end, with why. */
function check(events: readonly AutosaveEvent[], expected: readonly string[], waits?: string): void {
  let state = beginAutosave(emptyWork('h'));
  const found = events.flatMap((event) => {
    const step = stepAutosave(state, event);
    state = step.state;
    return step.effects.map(inWords);
  });
  const { waiting } = state;
  expect([found, waiting && [textOf(waiting.work), waiting.why ?? ''].join(' ').trim()]).toEqual([expected, waits]);
}

const write = ['start-timer', 'stop-timer', 'write'];

test('changes are written together a moment later, and the first reason stays', () => {
  check([changed('a', 'reset'), changed('b', 'restored')], ['start-timer'], 'b reset');
  check([mine, later, due], write, 'later');
  check([due], ['write']);
});

test('what was written needs no backup any more, if no change came meanwhile', () => {
  const stored = work('mine');
  check([{ type: 'changed', change: { work: stored, why: undefined } }, due, began, written(stored), ended], [...write, 'forget-backup']);
  check([mine, due, began, later, ended], [...write, 'start-timer'], 'later');
});

test('what another tab has written is published, together with what was changed meanwhile', () => {
  check([mine, due, began, written(work('both')), ended], [...write, 'publish both', 'forget-backup']);
  check([mine, due, began, later, written(work('both')), ended], [...write, 'start-timer', 'publish mine+both+later'], 'mine+both+later');
});

test('what storage refuses goes with the next change, and keeps its reason', () => {
  check([changed('a', 'reset'), due, began, refused, ended], write, 'a reset');
  check([changed('a', 'reset'), due, began, changed('b'), refused, ended], [...write, 'start-timer'], 'b reset');
});

test('what other tabs store is taken over while nothing waits', () => {
  check([othersRead('theirs'), othersRead('theirs')], ['publish theirs']);
  check([mine, othersRead('theirs')], ['start-timer'], 'mine');
  check([mine, due, began, othersRead('theirs')], write);
});

test('a page that goes away backs up what isn’t written yet', () => {
  check([left], ['write']);
  check([mine, left], ['start-timer', 'back up mine on nothing', 'stop-timer', 'write'], 'mine');
  check([othersRead('theirs'), mine, due, began, left], ['publish theirs', ...write, 'back up mine on theirs', 'write']);
  check([mine, due, began, later, left], [...write, 'start-timer', 'back up later on nothing', 'stop-timer', 'write'], 'later');
});
