import { expect, test } from 'vitest';
import { type FromGrader, type GraderLink, type GradingOptions, grade, type ToGrader } from './grading.ts';
import { createGraderPool } from './grader-pool.ts';

const job = { lesson: '12-replicaset', files: {} };

/** Graders that answer every seed but those in `hangs`, and are counted. */
function counted(hangs: ReadonlySet<number> = new Set()) {
  const counts = { opened: 0, stopped: 0, rehearsed: 0 };
  const timers = new Set<() => void>();
  const grading: GradingOptions = {
    graders: 2,
    after(_ms, run) {
      timers.add(run);
      return () => timers.delete(run);
    },
    open(listen: (message: FromGrader) => void): GraderLink {
      counts.opened += 1;
      let stopped = false;
      const tell = (message: FromGrader): void => queueMicrotask(() => stopped || listen(message));
      tell({ type: 'hello' });
      return {
        post({ type, seed }) {
          if (type === 'rehearse') counts.rehearsed += 1;
          const answer: FromGrader =
            type === 'rehearse' ? { type: 'rehearsed' } : { type: 'verdict', verdict: { ok: true, seed } };
          if (type === 'rehearse' || !hangs.has(seed)) tell(answer);
        },
        stop() {
          stopped = true;
          counts.stopped += 1;
        },
      };
    },
  };
  return { counts, grading, hung: () => timers.forEach((run) => run()) };
}

const seedsOf = async (grading: GradingOptions, universes: number): Promise<readonly number[]> => {
  const end = await grade(job, universes, grading, () => {}).end;
  return end.type === 'done' ? end.verdicts.map(({ seed }) => seed).sort((a, b) => a - b) : [];
};

test('one grading after another has the same graders, until they are closed', async () => {
  const { counts, grading } = counted();
  const kept = createGraderPool(grading);
  expect(await seedsOf(kept, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(await seedsOf(kept, 3)).toEqual([1, 2, 3]);
  expect(counts).toMatchObject({ opened: 2, stopped: 0 });
  kept.close();
  expect(counts).toMatchObject({ opened: 2, stopped: 2 });
  expect(await seedsOf(kept, 1)).toEqual([1]);
});

test('graders that are opened beforehand are those that grade, even before they have said hello', async () => {
  const { counts, grading } = counted();
  const kept = createGraderPool(grading);
  kept.warm(job);
  kept.warm(job);
  expect(counts).toMatchObject({ opened: 2, stopped: 0 });
  expect(await seedsOf(kept, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(counts).toMatchObject({ opened: 2, stopped: 0 });
});

test('a grader that breaks while it waits is not used', async () => {
  let listen: ((message: FromGrader) => void) | undefined;
  const { counts, grading } = counted();
  const open: GradingOptions['open'] = (heard) => {
    listen = heard;
    return grading.open(heard);
  };
  const kept = createGraderPool({ ...grading, graders: 1, open });
  kept.warm(job);
  listen?.({ type: 'broken', message: 'torn' });
  expect(await seedsOf(kept, 2)).toEqual([1, 2]);
  expect(counts.opened).toBe(2);
});

test('a grader that hangs is ended, and the next grading hears nothing of it', async () => {
  const { counts, grading, hung } = counted(new Set([2]));
  const kept = createGraderPool(grading);
  const first = grade(job, 3, kept, () => {});
  for (let time = 0; time < 2; time += 1) {
    // Until the others are done, and nothing moves but the clock.
    for (let turns = 0; turns < 30; turns += 1) await Promise.resolve();
    hung();
  }
  expect(await first.end).toMatchObject({ type: 'done', verdicts: [{ seed: 1 }, { seed: 3 }, { seed: 2, ok: false }] });
  expect(counts.stopped).toBe(2);
  expect(await seedsOf(kept, 1)).toEqual([1]);
});

test('a grading that is stopped in the midst ends the graders that were at work', async () => {
  const { counts, grading } = counted(new Set([1, 2]));
  const kept = createGraderPool(grading);
  const first = grade(job, 2, kept, () => {});
  await Promise.resolve();
  await Promise.resolve();
  first.stop();
  await first.end;
  expect(counts).toMatchObject({ opened: 2, stopped: 2 });
});

/** A grader under the test's hand. */
function byHand() {
  const graders: { posted: ToGrader[]; tell: (message: FromGrader) => void; stopped: boolean }[] = [];
  const grading: GradingOptions = {
    graders: 2,
    after: () => () => undefined,
    open(tell) {
      const grader = { posted: [] as ToGrader[], tell, stopped: false };
      graders.push(grader);
      return {
        post: (message) => void grader.posted.push(message),
        stop() {
          grader.stopped = true;
        },
      };
    },
  };
  return { graders, grading };
}

test('graders that wait rehearse, one of them at a time', () => {
  const { graders, grading } = byHand();
  const kept = createGraderPool(grading);
  kept.warm(job);
  const posted = () => graders.map((each) => each.posted.length);
  expect(posted()).toEqual([0, 0]);
  graders[1]?.tell({ type: 'hello' });
  graders[0]?.tell({ type: 'hello' });
  expect(posted()).toEqual([0, 1]);
  expect(graders[1]?.posted).toEqual([{ type: 'rehearse', job, seed: 1 }]);
  graders[1]?.tell({ type: 'rehearsed' });
  // What nobody asked for is not counted.
  graders[1]?.tell({ type: 'rehearsed' });
  expect(posted()).toEqual([1, 1]);
  kept.close();
  graders[0]?.tell({ type: 'rehearsed' });
  expect(posted()).toEqual([1, 1]);
});

test('rehearsing ends: graders that have lived through enough only wait', async () => {
  const { counts, grading } = counted();
  const kept = createGraderPool(grading);
  kept.warm(job);
  while (counts.rehearsed < 120) await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  expect(counts.rehearsed).toBe(120);
});

test('rehearsing ends: graders that have been at it for long only wait', async () => {
  const { counts, grading } = counted();
  let nowMs = 0;
  const kept = createGraderPool({ ...grading, nowMs: () => (nowMs += 2_000) });
  kept.warm(job);
  for (let turns = 0; turns < 200; turns += 1) await Promise.resolve();
  expect(counts.rehearsed).toBe(15);
  // Others take their place when they are needed again, and are as cold as the first.
  kept.close();
  kept.warm(job);
  for (let turns = 0; turns < 200; turns += 1) await Promise.resolve();
  expect(counts.rehearsed).toBe(30);
});

test('a grader that hangs in its rehearsal is replaced, and the check that waits for it has the new one', async () => {
  const { graders, grading } = byHand();
  const timers = new Set<() => void>();
  const kept = createGraderPool({
    ...grading,
    graders: 1,
    after(_ms, run) {
      timers.add(run);
      return () => timers.delete(run);
    },
  });
  kept.warm(job);
  graders[0]?.tell({ type: 'hello' });
  const end = grade(job, 1, kept, () => {}).end;
  for (const run of [...timers]) run();
  expect(graders.map(({ stopped }) => stopped)).toEqual([true, false]);
  graders[1]?.tell({ type: 'hello' });
  expect(graders[1]?.posted).toEqual([{ type: 'grade', job, seed: 1 }]);
  graders[1]?.tell({ type: 'verdict', verdict: { ok: true, seed: 1 } });
  expect(await end).toMatchObject({ type: 'done' });
});

test('who checks takes the graders from their rehearsal: no more of it, and no word of it', async () => {
  const { graders, grading } = byHand();
  const kept = createGraderPool({ ...grading, graders: 1 });
  kept.warm(job);
  const [grader] = graders;
  grader?.tell({ type: 'hello' });
  const end = grade(job, 1, kept, () => {}).end;
  await Promise.resolve();
  // A universe's time begins when it is asked for: the rehearsal isn't part of it.
  expect(grader?.posted.map(({ type }) => type)).toEqual(['rehearse']);
  grader?.tell({ type: 'rehearsed' });
  expect(grader?.posted.map(({ type }) => type)).toEqual(['rehearse', 'grade']);
  grader?.tell({ type: 'verdict', verdict: { ok: true, seed: 1 } });
  expect(await end).toEqual({ type: 'done', verdicts: [{ ok: true, seed: 1 }] });
  expect(grader?.stopped).toBe(false);
});

test('a grader that breaks while it rehearses is ended, not only forgotten', () => {
  const { graders, grading } = byHand();
  const kept = createGraderPool({ ...grading, graders: 1 });
  kept.warm(job);
  graders[0]?.tell({ type: 'hello' });
  graders[0]?.tell({ type: 'broken', message: 'torn' });
  expect(graders.map(({ stopped }) => stopped)).toEqual([true]);
});

test('code that says hello in its grader’s name pays nothing off: when it hangs, its grader is ended', async () => {
  const { graders, grading } = byHand();
  const timers = new Set<() => void>();
  const after: GradingOptions['after'] = (_ms, run) => {
    timers.add(run);
    return () => timers.delete(run);
  };
  const kept = createGraderPool({ ...grading, graders: 1, after });
  const first = grade(job, 2, kept, () => {});
  for (let times = 0; times < 4; times += 1) graders[0]?.tell({ type: 'hello' });
  for (const run of [...timers]) run();
  expect(graders.map(({ stopped }) => stopped)).toEqual([true, false]);
  first.stop();
  await first.end;
});
