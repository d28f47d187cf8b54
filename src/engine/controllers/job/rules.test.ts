/** Upstream's tables of the single rules, written anew; each test names its source. */
import type { JobSpec, Pod } from 'converge/sdk';
import { expect, test } from 'vitest';
import { backOffLeftMs, indexBackOffLeftMs, nextBackOff } from './back-off.ts';
import { indexedDraft } from './drafts.ts';
import { judge } from './failure-policy.ts';
import { indexesIn, indexesOf } from './indexes.ts';
import { firstOutside, formatIntervals, hasIndex, intervalsOf, mergeIntervals, parseIntervals } from './intervals.ts';
import { finishedAtMs } from './job-pods.ts';
import { spareIndexed } from './order.ts';
import { metRule } from './success-policy.ts';
import { jobOf, nowMs, type PodTraits, pod } from './testing/pass.ts';

const podsOf = (texts: readonly string[]): readonly Pod[] =>
  texts.map((text) => {
    const [index = '', phase = ''] = text.split(' ');
    return pod({ phase, ...(index === '-' ? {} : { index }) });
  });

/** indexed_job_utils_test.go, TestCalculateSucceededIndexes. */
const succeeded: readonly (readonly [what: string, before: string, pods: readonly string[], completions: number, known: string, all: string])[] = [
  ['one', '', ['1 Succeeded'], 2, '', '1'],
  ['two apart', '', ['2 Failed', '5 Succeeded', '5 Succeeded', '10 Failed', '10 Succeeded'], 11, '', '5,10'],
  ['two intervals', '', ['0 Running', '1 Pending', '2 Succeeded', '3 Succeeded', '5 Succeeded', '6 Succeeded', '7 Succeeded'], 8, '', '2,3,5-7'],
  ['no index and a bad one', '', ['0 Succeeded', '1 Failed', '2 Succeeded', '3 Succeeded', '- Succeeded', '-2 Succeeded'], 6, '', '0,2,3'],
  ['out of range', '', ['0 Succeeded', '1 Succeeded', '2 Succeeded', '3 Failed', '4 Succeeded', '5 Succeeded', '- Succeeded'], 5, '', '0-2,4'],
  ['known ones out of range', '0-5,8-10', [], 8, '0-5', '0-5'],
  ['known ones partly out of range', '0-5,8-10', [], 10, '0-5,8,9', '0-5,8,9'],
  ['known and new ones apart', '0,4,5,10-12', ['2 Succeeded', '7 Succeeded', '8 Succeeded'], 13, '0,4,5,10-12', '0,2,4,5,7,8,10-12'],
  ['known between new', '3,4,6', ['2 Succeeded', '7 Succeeded', '8 Succeeded'], 9, '3,4,6', '2-4,6-8'],
  ['new between known', '2,7,8', ['3 Succeeded', '4 Succeeded', '6 Succeeded'], 9, '2,7,8', '2-4,6-8'],
  ['new within known', '2-7', ['0 Succeeded', '3 Succeeded', '5 Succeeded', '9 Succeeded'], 10, '2-7', '0,2-7,9'],
  ['what can’t be read', '0,1-foo,bar', ['3 Succeeded'], 4, '0', '0,3'],
];

test.each(succeeded)('indexes that have succeeded: %s', (_, completedIndexes, texts, completions, known, all) => {
  const job = jobOf({ spec: { completionMode: 'Indexed', completions }, status: { completedIndexes } });
  const found = indexesOf(job, podsOf(texts), [], new Set());
  expect([formatIntervals(found.known), formatIntervals(found.succeeded)]).toEqual([known, all]);
});

/** indexed_job_utils_test.go, TestIntervalsHaveIndex. */
test.each([
  ['none', '', 4, false],
  ['before all', '2-4,6-8', 1, false],
  ['after all', '2-4,6-8', 9, false],
  ['between', '2-4,6-8', 5, false],
  ['in the first', '2-4,6-8', 2, true],
  ['in the second', '2-4,6-8', 8, true],
])('an index is in intervals: %s', (_, text, index, expected) => {
  expect(hasIndex(parseIntervals(text, 100), index)).toBe(expected);
});

/** indexed_job_utils_test.go, TestFirstPendingIndexes. */
test.each([
  ['more than there are', 5, 3, [], '', [0, 1, 2]],
  ['fewer than there are', 2, 5, [], '', [0, 1]],
  ['the first run', 3, 10, ['0 Running', '1 Pending'], '', [2, 3, 4]],
  ['the last run or succeeded', 6, 6, ['6 Pending'], '4,5', [0, 1, 2, 3]],
  ['mixed', 5, 20, ['3 Pending', '5 Running', '8 Pending', '- Running', '-3 Running'], '2-4,9', [0, 1, 6, 7, 10]],
])('the next indexes to run: %s', (_, count, completions, active, done, expected) => {
  const taken = mergeIntervals(parseIntervals(done, 100), indexesIn(podsOf(active)));
  expect(firstOutside(taken, count, completions)).toEqual(expected);
});

/** indexed_job_utils_test.go, TestAppendDuplicatedIndexPodsForRemoval. */
test.each([
  ['all differ', ['- Pending', '2 Pending', '5 Running', '6 Running'], ['- Pending', '6 Running']],
  [
    'all have one',
    ['5 Pending', '0 Running', '3 Pending', '0 Running', '3 Running', '0 Pending', '6 Running', '6 Pending'],
    ['0 Pending', '0 Running', '3 Pending', '6 Running', '6 Pending'],
  ],
  [
    'mixed',
    ['- Pending', 'invalid Running', '-2 Running', '0 Pending', '1 Pending', '1 Pending', '1 Running'],
    ['- Pending', 'invalid Running', '-2 Running', '1 Pending', '1 Pending'],
  ],
])('pods that can be spared: %s', (_, texts, expected) => {
  const pods = podsOf(texts);
  const text = new Map(pods.map((each, at) => [each, texts[at]]));
  expect(spareIndexed(pods, 0, 6).map((each) => text.get(each))).toEqual(expected);
});

/** indexed_job_utils_test.go, TestPodGenerateNameWithIndex. */
test.each([
  ['indexed-job', 'indexed-job-1-'],
  ['hhhhhooooohhhhhooooohhhhhooooohhhhhooooohhhhhooooohhhhhooooohhhhhooooo', 'hhhhhooooohhhhhooooohhhhhooooohhhhhooooohhhhhooooohhhhh-1-'],
  ['hhhhhooooohhhhhooooohhhhhooooohhhhhooooohhhhhooooohhhhhoo', 'hhhhhooooohhhhhooooohhhhhooooohhhhhooooohhhhhooooohhhhh-1-'],
])('pods of %s are named', (name, expected) => {
  const job = jobOf({});
  expect(indexedDraft({ ...job, metadata: { ...job.metadata, name } }, 1, undefined).metadata.generateName).toBe(expected);
});

type SuccessRule = NonNullable<JobSpec['successPolicy']>['rules'][number];
const indexes = (succeededIndexes: string, succeededCount?: number): SuccessRule =>
  succeededCount === undefined ? { succeededIndexes } : { succeededIndexes, succeededCount };

/** success_policy_test.go, TestMatchSuccessPolicy. */
const policies: readonly (readonly [what: string, rules: readonly SuccessRule[] | undefined, succeeded: string, met: number | undefined])[] = [
  ['no policy', undefined, '0', undefined],
  ['no rules', [], '0', undefined],
  ['indexes that can’t be read', [indexes('invalid-form')], '0', undefined],
  ['indexes', [indexes('0-2')], '0-2,4-7', 0],
  ['an index that is missing', [indexes('3')], '0-2', undefined],
  ['a count', [{ succeededCount: 2 }], '0-2', 0],
  ['a count that is too high', [{ succeededCount: 4 }], '0-2', undefined],
  ['the second of two rules', [indexes('9'), indexes('4,6')], '0-2,4-7', 1],
  ['both of two rules', [indexes('0,1'), indexes('5')], '0-2,4-7', 0],
  ['a count of these indexes', [indexes('3-6', 2)], '0-2,4-7', 0],
  ['a count of these indexes that is too high', [indexes('3-6', 2)], '0-2,6,7', undefined],
  ['nothing has succeeded', [{ succeededCount: 4 }], '', undefined],
  ['fewer than have succeeded', [indexes('2-4,6-8')], '1-5,6-9', 0],
  ['just those', [indexes('2-4,6-9')], '2-4,6-9', 0],
  ['parts of those', [indexes('2-4,8-12')], '2-5,7-9', 0],
  ['no indexes', [indexes('')], '1-3', undefined],
  ['no indexes, and nothing has succeeded', [indexes('')], '', undefined],
  ['others', [indexes('10-12,14-16')], '1-3,5-7', undefined],
  ['overlap at first', [indexes('1-3,5-7')], '2-4,6-8', undefined],
  ['overlap at first, enough', [indexes('1-3,5-7', 4)], '2-4,6-8', 0],
  ['overlap at last', [indexes('2-4,6-9')], '1-3,5-7', undefined],
  ['overlap at last, enough', [indexes('2-4,6-9', 4)], '1-3,5-7', 0],
  ['more on both sides', [indexes('0-4,6-9')], '1-3,7,8', undefined],
  ['more on both sides, enough', [indexes('0-4,6-9', 5)], '1-3,7,8', 0],
  ['overlap with several', [indexes('0-6,8-9')], '1-3,5-9', undefined],
  ['overlap with several, enough', [indexes('0-6,8-9', 7)], '1-3,5-9', 0],
  ['overlap at first, the same at last', [indexes('0-5,7-9')], '1-5,7-9', undefined],
  ['overlap at first, the same at last, enough', [indexes('0-5,7-9', 8)], '1-5,7-9', 0],
  ['overlap with one', [indexes('0-3,6-9')], '1-9', undefined],
  ['overlap with one, enough', [indexes('0-3,6-9', 7)], '1-9', 0],
];

test.each(policies)('a success policy asks for %s', (_, rules, succeededIndexes, met) => {
  const message = metRule(rules && { rules }, 10, parseIntervals(succeededIndexes, 10));
  expect(message).toBe(met === undefined ? undefined : `Matched rules at index ${met}`);
});

const at = (secondsAgo: number): string => new Date(nowMs - secondsAgo * 1000).toISOString().replace('.000', '');
const container = (name: string, finishedAt: string | undefined) => ({
  name,
  image: '',
  imageID: '',
  ready: false,
  restartCount: 0,
  state: finishedAt === undefined ? { running: {} } : { terminated: { exitCode: 0, finishedAt } },
});
const endedAgo = (secondsAgo: number, more: PodTraits = {}): Pod =>
  pod({ phase: 'Failed', status: { containerStatuses: [container('main', at(secondsAgo))] }, ...more });

/** backoff_utils_test.go, TestNewBackoffRecord. */
test.each([
  ['one failure', 0, [], [0], 1, 0],
  ['two failures', 0, [], [0, 1], 2, 0],
  ['two failures, then a success', 0, [0], [2, 1], 0, undefined],
  ['two failures, a success, two more failures', 0, [2], [0, 4, 3, 1], 2, 0],
  ['one more failure after two', 2, [], [0], 3, 0],
  ['a success and a failure at one time', 0, [0], [0], 0, undefined],
  ['nothing', 0, [], [], 0, undefined],
  ['a success', 0, [0], [], 0, undefined],
] as const)('the back-off counts %s', (_, before, good, bad, failures, lastAgo) => {
  const next = nextBackOff({ failures: before }, good.map((ago) => endedAgo(ago)), bad.map((ago) => endedAgo(ago)));
  const last = lastAgo === undefined ? {} : { lastFailureMs: nowMs - lastAgo * 1000 };
  expect(next).toEqual({ failures, ...last });
});

/** backoff_utils_test.go, TestGetFinishedTime. */
const ready = (status: string, secondsAgo: number) => ({ type: 'Ready', status, lastTransitionTime: at(secondsAgo) });
const sidecar = { name: 'sidecar', image: '', restartPolicy: 'Always' };
test.each<readonly [string, Partial<Pod['status']>, object, object, number]>([
  ['with its last container', { containerStatuses: [container('a', at(61)), container('b', at(60)), container('c', at(62))] }, {}, {}, 60],
  ['when it was deleted, as one still runs', { containerStatuses: [container('a', at(61)), container('b', undefined)] }, { deletionTimestamp: at(60) }, {}, 60],
  ['when it was deleted', { containerStatuses: [container('a', undefined)] }, { deletionTimestamp: at(60) }, {}, 60],
  ['when it was deleted, less the grace period', { containerStatuses: [container('a', undefined)] }, { deletionTimestamp: at(60), deletionGracePeriodSeconds: 30 }, {}, 90],
  ['when it stopped being ready', { containerStatuses: [container('a', undefined)], conditions: [ready('False', 60)] }, {}, {}, 60],
  ['when it was deleted, as it says it is ready', { containerStatuses: [container('a', undefined)], conditions: [ready('True', 90)] }, { deletionTimestamp: at(60) }, {}, 60],
  ['when it was created, as nothing else is known', { containerStatuses: [container('a', undefined)] }, { creationTimestamp: at(60) }, {}, 60],
  ['with its sidecar', { containerStatuses: [container('a', at(61))], initContainerStatuses: [container('sidecar', at(60))] }, {}, { initContainers: [sidecar] }, 60],
])('a pod has ended %s', (_, status, metadata, spec, secondsAgo) => {
  const made = pod({ status });
  const ended = { ...made, metadata: { ...made.metadata, ...metadata }, spec: { ...made.spec, ...spec } };
  expect((nowMs - finishedAtMs(ended)) / 1000).toBe(secondsAgo);
});

/** backoff_utils_test.go, TestGetRemainingBackoffTime; the figures are those that clusters have: 10 s, at most 10 minutes. */
test.each([
  ['no failure', 0, 0, 0],
  ['a failure just now', 1, 0, 10],
  ['a failure a second ago', 1, 1, 9],
  ['a failure as long ago', 1, 10, 0],
  ['a failure longer ago', 1, 11, 0],
  ['three failures', 3, 0, 40],
  ['six failures', 6, 0, 320],
  ['seven failures', 7, 0, 600],
  ['very many', 1000, 0, 600],
])('after %s', (_, failures, secondsAgo, left) => {
  expect(backOffLeftMs({ failures, lastFailureMs: nowMs - secondsAgo * 1000 }, nowMs)).toBe(left * 1000);
});

/** backoff_utils_test.go, TestGetRemainingBackoffTimePerIndex. */
test.each([
  ['no failure', undefined, 0, 0],
  ['two before, and one just now', 2, 0, 40],
  ['none before, and one just now', 0, 0, 10],
  ['none before, and one 4 s ago', 0, 4, 6],
  ['eight before, and one just now', 8, 0, 600],
])('the next Pod of an index waits: %s', (_, before, secondsAgo, left) => {
  const last = before === undefined ? undefined : endedAgo(secondsAgo, { index: '1', failures: before });
  expect(indexBackOffLeftMs(last, nowMs)).toBe(left * 1000);
});

type FailureRule = NonNullable<JobSpec['podFailurePolicy']>['rules'][number];
const exit = (action: string, operator: string, ...values: number[]): FailureRule => ({ action, onExitCodes: { operator, values } });
const condition = (action: string, status: string, type = 'DisruptionTarget'): FailureRule => ({ action, onPodConditions: [{ type, status }] });

interface Ended {
  /** Exit codes by container. */
  readonly codes?: Readonly<Record<string, number>>;
  readonly initCodes?: Readonly<Record<string, number>>;
  readonly disruption?: string;
}

function endedPod({ codes = {}, initCodes = {}, disruption }: Ended): Pod {
  const statuses = (of: Readonly<Record<string, number>>) =>
    Object.entries(of).map(([name, exitCode]) => ({ ...container(name, at(0)), state: { terminated: { exitCode } } }));
  const conditions = disruption === undefined ? [] : [{ type: 'DisruptionTarget', status: disruption }];
  return pod({ uid: 'mypod', phase: 'Failed', status: { containerStatuses: statuses(codes), initContainerStatuses: statuses(initCodes), conditions } });
}

const exited = (container: string, code: number, rule: number): string =>
  `Container ${container} for pod default/mypod failed with exit code ${code} matching FailJob rule at index ${rule}`;
const disrupted = 'Pod default/mypod has condition DisruptionTarget matching FailJob rule at index 0';

/** pod_failure_policy_test.go, TestMatchPodFailurePolicy. */
const judged: readonly (readonly [what: string, rules: readonly FailureRule[] | undefined, ended: Ended, action: string | undefined, message?: string])[] = [
  ['an unknown action on exit codes', [exit('Unknown', 'In', 1, 2), exit('FailJob', 'In', 2, 3)], { codes: { main: 2 } }, 'FailJob', exited('main', 2, 1)],
  ['an unknown action on conditions', [condition('Unknown', 'True'), condition('Ignore', 'True')], { disruption: 'True' }, 'Ignore'],
  ['an unknown operator', [exit('Ignore', 'Unknown', 1, 2), exit('FailJob', 'In', 2, 3)], { codes: { main: 2 } }, 'FailJob', exited('main', 2, 1)],
  ['no policy', undefined, { codes: { main: 2 } }, undefined],
  ['Ignore by exit code', [exit('Ignore', 'In', 1, 2, 3)], { codes: { main: 2 } }, 'Ignore'],
  ['Ignore by negative exit code', [exit('Ignore', 'In', -1073741676, -1073741510)], { codes: { main: -1073741510 } }, 'Ignore'],
  ['FailJob by exit code', [exit('FailJob', 'In', 1, 2, 3)], { codes: { main: 2 } }, 'FailJob', exited('main', 2, 0)],
  ['containers that ended well', [exit('FailJob', 'NotIn', 111)], { initCodes: { init: 0 }, codes: { main: 111, support: 0 } }, undefined],
  ['FailIndex by exit code', [exit('FailIndex', 'In', 1, 2, 3)], { codes: { main: 2 } }, 'FailIndex'],
  ['NotIn with 0', [exit('FailJob', 'NotIn', 0)], { codes: { main: 1, support: 0 } }, 'FailJob', exited('main', 1, 0)],
  ['the second rule', [exit('Count', 'In', 1, 2, 3), exit('FailJob', 'In', 4, 5, 6)], { codes: { main: 6 } }, 'FailJob', exited('main', 6, 1)],
  ['Count by exit code', [exit('Count', 'In', 1, 2, 3)], { codes: { foo: 0, bar: 2 } }, 'Count'],
  ['an init container', [exit('FailJob', 'In', 2)], { initCodes: { init: 2 } }, 'FailJob', exited('init', 2, 0)],
  ['FailIndex by condition', [condition('FailIndex', 'True')], { disruption: 'True' }, 'FailIndex'],
  ['Ignore by condition', [condition('Ignore', 'True')], { disruption: 'True' }, 'Ignore'],
  ['Ignore by condition that is False', [condition('Ignore', 'False')], { disruption: 'False' }, 'Ignore'],
  ['Ignore by condition that is Unknown', [condition('Ignore', 'Unknown')], { disruption: 'Unknown' }, 'Ignore'],
  ['a condition that should be False', [condition('Ignore', 'False')], { disruption: 'True' }, undefined],
  ['a condition that should be True', [condition('Ignore', 'True')], { disruption: 'False' }, undefined],
  ['FailJob by condition', [condition('FailJob', 'True')], { disruption: 'True' }, 'FailJob', disrupted],
  ['Count by condition', [condition('Count', 'True')], { disruption: 'True' }, 'Count'],
  ['the first of several', [exit('Count', 'NotIn', 8), exit('Ignore', 'In', 1, 2, 3), exit('FailJob', 'NotIn', 5)], { codes: { main: 32 } }, 'Count'],
  ['another condition', [condition('FailJob', 'True', 'Other'), condition('Ignore', 'True')], { disruption: 'True' }, 'Ignore'],
];

for (const [what, rules, ended, action, message] of judged) test(`a failed Pod and ${what}`, () => {
  const verdict = judge(rules && { rules }, endedPod(ended));
  expect(verdict).toEqual({
    counted: action !== 'Ignore',
    ...(action === undefined ? {} : { action }),
    ...(message === undefined ? {} : { message }),
  });
});

test('a rule for one container looks at no other', () => {
  const rule = { action: 'FailJob', onExitCodes: { containerName: 'main', operator: 'In', values: [2] } };
  expect(judge({ rules: [rule] }, endedPod({ codes: { side: 2, main: 3 } })).action).toBeUndefined();
});

test('intervals are written in the shortest way', () => {
  expect(formatIntervals(intervalsOf([7, 3, 4, 1, 5, 9, 8]))).toBe('1,3-5,7-9');
});
