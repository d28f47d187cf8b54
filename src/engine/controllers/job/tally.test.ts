/** Upstream's table of what is counted and released, written anew (job_controller_test.go, TestTrackJobStatusAndRemoveFinalizers, TestGetNewFinshedPods). */
import type { JobStatus, Pod } from 'converge/sdk';
import { expect, test } from 'vitest';
import { assess } from './assess.ts';
import { noBackOff } from './back-off.ts';
import { type End, failure, success } from './conditions.ts';
import { isTracked } from './job-pods.ts';
import { strikeOut, tally, trimmed } from './tally.ts';
import { jobOf, nowMs, type PassInput, pod, runPass } from './testing/pass.ts';

interface Counted extends PassInput {
  readonly end?: End;
  /** Uids of Pods that the cache shows with the finalizer they have lost. */
  readonly lost?: readonly string[];
}

/** The status before finalizers are removed, how many are, and the status after that. */
interface Steps {
  readonly named: JobStatus;
  readonly released: number;
  readonly summed?: JobStatus;
}

function check(input: Counted, { named, released, summed = named }: Steps): void {
  const all = input.pods ?? [];
  const counted = new Set(input.lost);
  const job = jobOf({ ...input, spec: { completionMode: 'NonIndexed', suspend: true, ...input.spec } });
  const assessment = assess(job, all, { nowMs, backOff: noBackOff, counted });
  const first = tally(assessment, input.end, counted);
  const left = all.filter((each) => isTracked(each) && !counted.has(each.metadata.uid) && !first.release.includes(each));
  const second = strikeOut(first.status, new Set(left.map(({ metadata }) => metadata.uid)));
  expect(trimmed(first.status)).toEqual({ uncountedTerminatedPods: {}, ...named });
  expect(first.release).toHaveLength(released);
  expect(trimmed(second)).toEqual({ uncountedTerminatedPods: {}, ...summed });
}

const succeeded = (uid: string, more: object = {}): Pod => pod({ uid, phase: 'Succeeded', ...more });
const failed = (uid: string, more: object = {}): Pod => pod({ uid, phase: 'Failed', ...more });
const numbered = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `${index}`);
const indexed = (completions: number): PassInput['spec'] & object => ({ completionMode: 'Indexed', completions });
const limited = { ...indexed(6), backoffLimitPerIndex: 1 };
const names = (good: readonly string[], bad: readonly string[]): JobStatus => ({
  uncountedTerminatedPods: { ...(bad.length > 0 && { failed: bad }), ...(good.length > 0 && { succeeded: good }) },
});

const cases: readonly (readonly [what: string, input: Counted, steps: Steps])[] = [
  ['nothing', {}, { named: {}, released: 0 }],
  [
    'what has ended',
    {
      pods: [
        succeeded('a'),
        failed('b'),
        succeeded('c', { deleted: true }),
        failed('d', { deleted: true }),
        pod({ uid: 'e', phase: 'Pending', deleted: true }),
        pod({ phase: 'Pending' }),
        pod(),
      ],
    },
    { named: names(['a', 'c'], ['b', 'd', 'e']), released: 5, summed: { succeeded: 2, failed: 3 } },
  ],
  [
    'what has ended now and before',
    {
      status: { active: 1, succeeded: 2, failed: 3, ...names(['a', 'e'], ['b', 'f']) },
      pods: [
        succeeded('e', { tracked: false }),
        failed('x', { tracked: false }),
        pod({ phase: 'Pending', tracked: false }),
        succeeded('a'),
        failed('b'),
        succeeded('c'),
        failed('d'),
      ],
    },
    {
      named: { active: 1, succeeded: 3, failed: 4, ...names(['a', 'c'], ['b', 'd']) },
      released: 4,
      summed: { active: 1, succeeded: 5, failed: 6 },
    },
  ],
  [
    'finalizers that the cache shows though they are gone',
    {
      status: { succeeded: 2, failed: 3, ...names(['a', 'g'], ['b', 'h']) },
      lost: ['c', 'd', 'g', 'h'],
      pods: [
        succeeded('a'),
        failed('b'),
        succeeded('c'),
        failed('d'),
        succeeded('e'),
        failed('f'),
        succeeded('g'),
        failed('h'),
      ],
    },
    { named: { succeeded: 3, failed: 4, ...names(['a', 'e'], ['b', 'f']) }, released: 4, summed: { succeeded: 5, failed: 6 } },
  ],
  [
    'enough has succeeded: what still runs counts for nothing',
    { end: success('SuccessPolicy', ''), pods: [succeeded('a'), failed('b'), pod({ uid: 'c', phase: 'Pending' })] },
    { named: names(['a'], ['b']), released: 3, summed: { succeeded: 1, failed: 1 } },
  ],
  [
    'the job completes',
    { end: success('CompletionsReached', ''), pods: [succeeded('a'), failed('b')] },
    { named: names(['a'], ['b']), released: 2, summed: { succeeded: 1, failed: 1 } },
  ],
  [
    'the job fails: what still runs has failed',
    { end: failure('BackoffLimitExceeded', ''), pods: [succeeded('a'), failed('b'), pod({ uid: 'c' })] },
    { named: names(['a'], ['b', 'c']), released: 3, summed: { succeeded: 1, failed: 2 } },
  ],
  [
    'the job is deleted: what still runs is released and counts for nothing',
    { deleting: true, status: { active: 1 }, pods: [succeeded('a'), failed('b'), pod()] },
    { named: { active: 1, ...names(['a'], ['b']) }, released: 3, summed: { active: 1, succeeded: 1, failed: 1 } },
  ],
  [
    'indexes that succeeded; a pod without one counts for nothing',
    {
      spec: indexed(6),
      status: { active: 1 },
      pods: [
        succeeded('a', { index: '1' }),
        succeeded('b', { index: '3' }),
        succeeded('c', { index: '3' }),
        pod({ index: '5' }),
        succeeded('d'),
      ],
    },
    { named: { active: 1, succeeded: 2, completedIndexes: '1,3' }, released: 4 },
  ],
  [
    'an index beyond the completions is forgotten',
    {
      spec: { ...indexed(2), parallelism: 2 },
      status: { active: 2, succeeded: 1, completedIndexes: '3' },
      pods: [pod({ index: '0' }), pod({ index: '1' })],
    },
    { named: { active: 2 }, released: 0 },
  ],
  [
    'an index beyond the completions is forgotten while another succeeds',
    {
      spec: { ...indexed(2), parallelism: 2 },
      status: { active: 2, succeeded: 1, completedIndexes: '3' },
      pods: [pod({ index: '0' }), succeeded('b', { index: '1' })],
    },
    { named: { active: 2, succeeded: 1, completedIndexes: '1' }, released: 1 },
  ],
  [
    'pods of indexes that failed',
    {
      spec: indexed(6),
      status: { active: 1 },
      pods: [
        failed('a', { index: '1' }),
        failed('b', { index: '3' }),
        failed('c', { index: '3' }),
        pod({ index: '5' }),
        failed('x'),
      ],
    },
    { named: { active: 1, ...names([], ['a', 'b', 'c']) }, released: 4, summed: { active: 1, failed: 3 } },
  ],
  [
    'indexes that succeeded now and before',
    {
      spec: indexed(7),
      status: { failed: 2, succeeded: 5, completedIndexes: '0-2,4,6,7' },
      pods: [
        succeeded('p', { index: '0', tracked: false }),
        failed('q', { index: '1', tracked: false }),
        succeeded('r', { index: '1' }),
        succeeded('s', { index: '3' }),
        failed('a', { index: '2' }),
        failed('b', { index: '5' }),
      ],
    },
    {
      named: { succeeded: 6, failed: 2, completedIndexes: '0-4,6', ...names([], ['a', 'b']) },
      released: 4,
      summed: { succeeded: 6, failed: 4, completedIndexes: '0-4,6' },
    },
  ],
  [
    'more than can be named at once',
    { status: names([], ['a', 'b']), pods: [...numbered(500).map((uid) => succeeded(uid)), failed('b')] },
    {
      named: { failed: 1, ...names(numbered(499), ['b']) },
      released: 499,
      summed: { succeeded: 499, failed: 1, ...names([], ['b']) },
    },
  ],
  [
    'more indexes than can be done at once',
    { spec: indexed(501), pods: numbered(501).map((uid) => succeeded(uid, { index: uid })) },
    // All are known to have succeeded; the last Pod keeps its finalizer until the next pass.
    { named: { succeeded: 501, completedIndexes: '0-500' }, released: 500 },
  ],
  [
    'a pod that failed and then says it succeeded has failed',
    { status: names([], ['a', 'b']), end: failure('BackoffLimitExceeded', ''), pods: [failed('a'), succeeded('b')] },
    { named: names([], ['a', 'b']), released: 2, summed: { failed: 2 } },
  ],
  [
    'a pod that is named already',
    { status: names([], ['a']), end: failure('BackoffLimitExceeded', ''), pods: [failed('a')] },
    { named: names([], ['a']), released: 1, summed: { failed: 1 } },
  ],
  [
    'pods that are named and gone, while one is being terminated',
    { status: names(['b'], ['a']), pods: [pod({ uid: 'a', deleted: true, tracked: false })] },
    { named: { succeeded: 1, failed: 1 }, released: 0 },
  ],
  [
    'a failed pod waits for its replacement',
    { spec: limited, pods: [failed('a', { index: '1', failures: 0 })] },
    { named: { failedIndexes: '' }, released: 0 },
  ],
  [
    'a failed pod that is replaced is counted',
    {
      spec: limited,
      status: { active: 1 },
      pods: [failed('a1', { index: '1', failures: 0 }), pod({ uid: 'a2', index: '1', failures: 1 })],
    },
    {
      named: { active: 1, failedIndexes: '', ...names([], ['a1']) },
      released: 1,
      summed: { active: 1, failed: 1, failedIndexes: '' },
    },
  ],
  [
    'the last pod of an index that has failed is counted',
    { spec: limited, pods: [failed('a', { index: '1', failures: 1 })] },
    { named: { failedIndexes: '1', ...names([], ['a']) }, released: 1, summed: { failed: 1, failedIndexes: '1' } },
  ],
];

test.each(cases)('counts %s', (_, input, steps) => check(input, steps));

test('a status that is refused releases no Pod', async () => {
  const { statuses, patched, error } = await runPass({ spec: { suspend: true }, statusRefused: true, pods: [succeeded('a'), failed('b')] });
  expect(statuses).toMatchObject([names(['a'], ['b'])]);
  expect(patched).toEqual([]);
  expect(error).toBeDefined();
});

test('Pods that keep their finalizers stay named', async () => {
  const { statuses, patched, error } = await runPass({ spec: { suspend: true }, podsRefused: true, pods: [succeeded('a'), failed('b')] });
  expect(statuses).toMatchObject([names(['a'], ['b'])]);
  expect(patched).toEqual(['a', 'b']);
  expect(error).toBeDefined();
});

test('Pods that keep their finalizers stay named, while those that lost them are counted', async () => {
  const { statuses } = await runPass({
    spec: { suspend: true },
    status: names(['a'], ['b']),
    podsRefused: true,
    pods: [succeeded('a', { tracked: false }), succeeded('c'), failed('d')],
  });
  expect(statuses).toMatchObject([{ succeeded: 1, failed: 1, ...names(['c'], ['d']) }]);
});

const fresh: readonly (readonly [what: string, input: Counted, succeeded: number, failed: number])[] = [
  [
    'some are counted',
    {
      status: { succeeded: 2, failed: 1 },
      pods: [succeeded('a', { tracked: false }), succeeded('b'), succeeded('c'), failed('d', { tracked: false }), failed('e'), pod({ tracked: false })],
    },
    4,
    2,
  ],
  [
    'some are named',
    {
      status: { succeeded: 1, failed: 1, ...names(['a', 'c'], ['e', 'f']) },
      pods: [
        succeeded('a', { tracked: false }),
        succeeded('b', { tracked: false }),
        succeeded('c'),
        succeeded('d'),
        failed('e', { tracked: false }),
        failed('f'),
        failed('g'),
      ],
    },
    4,
    4,
  ],
  [
    'some have lost their finalizer already',
    {
      status: { succeeded: 2, failed: 2, ...names(['a'], ['d']) },
      lost: ['b', 'f'],
      pods: [
        succeeded('a', { tracked: false }),
        succeeded('b'),
        succeeded('c'),
        failed('d', { tracked: false }),
        failed('e'),
        failed('f'),
        failed('g'),
      ],
    },
    4,
    5,
  ],
  [
    'some are being deleted',
    {
      status: { succeeded: 1, failed: 1 },
      pods: [
        succeeded('a', { deleted: true }),
        failed('b', { deleted: true }),
        pod({ uid: 'c', deleted: true }),
        pod({ uid: 'd', phase: 'Pending', deleted: true }),
        pod({ uid: 'e', deleted: true, tracked: false }),
        pod({ uid: 'f', phase: 'Pending', deleted: true, tracked: false }),
      ],
    },
    2,
    4,
  ],
];

test.each(fresh)('knows how many have ended when %s', (_, input, good, bad) => {
  const counted = new Set(input.lost);
  const job = jobOf({ ...input, spec: { suspend: true, backoffLimit: bad } });
  const assessment = assess(job, input.pods ?? [], { nowMs, backOff: noBackOff, counted });
  expect(assessment.succeeded).toBe(good);
  // One more than the limit would end the Job.
  expect(assessment.end).toBeUndefined();
  const stricter = jobOf({ ...input, spec: { suspend: true, backoffLimit: bad - 1 } });
  expect(assess(stricter, input.pods ?? [], { nowMs, backOff: noBackOff, counted }).end?.reason).toBe('BackoffLimitExceeded');
});
