/** Upstream's table of single passes, written anew (job_controller_test.go, TestControllerSyncJob and TestSyncJobPastDeadline). */
import type { JobCondition, Pod } from 'converge/sdk';
import { expect, test } from 'vitest';
import { indexMark } from './job-pods.ts';
import { type PassInput, type PodTraits, pod, pods, runPass } from './testing/pass.ts';

interface Setting {
  readonly parallelism: number;
  readonly completions?: number;
  readonly backoffLimit?: number;
  readonly pending?: number;
  readonly active?: number;
  readonly ready?: number;
  readonly succeeded?: number;
  readonly failed?: number;
  readonly terminating?: number;
  /** Pods of an indexed Job: `1 Failed`. */
  readonly indexed?: readonly string[];
  readonly more?: PassInput;
}

interface Expected {
  readonly creates?: number;
  readonly indexes?: readonly number[];
  readonly deletes?: number;
  readonly patches?: number;
  readonly active?: number;
  readonly ready?: number;
  readonly succeeded?: number;
  readonly failed?: number;
  readonly terminating?: number;
  readonly completedIndexes?: string;
  /** `Complete`, `Suspended=False` … */
  readonly conditions?: readonly string[];
}

function podsOf({ pending = 0, active = 0, ready = 0, succeeded = 0, failed = 0, terminating = 0, indexed = [] }: Setting): readonly Pod[] {
  const some = (count: number, traits: PodTraits): readonly Pod[] => pods(count, traits);
  return [
    ...some(pending, { phase: 'Pending' }),
    ...some(ready, { ready: true }),
    ...some(active - ready, {}),
    ...some(succeeded, { phase: 'Succeeded' }),
    ...some(failed, { phase: 'Failed' }),
    ...some(terminating, { deleted: true }),
    ...indexed.map((text) => {
      const [index = '', phase = ''] = text.split(' ');
      return pod({ index, phase });
    }),
  ];
}

function shown({ type, status }: JobCondition): string {
  return status === 'True' ? type : `${type}=${status}`;
}

async function check(setting: Setting, expected: Expected): Promise<void> {
  const { parallelism, completions, backoffLimit = 6, indexed, more = {} } = setting;
  const size = completions === undefined ? { parallelism } : { parallelism, completions };
  const mode = indexed === undefined ? {} : { completionMode: 'Indexed' };
  const result = await runPass({ ...more, spec: { ...size, ...mode, backoffLimit, ...more.spec }, pods: podsOf(setting) });
  const { status } = result;
  expect({
    creates: result.created.length,
    ...(expected.indexes && { indexes: result.created.map(({ annotations }) => Number(annotations[indexMark])) }),
    deletes: result.deleted.length,
    patches: result.patched.length,
    active: status.active ?? 0,
    ready: status.ready ?? 0,
    succeeded: status.succeeded ?? 0,
    failed: status.failed ?? 0,
    terminating: status.terminating ?? 0,
    completedIndexes: status.completedIndexes ?? '',
    conditions: (status.conditions ?? []).map(shown),
  }).toEqual({
    creates: 0,
    deletes: 0,
    patches: 0,
    active: 0,
    ready: 0,
    succeeded: 0,
    failed: 0,
    terminating: 0,
    completedIndexes: '',
    conditions: [],
    ...expected,
  });
  expect(status.startTime !== undefined).toBe(more.spec?.suspend !== true);
  expect(result.error !== undefined).toBe(more.podsRefused === true || more.podLimit !== undefined);
  for (const { generateName, hostname, annotations } of result.created) {
    const index = annotations[indexMark];
    expect([generateName, hostname]).toEqual(index === undefined ? ['sum-', ''] : [`sum-${index}-`, `sum-${index}`]);
  }
}

const complete = ['SuccessCriteriaMet', 'Complete'];
const failed = ['FailureTarget', 'Failed'];
const suspended = { spec: { suspend: true } };
const onlyFailed = { spec: { podReplacementPolicy: 'Failed' } };

const cases: readonly (readonly [what: string, setting: Setting, expected: Expected])[] = [
  ['job start', { parallelism: 2, completions: 5 }, { creates: 2, active: 2 }],
  ['work queue start', { parallelism: 2 }, { creates: 2, active: 2 }],
  ['pending pods', { parallelism: 2, completions: 5, pending: 2 }, { active: 2 }],
  ['right number of pods', { parallelism: 3, completions: 5, active: 3, ready: 2 }, { active: 3, ready: 2 }],
  ['work queue: right number of pods', { parallelism: 2, active: 2 }, { active: 2 }],
  ['too few', { parallelism: 2, completions: 5, active: 1, succeeded: 1 }, { creates: 1, active: 2, succeeded: 1, patches: 1 }],
  [
    'work queue: one failed and one is terminating, replaced when failed',
    { parallelism: 1, active: 1, failed: 1, terminating: 1, more: onlyFailed },
    { active: 1, failed: 1, terminating: 1, patches: 1 },
  ],
  [
    'one failed and one is terminating, no policy',
    { parallelism: 1, completions: 1, active: 1, failed: 1, terminating: 1 },
    { active: 1, failed: 2, terminating: 1, patches: 2 },
  ],
  [
    'work queue: one failed and one is terminating, replaced at once',
    { parallelism: 1, active: 1, failed: 1, terminating: 1, more: { spec: { podReplacementPolicy: 'TerminatingOrFailed' } } },
    { active: 1, failed: 2, terminating: 1, patches: 2 },
  ],
  [
    'more terminate than may run, replaced when failed',
    { parallelism: 1, completions: 1, active: 2, terminating: 4, more: onlyFailed },
    { active: 1, deletes: 1, patches: 1, terminating: 5 },
  ],
  [
    'more terminate than may run, with a failure policy',
    { parallelism: 1, completions: 1, active: 2, terminating: 4, more: { spec: { podFailurePolicy: { rules: [] } } } },
    { active: 1, deletes: 1, patches: 1, terminating: 5 },
  ],
  ['too few in a work queue', { parallelism: 2, active: 1 }, { creates: 1, active: 2 }],
  [
    'too few, and pods are refused',
    { parallelism: 2, completions: 5, active: 1, succeeded: 1, more: { podsRefused: true } },
    { active: 1, patches: 1 },
  ],
  ['too many', { parallelism: 2, completions: 5, active: 3 }, { deletes: 1, active: 2, patches: 1, terminating: 1 }],
  ['too many, and pods are refused', { parallelism: 2, completions: 5, active: 3, more: { podsRefused: true } }, { active: 3, patches: 1 }],
  ['too many, all ready', { parallelism: 2, completions: 5, active: 3, ready: 3 }, { deletes: 1, active: 2, ready: 2, patches: 1, terminating: 1 }],
  [
    'a failure and a success: no back-off',
    { parallelism: 2, completions: 5, active: 1, succeeded: 1, failed: 1 },
    { creates: 1, active: 2, succeeded: 1, failed: 1, patches: 2 },
  ],
  ['a failure long ago', { parallelism: 2, completions: 5, active: 1, failed: 1 }, { creates: 1, active: 2, failed: 1, patches: 1 }],
  [
    'a failure that is counted',
    { parallelism: 1, completions: 1, active: 1, more: { status: { startTime: '2026-01-01T00:59:00Z', active: 1, failed: 1 } } },
    { active: 1, failed: 1 },
  ],
  ['a failure, and pods are refused', { parallelism: 2, completions: 5, active: 1, failed: 1, more: { podsRefused: true } }, { active: 1, patches: 1 }],
  ['all succeeded', { parallelism: 2, completions: 5, succeeded: 5 }, { succeeded: 5, patches: 5, conditions: complete }],
  ['work queue: one has succeeded, one runs', { parallelism: 2, active: 1, succeeded: 1 }, { active: 1, succeeded: 1, patches: 1 }],
  ['work queue: all have ended', { parallelism: 2, succeeded: 2 }, { succeeded: 2, patches: 2, conditions: complete }],
  ['work queue: one failed, one succeeded', { parallelism: 2, succeeded: 1, failed: 1 }, { succeeded: 1, failed: 1, patches: 2, conditions: complete }],
  ['far too many', { parallelism: 2, completions: 5, active: 10 }, { deletes: 8, active: 2, patches: 8, terminating: 8 }],
  [
    'more than are left to do',
    { parallelism: 3, completions: 4, active: 3, succeeded: 2 },
    { deletes: 1, active: 2, succeeded: 2, patches: 3, terminating: 1 },
  ],
  ['two more succeeded', { parallelism: 2, completions: 5, active: 2, succeeded: 2 }, { active: 2, succeeded: 2, patches: 2 }],
  [
    'the job is being deleted',
    { parallelism: 2, completions: 5, pending: 1, active: 1, succeeded: 1, more: { deleting: true } },
    { active: 2, succeeded: 1, patches: 3 },
  ],
  ['only ten pods are allowed', { parallelism: 100, completions: 200, more: { podLimit: 10 } }, { creates: 10, active: 10 }],
  [
    'too many failures',
    { parallelism: 2, completions: 5, backoffLimit: 0, failed: 1, more: { deleting: true } },
    { failed: 1, patches: 1, conditions: failed },
  ],
  [
    'too many failures, and pods may be missing from the cache',
    { parallelism: 2, completions: 5, backoffLimit: 0, failed: 1, more: { deleting: true, settled: false } },
    { failed: 1, patches: 1 },
  ],
  ['indexed: start', { parallelism: 2, completions: 5, indexed: [] }, { creates: 2, active: 2, indexes: [0, 1] }],
  [
    'indexed: one is terminating, replaced when failed',
    { parallelism: 2, completions: 5, indexed: [], terminating: 1, more: onlyFailed },
    { creates: 1, active: 1, indexes: [0], terminating: 1 },
  ],
  [
    'indexed: one is terminating, replaced at once',
    { parallelism: 2, completions: 5, indexed: [], terminating: 1 },
    { creates: 2, active: 2, indexes: [0, 1], terminating: 1, patches: 1 },
  ],
  [
    'indexed: all succeeded',
    { parallelism: 2, completions: 3, indexed: ['0 Succeeded', '1 Failed', '1 Succeeded', '2 Succeeded'] },
    { succeeded: 3, failed: 1, completedIndexes: '0-2', patches: 4, conditions: complete },
  ],
  [
    'indexed: too many failures; the job has failed when the last pod is gone',
    { parallelism: 2, completions: 3, backoffLimit: 0, indexed: ['0 Succeeded', '1 Failed', '2 Running'] },
    { succeeded: 1, failed: 2, completedIndexes: '0', deletes: 1, patches: 3, terminating: 1, conditions: ['FailureTarget'] },
  ],
  [
    'ready pods of a job that fails',
    { parallelism: 2, completions: 3, backoffLimit: 0, active: 2, ready: 2, failed: 1 },
    { failed: 3, deletes: 2, patches: 3, terminating: 2, conditions: ['FailureTarget'] },
  ],
  [
    'indexed: one index succeeded twice',
    { parallelism: 2, completions: 3, indexed: ['0 Succeeded', '1 Succeeded', '1 Succeeded'] },
    { creates: 1, active: 1, succeeded: 2, completedIndexes: '0,1', indexes: [2], patches: 3 },
  ],
  [
    'indexed: some run, some succeeded',
    {
      parallelism: 8,
      completions: 20,
      indexed: ['0 Running', '2 Succeeded', '3 Pending', '4 Succeeded', '5 Succeeded', '7 Succeeded', '8 Succeeded', '9 Succeeded'],
    },
    { creates: 6, active: 8, succeeded: 6, completedIndexes: '2,4,5,7-9', indexes: [1, 6, 10, 11, 12, 13], patches: 6 },
  ],
  [
    'indexed: some failed',
    { parallelism: 3, completions: 4, indexed: ['0 Failed', '1 Pending', '2 Failed'] },
    { creates: 2, active: 3, failed: 2, indexes: [0, 2], patches: 2 },
  ],
  [
    'indexed: some have no index',
    {
      parallelism: 2,
      completions: 5,
      active: 1,
      succeeded: 1,
      failed: 1,
      indexed: ['invalid Running', 'invalid Succeeded', 'invalid Failed', 'invalid Pending', '0 Succeeded', '1 Running', '2 Running'],
    },
    { deletes: 3, active: 2, succeeded: 1, completedIndexes: '0', patches: 8, terminating: 3 },
  ],
  [
    'indexed: two have one index',
    { parallelism: 5, completions: 5, succeeded: 1, failed: 1, indexed: ['invalid Running', '0 Succeeded', '1 Running', '2 Running', '2 Pending'] },
    { deletes: 2, active: 2, succeeded: 1, completedIndexes: '0', patches: 5, terminating: 2 },
  ],
  [
    'indexed: indexes that the job doesn’t have',
    { parallelism: 2, completions: 5, indexed: ['0 Succeeded', '5 Running', '6 Succeeded', '7 Pending', '8 Failed'] },
    { deletes: 2, succeeded: 1, completedIndexes: '0', patches: 5, terminating: 2 },
  ],
  [
    'suspended',
    { parallelism: 2, completions: 4, active: 2, more: suspended },
    { deletes: 2, patches: 2, terminating: 2, conditions: ['Suspended'] },
  ],
  [
    'suspended with ready pods',
    { parallelism: 2, completions: 4, active: 2, ready: 2, more: suspended },
    { deletes: 2, patches: 2, terminating: 2, conditions: ['Suspended'] },
  ],
  ['suspended, and pods may be missing from the cache', { parallelism: 2, completions: 4, active: 3, more: { ...suspended, settled: false } }, { active: 3 }],
  [
    'suspended with ready pods, and pods may be missing from the cache',
    { parallelism: 2, completions: 4, active: 3, ready: 3, more: { ...suspended, settled: false } },
    { active: 3, ready: 3 },
  ],
  [
    'resumed',
    {
      parallelism: 2,
      completions: 4,
      more: { status: { conditions: [{ type: 'Suspended', status: 'True', reason: 'JobSuspended', message: 'Job suspended' }] } },
    },
    { creates: 2, active: 2, conditions: ['Suspended=False'] },
  ],
  ['suspended while it is being deleted', { parallelism: 2, completions: 4, active: 2, more: { ...suspended, deleting: true } }, { active: 2, patches: 2 }],
  [
    'FailureTarget=False, set by hand, means nothing',
    {
      parallelism: 1,
      completions: 1,
      active: 1,
      ready: 1,
      more: { status: { active: 1, startTime: '2026-01-01T00:59:00Z', conditions: [{ type: 'FailureTarget', status: 'False', reason: 'ByHand', message: '' }] } },
    },
    { active: 1, ready: 1, conditions: ['FailureTarget=False'] },
  ],
  [
    'SuccessCriteriaMet=False, set by hand, means nothing',
    {
      parallelism: 1,
      completions: 1,
      active: 1,
      ready: 1,
      more: { status: { active: 1, startTime: '2026-01-01T00:59:00Z', conditions: [{ type: 'SuccessCriteriaMet', status: 'False', reason: 'ByHand', message: '' }] } },
    },
    { active: 1, ready: 1, conditions: ['SuccessCriteriaMet=False'] },
  ],
];

test.each(cases)('one pass: %s', (_, setting, expected) => check(setting, expected));

const late = { activeDeadlineSeconds: 10 };
const sinceSeconds = (seconds: number) => ({ startTime: new Date(Date.parse('2026-01-01T01:00:00Z') - seconds * 1000).toISOString().replace('.000', '') });

const deadlines: typeof cases = [
  [
    'over while a pod runs',
    { parallelism: 1, completions: 1, active: 1, more: { spec: late, status: sinceSeconds(15) } },
    { deletes: 1, failed: 1, patches: 1, terminating: 1, conditions: ['FailureTarget'] },
  ],
  [
    'over after a success',
    { parallelism: 1, completions: 2, active: 1, succeeded: 1, more: { spec: late, status: sinceSeconds(15) } },
    { deletes: 1, succeeded: 1, failed: 1, patches: 2, terminating: 1, conditions: ['FailureTarget'] },
  ],
  ['over before a pod runs', { parallelism: 1, completions: 1, more: { spec: late, status: sinceSeconds(10) } }, { conditions: failed }],
  [
    'over, and too many failures',
    { parallelism: 1, completions: 1, backoffLimit: 0, failed: 1, more: { spec: { activeDeadlineSeconds: 1 }, status: sinceSeconds(10) } },
    { failed: 1, patches: 1, conditions: failed },
  ],
];

test.each(deadlines)('the deadline is %s', (_, setting, expected) => check(setting, expected));

test('a job that is suspended has no deadline, and one that runs is looked at when it is over', async () => {
  const waiting = await runPass({ spec: { ...late, suspend: true }, status: sinceSeconds(15) });
  expect(waiting.status.conditions).toMatchObject([{ type: 'Suspended', status: 'True' }]);
  const running = await runPass({ spec: { ...late, completions: 1 }, status: sinceSeconds(4), pods: [pod()] });
  expect(running.afterMs).toBe(6000);
});
