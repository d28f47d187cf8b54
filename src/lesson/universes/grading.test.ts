import { expect, test } from 'vitest';
import { type FromGrader, type GraderLink, type GradingOptions, grade, type ToGrader } from './grading.ts';
import { headline, reportOf } from './report.ts';
import type { Failed, Verdict } from './types.ts';

const job = { lesson: '12-replicaset', files: {} };
const failed = (seed: number, cause: string): Failed => ({
  ok: false,
  seed,
  cause,
  glyph: 'too-many',
  scenario: 's',
  at: 1,
  revision: 2,
  weather: '',
  seen: '',
  question: '',
});

/** Graders under the test's hand: `judge` answers a seed, or undefined to hang. Timers run when `tick` is called. */
function workshop(judge: (seed: number) => FromGrader | undefined) {
  const timers = new Set<() => void>();
  const queue: (() => void)[] = [];
  let opened = 0;
  const shop = {
    timers,
    opened: () => opened,
    options: {
      graders: 2,
      after(_ms: number, run: () => void) {
        timers.add(run);
        return () => timers.delete(run);
      },
      open(listen: (message: FromGrader) => void): GraderLink {
        opened += 1;
        let stopped = false;
        queue.push(() => listen({ type: 'hello' }));
        return {
          post: ({ seed }: ToGrader) => {
            const answer = judge(seed);
            if (answer !== undefined) queue.push(() => stopped || listen(answer));
          },
          stop: () => {
            stopped = true;
          },
        };
      },
    },
    work() {
      for (let step = queue.shift(); step !== undefined; step = queue.shift()) step();
    },
    tick() {
      for (const run of [...timers]) {
        timers.delete(run);
        run();
      }
    },
    /** What hangs does so for so many times its limit. */
    hang(times: number) {
      for (let time = 0; time < times; time += 1) {
        shop.work();
        shop.tick();
      }
      shop.work();
    },
  };
  return shop;
}

/** One grader, with three seconds for a universe; `limits` are those that it is given, in milliseconds. */
function timed({ options }: ReturnType<typeof workshop>): { readonly limits: number[]; readonly options: GradingOptions } {
  const limits: number[] = [];
  const after: GradingOptions['after'] = (ms, run) => {
    limits.push(ms);
    return options.after(ms, run);
  };
  return { limits, options: { ...options, graders: 1, hangMs: 3_000, after } };
}

const pass = (seed: number): FromGrader => ({ type: 'verdict', verdict: { ok: true, seed } });

test('every universe is graded once, and progress is told after each', async () => {
  const shop = workshop(pass);
  const counts: number[] = [];
  const grading = grade(job, 5, shop.options, (verdicts) => counts.push(verdicts.length));
  shop.work();
  const end = await grading.end;
  expect(end.type === 'done' && end.verdicts.map(({ seed }) => seed)).toEqual([1, 2, 3, 4, 5]);
  expect(counts).toEqual([1, 2, 3, 4, 5]);
  expect(shop.timers.size).toBe(0);
});

test('a grader that has answered is asked for the next universe before it is done with this one', async () => {
  const posted: number[] = [];
  let listen: (message: FromGrader) => void = () => {};
  const open: GradingOptions['open'] = (heard) => {
    listen = heard;
    return { post: ({ seed }) => void posted.push(seed), stop() {} };
  };
  const { end } = grade(job, 4, { ...workshop(pass).options, graders: 1, open }, () => {});
  const at: number[][] = [];
  listen({ type: 'hello' });
  for (const seed of [1, 2, 3, 4]) {
    at.push([...posted]);
    listen(pass(seed));
  }
  expect(at).toEqual([[1], [1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 4]]);
  expect(await end).toMatchObject({ type: 'done' });
});

test('what a grader that hangs was asked for beside is lived through by another', async () => {
  const asked: number[] = [];
  const shop = workshop((seed) => {
    asked.push(seed);
    return seed === 2 || (seed === 3 && asked.length === 3) ? undefined : pass(seed);
  });
  const { end } = grade(job, 4, { ...shop.options, graders: 1 }, () => {});
  shop.work();
  expect(asked).toEqual([1, 2, 3]);
  expect(shop.timers.size).toBe(1);
  shop.tick();
  shop.work();
  expect(asked).toEqual([1, 2, 3, 2]);
  shop.tick();
  shop.work();
  expect(asked).toEqual([1, 2, 3, 2, 3, 4]);
  const lived = await end;
  const verdicts: readonly Verdict[] = lived.type === 'done' ? lived.verdicts : [];
  expect(verdicts.map(({ seed, ok }) => [seed, ok])).toEqual([
    [1, true],
    [2, false],
    [3, true],
    [4, true],
  ]);
});

test('a universe that hangs is a failure of its own, and the next one runs in a fresh grader', async () => {
  const shop = workshop((seed) => (seed === 2 ? undefined : pass(seed)));
  const grading = grade(job, 4, shop.options, () => {});
  shop.hang(2);
  const end = await grading.end;
  const verdicts: readonly Verdict[] = end.type === 'done' ? end.verdicts : [];
  expect(verdicts.filter(({ ok }) => ok).length).toBe(3);
  expect(verdicts.find(({ ok }) => !ok)).toMatchObject({ seed: 2, cause: 'ran without end' });
});

test('a universe that hung because the machine was busy counts as what it does the second time, within three times the limit', async () => {
  let asked = 0;
  const shop = workshop((seed) => {
    if (seed === 2) asked += 1;
    return asked === 1 && seed === 2 ? undefined : pass(seed);
  });
  const { limits, options } = timed(shop);
  const { end } = grade(job, 3, options, () => {});
  shop.hang(1);
  const lived = await end;
  expect(lived.type === 'done' && lived.verdicts.map(({ seed, ok }) => [seed, ok])).toEqual([
    [1, true],
    [2, true],
    [3, true],
  ]);
  expect(limits).toEqual([3_000, 3_000, 9_000, 3_000]);
});

test('on a machine that is so busy that a grader takes long to load, a universe may take longer too', async () => {
  let nowMs = 0;
  const shop = workshop(pass);
  const { limits, options: timing } = timed(shop);
  const options = { ...timing, nowMs: () => nowMs };
  const slow = grade(job, 1, options, () => {});
  nowMs = 5_000;
  shop.work();
  await slow.end;
  const quick = grade(job, 1, options, () => {});
  nowMs += 100;
  shop.work();
  await quick.end;
  expect(limits).toEqual([60_000, 3_000]);
});

test('where other universes took long, one may take eight times as long, and three times that when it is lived through again', async () => {
  let nowMs = 0;
  const shop = workshop((seed) => (seed === 1 ? pass(1) : undefined));
  const { limits, options: timing } = timed(shop);
  const options: GradingOptions = {
    ...timing,
    nowMs: () => nowMs,
    open(listen) {
      return shop.options.open((message) => {
        if (message.type === 'verdict') nowMs += 2_000;
        listen(message);
      });
    },
  };
  const { end } = grade(job, 2, options, () => {});
  shop.hang(2);
  expect(await end).toMatchObject({
    verdicts: [
      { seed: 1, ok: true },
      { seed: 2, ok: false, seen: expect.stringContaining('48 s') },
    ],
  });
  expect(limits).toEqual([3_000, 16_000, 48_000]);
});

test('when universe after universe hangs, the rest are not tried', async () => {
  const shop = workshop(() => undefined);
  const grading = grade(job, 100, shop.options, () => {});
  for (let round = 0; round < 5; round += 1) {
    shop.work();
    shop.tick();
  }
  const end = await grading.end;
  const report = reportOf(end.type === 'done' ? end.verdicts : [], 100);
  expect(report).toMatchObject({ passed: 0, left: 98 });
  expect(headline(report)).toBe('0 of 2 universes converged; 98 were not run');
});

test('files that can’t run end the grading with the place', async () => {
  const problem = { title: 'SyntaxError: x', message: '', hint: '', line: 3 };
  const shop = workshop(() => ({ type: 'unfit', problem }));
  const grading = grade(job, 9, shop.options, () => {});
  shop.work();
  expect(await grading.end).toEqual({ type: 'unfit', problem });
});

test('stopping keeps what there is', async () => {
  const shop = workshop((seed) => (seed > 2 ? undefined : pass(seed)));
  const grading = grade(job, 9, shop.options, () => {});
  shop.work();
  grading.stop();
  expect(await grading.end).toMatchObject({ type: 'stopped', verdicts: [{ seed: 1 }, { seed: 2 }] });
});

test('a report groups failures by cause, the commonest first', () => {
  const verdicts: Verdict[] = [failed(3, 'b'), failed(1, 'a'), failed(2, 'b'), { ok: true, seed: 4 }];
  const report = reportOf(verdicts, 4);
  expect(report.groups.map(({ cause, failures }) => [cause, failures.map(({ seed }) => seed)])).toEqual([
    ['b', [2, 3]],
    ['a', [1]],
  ]);
  expect(headline(report)).toBe('1 of 4 universes converged');
});

test('what a grader says out of turn is no answer', async () => {
  const strange: FromGrader[] = [{ type: 'hello' }, { type: 'verdict', verdict: { ok: true, seed: 7 } }];
  const shop = workshop((seed) => (seed === 2 ? undefined : pass(seed)));
  const open = shop.options.open;
  const options = {
    ...shop.options,
    graders: 1,
    open: (listen: (message: FromGrader) => void) =>
      open((message) => {
        listen(message);
        for (const each of strange) listen(each);
      }),
  };
  const grading = grade(job, 3, options, () => {});
  shop.hang(2);
  const end = await grading.end;
  expect(end.type === 'done' && end.verdicts.map(({ seed, ok }) => [seed, ok])).toEqual([
    [1, true],
    [2, false],
    [3, true],
  ]);
});
