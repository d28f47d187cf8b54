import { expect, test } from 'vitest';
import type { FromGrader, GradingOptions, ToGrader } from '../../universes/grading.ts';
import type { Verdict } from '../../universes/types.ts';
import { gradeMutants } from './mutant-grading.ts';

const passed = (seed: number): Verdict => ({ ok: true, seed });
const failed = (seed: number, cause: string): Verdict => ({
  ok: false,
  seed,
  cause,
  glyph: 'too-many',
  scenario: 'a Pod is deleted',
  at: 0,
  revision: 1,
  weather: '',
  seen: '',
  question: '',
});

/** What a grader makes of a text in a universe; `hangs` never comes. */
type Behavior = (text: string, seed: number) => Verdict | 'hangs';

/** Graders that answer at once, and what they were asked for. Time passes for those that hang. */
function fakeGraders(behavior: Behavior, graders = 1) {
  const requests: string[] = [];
  const counts = { opened: 0, stopped: 0 };
  const timers = new Set<() => void>();
  const open = (listen: (message: FromGrader) => void) => {
    counts.opened += 1;
    queueMicrotask(() => listen({ type: 'hello' }));
    return {
      post(message: ToGrader) {
        if (message.type !== 'grade') return;
        const text = message.job.files['reconcile.ts'] ?? '';
        requests.push(`${text} ${message.seed}`);
        const verdict = behavior(text, message.seed);
        if (verdict === 'hangs') queueMicrotask(() => timers.forEach((run) => run()));
        else queueMicrotask(() => listen({ type: 'verdict', verdict }));
      },
      stop() {
        counts.stopped += 1;
      },
    };
  };
  const options: GradingOptions = {
    graders,
    open,
    after(_ms, run) {
      timers.add(run);
      return () => timers.delete(run);
    },
  };
  return { options, requests, counts };
}

function gradeWith(options: GradingOptions, texts: readonly string[], universes = 5) {
  const grading = { lesson: 'a-lesson', solution: { 'reconcile.ts': 'right' }, universes, graders: options };
  return gradeMutants(grading, 'reconcile.ts', texts);
}

test('a mutant is tried until the first universe that it fails, and that one with the solution', async () => {
  const { options, requests } = fakeGraders((text, seed) => (text === 'bad' && seed === 3 ? failed(3, 'made too many') : passed(seed)));
  expect(await gradeWith(options, ['bad'])).toEqual([{ type: 'killed', cause: 'made too many', seed: 3 }]);
  expect(requests).toEqual(['bad 1', 'bad 2', 'bad 3', 'right 3']);
});

test('a mutant that passes every universe survives; grades come in the order of the mutants', async () => {
  const { options } = fakeGraders((text, seed) => (text === 'bad' ? failed(seed, 'stood still') : passed(seed)), 2);
  expect(await gradeWith(options, ['good', 'bad', 'fine'])).toEqual([
    { type: 'survived' },
    { type: 'killed', cause: 'stood still', seed: 1 },
    { type: 'survived' },
  ]);
});

test('a grader that hangs is ended, and the next mutant has another', async () => {
  const { options, counts } = fakeGraders((text, seed) => (text === 'endless' ? 'hangs' : passed(seed)));
  expect(await gradeWith(options, ['endless', 'good'])).toMatchObject([{ type: 'killed', cause: 'ran without end' }, { type: 'survived' }]);
  expect(counts).toEqual({ opened: 2, stopped: 2 });
});

test('a universe that the solution fails as well kills nothing', async () => {
  const { options } = fakeGraders((_text, seed) => (seed === 2 ? failed(2, 'stood still') : passed(seed)));
  await expect(gradeWith(options, ['bad'])).rejects.toThrow('the solution itself fails universe 2: stood still');
});
