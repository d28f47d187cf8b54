/** Rules of the group batch. */
import type { JsonObject } from '../../src/engine/meta/index.ts';
import { duplicate, invalid, isImmutable, isNegative, isNoQualifiedName, isNoSubdomain, required, tooLong, unsupported } from './messages.ts';
import { because, type Change, creates, differs, type Rule, unreachable, updates, updatesStatus, upstream } from './rule.ts';

const file = 'pkg/apis/batch/validation/validation.go';
const ofJob = upstream('Job', file);
const ofCronJob = upstream('CronJob', file);

const withSpec = (fields: JsonObject): JsonObject => ({ spec: fields });
const indexed = (fields: JsonObject): JsonObject => withSpec({ completionMode: 'Indexed', completions: 3, ...fields });
const restarts = (restartPolicy: string): JsonObject => ({ template: { spec: { restartPolicy } } });
const tooMany = (path: string, count: number, most: number): string => `${path}: Too many: ${count}: must have at most ${most} items`;
const shown = (path: string, value: string, why: string): string => `${path}: Invalid value: ${value}: ${why}`;

const counts = ['parallelism', 'completions', 'activeDeadlineSeconds', 'backoffLimit', 'ttlSecondsAfterFinished'];
const perIndex = ['backoffLimitPerIndex', 'maxFailedIndexes'];
const many = { completions: 200_000, parallelism: 1, backoffLimitPerIndex: 1, maxFailedIndexes: 1 };
const manyFailed = 'when completions are above 100000 and used with backoff limit per index';

const failure = (rule: JsonObject): JsonObject => withSpec({ podFailurePolicy: { rules: [{ action: 'Ignore', ...rule }] } });
const onCodes = (codes: JsonObject): JsonObject => failure({ onExitCodes: { operator: 'NotIn', values: [1], ...codes } });
const onConditions = (...conditions: readonly JsonObject[]): JsonObject => failure({ onPodConditions: conditions });
const f = 'spec.podFailurePolicy.rules';
const actions = 'valid values: ["Count" "FailIndex" "FailJob" "Ignore"]';
const times = <T>(count: number, each: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => each(index));

const success = (...rules: readonly JsonObject[]): JsonObject => indexed({ successPolicy: { rules } });
const s = 'spec.successPolicy.rules';

const isTrue = (...types: readonly string[]): JsonObject => ({ conditions: types.map((type) => ({ type, status: 'True' })) });
const started = { startTime: '2026-01-01T00:00:00Z' };
const complete = { ...started, completionTime: '2026-01-01T00:01:00Z', ...isTrue('SuccessCriteriaMet', 'Complete') };
const failed = { ...started, ...isTrue('FailureTarget', 'Failed') };
const conditions = (why: string): string => `status.conditions: Invalid value: ${why}`;
const statusOf = (rule: string, status: JsonObject, ...answer: readonly string[]): Rule => updatesStatus(rule, {}, status, ...answer);
const ofIndexed = (rule: string, status: JsonObject, ...answer: readonly string[]): Rule => updatesStatus(rule, indexed({ backoffLimitPerIndex: 1 }), status, ...answer);
const minuteAfter = '2026-01-01 00:01:00 +0000 UTC';

const ofCron = (fields: JsonObject): Change => withSpec(fields);
const isNoZone = (zone: string): string => invalid('spec.timeZone', zone, `unknown time zone ${zone}`);
const cron = 'spec.schedule';
const noZone = 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead';
const selector = 'v1.LabelSelector{MatchLabels:map[string]string{"a":"c"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}';
const longTexts = times(12_000, (index) => `${2 * index}`).join(',');

export const batchRules = [
  ofJob('validateGeneratedSelector', 'api/batch/v1/job/validation.ts', [
    unreachable('the server gives it one', creates('its uid is there', {})),
    creates(
      'a selector of its own is asked for',
      withSpec({ manualSelector: null }),
      shown('spec.selector', selector.replace('"a":"c"', '"a":"b", "batch.kubernetes.io/controller-uid":"UID"'), '`selector` not auto-generated'),
    ),
    creates(
      'the template has the name of the Job',
      withSpec({ manualSelector: null, selector: null, template: { metadata: { labels: { a: null, 'job-name': 'x' } } } }),
      shown(
        'spec.template.metadata.labels[job-name]',
        'map[string]string{"batch.kubernetes.io/controller-uid":"UID", "batch.kubernetes.io/job-name":"a", "controller-uid":"UID", "job-name":"x"}',
        "must be 'a'",
      ),
    ),
  ]),
  ofJob('ValidateJob', 'api/batch/v1/job/validation.ts', [
    creates(
      'names of Pods are labels',
      { metadata: { name: 'j'.repeat(62) }, ...indexed({}) },
      invalid('metadata.name', 'j'.repeat(62), `will not able to create pod with invalid DNS label: ${'j'.repeat(62)}-2`),
    ),
  ]),
  ofJob('ValidateJobSpec', 'api/batch/v1/job/validation.ts', [
    creates('there is a selector', withSpec({ selector: null }), required('spec.selector'), shown('spec.template.metadata.labels', 'map[string]string{"a":"b"}', '`selector` does not match template `labels`')),
    creates(
      'it selects the Pods',
      withSpec({ selector: { matchLabels: { a: 'c' } } }),
      shown('spec.template.metadata.labels', 'map[string]string{"a":"b"}', '`selector` does not match template `labels`'),
    ),
  ]),
  ofJob('validateJobSpec', 'api/batch/v1/job/spec-validation.ts', [
    ...counts.map((name) => creates(`${name} isn’t negative`, withSpec({ [name]: -1 }), invalid(`spec.${name}`, -1, isNegative))),
    creates('backoffLimitPerIndex isn’t negative', indexed({ backoffLimitPerIndex: -1 }), invalid('spec.backoffLimitPerIndex', -1, isNegative)),
    creates('maxFailedIndexes isn’t negative', indexed({ backoffLimitPerIndex: 1, maxFailedIndexes: -1 }), invalid('spec.maxFailedIndexes', -1, isNegative)),
    creates('indexes fail by a limit of their own', indexed({ maxFailedIndexes: 1 }), required('spec.backoffLimitPerIndex', 'when maxFailedIndexes is specified')),
    creates('the manager is a path', withSpec({ managedBy: 'a' }), invalid('spec.managedBy', 'a', 'must be a domain-prefixed path (such as "acme.io/foo")')),
    creates('its domain is one', withSpec({ managedBy: 'A/b' }), invalid('spec.managedBy', 'A', isNoSubdomain)),
    creates('the manager’s name is short', withSpec({ managedBy: `a.b/${'c'.repeat(60)}` }), tooLong('spec.managedBy', 63)),
    creates('the mode is known', withSpec({ completionMode: 'x' }), unsupported('spec.completionMode', 'x', 'NonIndexed', 'Indexed')),
    creates('indexes have an end', withSpec({ completionMode: 'Indexed', parallelism: 1 }), required('spec.completions', 'when completion mode is Indexed')),
    creates(
      'not too many indexes run at a time',
      indexed({ parallelism: 100_001 }),
      invalid('spec.parallelism', 100_001, 'must be less than or equal to 100000 when completion mode is Indexed'),
    ),
    creates(
      'no more indexes fail than there are',
      indexed({ backoffLimitPerIndex: 1, maxFailedIndexes: 4 }),
      invalid('spec.maxFailedIndexes', 4, 'must be less than or equal to completions'),
    ),
    creates(
      'not too many indexes fail',
      indexed({ backoffLimitPerIndex: 1, completions: 100_000, maxFailedIndexes: 100_001 }),
      invalid('spec.maxFailedIndexes', 100_001, 'must be less than or equal to completions'),
      invalid('spec.maxFailedIndexes', 100_001, 'must be less than or equal to 100000'),
    ),
    creates('of many indexes a number may fail', indexed({ ...many, maxFailedIndexes: null }), required('spec.maxFailedIndexes', 'must be specified when completions is above 100000')),
    creates('of many indexes few run', indexed({ ...many, parallelism: 10_001 }), invalid('spec.parallelism', 10_001, `must be less than or equal to 10000 ${manyFailed}`)),
    creates('of many indexes few fail', indexed({ ...many, maxFailedIndexes: 10_001 }), invalid('spec.maxFailedIndexes', 10_001, `must be less than or equal to 10000 ${manyFailed}`)),
    ...perIndex.map((name) =>
      creates(
        `${name} is of indexes`,
        withSpec({ [name]: 1 }),
        ...(name === 'maxFailedIndexes' ? [required('spec.backoffLimitPerIndex', 'when maxFailedIndexes is specified')] : []),
        invalid(`spec.${name}`, 1, 'requires indexed completion mode'),
      ),
    ),
    creates(
      'success by indexes is of indexes',
      withSpec({ successPolicy: {} }),
      shown('spec.successPolicy', 'batch.SuccessPolicy{Rules:[]batch.SuccessPolicyRule(nil)}', 'requires indexed completion mode'),
    ),
    differs(
      because.pointers,
      creates(
        'success by rules is of indexes',
        withSpec({ successPolicy: { rules: [{ succeededCount: 1 }] } }),
        invalid('spec.successPolicy', { rules: [{ succeededCount: 1 }] }, 'requires indexed completion mode'),
      ),
    ),
    creates('there is a template', withSpec({ template: null }), ...[
      required('spec.template.spec.containers'),
      required('spec.template.spec.restartPolicy', 'valid values: "OnFailure", "Never"'),
      shown('spec.template.metadata.labels', 'map[string]string(nil)', '`selector` does not match template `labels`'),
    ]),
    creates('Pods end', withSpec(restarts('Always')), required('spec.template.spec.restartPolicy', 'valid values: "OnFailure", "Never"')),
    creates(
      'the restart policy is known',
      withSpec(restarts('x')),
      unsupported('spec.template.spec.restartPolicy', 'x', 'Always', 'OnFailure', 'Never'),
      unsupported('spec.template.spec.restartPolicy', 'x', 'OnFailure', 'Never'),
    ),
    creates(
      'Pods that fail by a policy don’t restart',
      withSpec({ podFailurePolicy: { rules: [] }, ...restarts('OnFailure') }),
      invalid('spec.template.spec.restartPolicy', 'OnFailure', 'only "Never" is supported when podFailurePolicy is specified'),
    ),
  ]),
  ofJob('validatePodFailurePolicy', 'api/batch/v1/job/policy-validation.ts', [
    creates('at most 20 rules', withSpec({ podFailurePolicy: { rules: times(21, () => ({ action: 'Ignore', onExitCodes: { operator: 'In', values: [1] } })) } }), tooMany(f, 21, 20)),
  ]),
  ofJob('validatePodReplacementPolicy', 'api/batch/v1/job/spec-validation.ts', [
    creates('the policy is known', withSpec({ podReplacementPolicy: 'x' }), unsupported('spec.podReplacementPolicy', 'x', 'Failed', 'TerminatingOrFailed')),
    creates(
      'with a failure policy Pods have failed first',
      withSpec({ podFailurePolicy: { rules: [] }, podReplacementPolicy: 'TerminatingOrFailed' }),
      unsupported('spec.podReplacementPolicy', 'TerminatingOrFailed', 'Failed'),
    ),
  ]),
  ofJob('validatePodFailurePolicyRule', 'api/batch/v1/job/policy-validation.ts', [
    creates('there is an action', failure({ action: '', onExitCodes: { operator: 'In', values: [1] } }), required(`${f}[0].action`, actions)),
    creates('indexes fail that have a limit', failure({ action: 'FailIndex', onExitCodes: { operator: 'In', values: [1] } }), invalid(`${f}[0].action`, 'FailIndex', 'requires the backoffLimitPerIndex to be set')),
    creates('the action is known', failure({ action: 'x', onExitCodes: { operator: 'In', values: [1] } }), unsupported(`${f}[0].action`, 'x', 'Count', 'FailIndex', 'FailJob', 'Ignore')),
    creates(
      'exit codes or conditions',
      failure({ onExitCodes: { operator: 'In', values: [1] }, onPodConditions: [{ type: 'a' }] }),
      `${f}[0]: Invalid value: specifying both OnExitCodes and OnPodConditions is not supported`,
    ),
    creates('one of the two', failure({}), `${f}[0]: Invalid value: specifying one of OnExitCodes and OnPodConditions is required`),
  ]),
  ofJob('validatePodFailurePolicyRuleOnPodConditions', 'api/batch/v1/job/policy-validation.ts', [
    creates('at most 20 conditions', onConditions(...times(21, () => ({ type: 'a' }))), tooMany(`${f}[0].onPodConditions`, 21, 20)),
    creates('types are names', onConditions({ type: 'a b' }), invalid(`${f}[0].onPodConditions[0].type`, 'a b', isNoQualifiedName)),
    unreachable(because.defaulted, creates('there is a status', onConditions({ type: 'a', status: '' }))),
    creates('the status is known', onConditions({ type: 'a', status: 'x' }), unsupported(`${f}[0].onPodConditions[0].status`, 'x', 'False', 'True', 'Unknown')),
  ]),
  ofJob('validatePodFailurePolicyRuleOnExitCodes', 'api/batch/v1/job/policy-validation.ts', [
    creates('there is an operator', onCodes({ operator: '' }), required(`${f}[0].onExitCodes.operator`, 'valid values: ["In" "NotIn"]')),
    creates('the operator is known', onCodes({ operator: 'x' }), unsupported(`${f}[0].onExitCodes.operator`, 'x', 'In', 'NotIn')),
    creates(
      'the container is there',
      onCodes({ containerName: 'x' }),
      invalid(`${f}[0].onExitCodes.containerName`, 'x', 'must be one of the container or initContainer names in the pod template'),
    ),
    creates('there is a code', onCodes({ values: [] }), shown(`${f}[0].onExitCodes.values`, '[]int32{}', 'at least one value is required')),
    creates('at most 255 codes', onCodes({ values: times(256, (index) => index) }), tooMany(`${f}[0].onExitCodes.values`, 256, 255)),
    creates('0 is no failure', onCodes({ operator: 'In', values: [0] }), invalid(`${f}[0].onExitCodes.values[0]`, 0, 'must not be 0 for the In operator')),
    creates('each code once', onCodes({ values: [1, 1] }), duplicate(`${f}[0].onExitCodes.values[1]`, 1)),
    creates('codes are in order', onCodes({ values: [2, 1] }), shown(`${f}[0].onExitCodes.values`, '[]int32{2, 1}', 'must be ordered')),
  ]),
  ofJob('validateSuccessPolicy', 'api/batch/v1/job/policy-validation.ts', [
    creates('there is a rule', success(), required(s, 'at least one rules must be specified when the successPolicy is specified')),
    creates('at most 20 rules', success(...times(21, () => ({ succeededCount: 1 }))), tooMany(s, 21, 20)),
  ]),
  ofJob('validateSuccessPolicyRule', 'api/batch/v1/job/policy-validation.ts', [
    creates('a count or indexes', success({}), required(`${s}[0]`, 'at least one of succeededCount or succeededIndexes must be specified')),
    creates('indexes are short', indexed({ completions: 30_000, successPolicy: { rules: [{ succeededIndexes: longTexts }] } }), tooLong(`${s}[0].succeededIndexes`, 65_536)),
    creates('indexes are numbers', success({ succeededIndexes: 'x' }), invalid(`${s}[0].succeededIndexes`, 'x', 'error parsing succeededIndexes: cannot convert string to integer for index: "x"')),
    creates('the count isn’t negative', success({ succeededCount: -1 }), invalid(`${s}[0].succeededCount`, -1, isNegative)),
    creates('no more than there are', success({ succeededCount: 4 }), invalid(`${s}[0].succeededCount`, 4, 'must be less than or equal to 3 (the number of specified completions)')),
    creates(
      'no more than are meant',
      success({ succeededIndexes: '0,1', succeededCount: 3 }),
      invalid(`${s}[0].succeededCount`, 3, 'must be less than or equal to 2 (the number of indexes in the specified succeededIndexes field)'),
    ),
  ]),
  ofJob('parseIndexInterval', 'api/batch/v1/job/indexes.ts', [
    creates(
      'an interval has two ends',
      success({ succeededIndexes: '0-1-2' }),
      invalid(`${s}[0].succeededIndexes`, '0-1-2', `error parsing succeededIndexes: the fragment "0-1-2" violates the requirement that an index interval can have at most two parts separated by '-'`),
    ),
    creates('the end is a number', success({ succeededIndexes: '0-x' }), invalid(`${s}[0].succeededIndexes`, '0-x', 'error parsing succeededIndexes: cannot convert string to integer for index: "x"')),
    creates('an index is one of them', success({ succeededIndexes: '3' }), invalid(`${s}[0].succeededIndexes`, '3', 'error parsing succeededIndexes: too large index: "3"')),
    creates('the end is one of them', success({ succeededIndexes: '0-3' }), invalid(`${s}[0].succeededIndexes`, '0-3', 'error parsing succeededIndexes: too large index: "3"')),
    creates('an interval grows', success({ succeededIndexes: '1-1' }), invalid(`${s}[0].succeededIndexes`, '1-1', 'error parsing succeededIndexes: non-increasing order, previous: 1, current: 1')),
  ]),
  ofJob('validateIndexesFormat', 'api/batch/v1/job/indexes.ts', [
    creates('intervals grow', success({ succeededIndexes: '1,0' }), invalid(`${s}[0].succeededIndexes`, '1,0', 'error parsing succeededIndexes: non-increasing order, previous: 1, current: 0')),
  ]),
  ofJob('validateJobStatus', 'api/batch/v1/job/status-validation.ts', [
    ...['active', 'succeeded', 'failed', 'terminating'].map((name) => statusOf(`${name} isn’t negative`, { [name]: -1 }, invalid(`status.${name}`, -1, isNegative), ...(name === 'failed' || name === 'succeeded' ? [invalid(`status.${name}`, -1, `cannot decrease the ${name} counter`)] : []))),
    statusOf('ready isn’t negative', { ready: -1 }, invalid('status.ready', -1, isNegative)),
    ...['succeeded', 'failed'].flatMap((list) => {
      const at = `status.uncountedTerminatedPods.${list}`;
      return [
        statusOf(`uids of ${list} Pods aren’t empty`, { uncountedTerminatedPods: { [list]: [''] } }, invalid(`${at}[0]`, '', 'must not be empty')),
        statusOf(`uids of ${list} Pods come once`, { uncountedTerminatedPods: { [list]: ['a', 'a'] } }, duplicate(`${at}[1]`, 'a')),
      ];
    }),
    statusOf('complete or failed', { ...complete, ...isTrue('SuccessCriteriaMet', 'Complete', 'FailureTarget', 'Failed') }, ...[
      conditions('cannot set Complete=True and Failed=true conditions'),
      conditions('cannot set Complete=True and FailureTarget=true conditions'),
      conditions('cannot set SuccessCriteriaMet=True and Failed=true conditions'),
      conditions('cannot set SuccessCriteriaMet=True and FailureTarget=true conditions'),
    ]),
    statusOf('what completes doesn’t fail', { ...complete, ...isTrue('SuccessCriteriaMet', 'Complete', 'FailureTarget') }, ...[
      conditions('cannot set Complete=True and FailureTarget=true conditions'),
      conditions('cannot set SuccessCriteriaMet=True and FailureTarget=true conditions'),
    ]),
    statusOf('the time of completion is of a complete Job', { completionTime: complete.completionTime }, shown('status.completionTime', minuteAfter, 'cannot set completionTime when there is no Complete=True condition')),
    statusOf('a complete Job has a time', { ...complete, completionTime: null }, required('status.completionTime', 'completionTime is required for Complete jobs')),
    statusOf('it ends after it started', { ...complete, startTime: '2026-01-02T00:00:00Z' }, shown('status.completionTime', minuteAfter, 'completionTime cannot be set before startTime')),
    statusOf('it fails by a target', { ...failed, ...isTrue('Failed') }, conditions('cannot set Failed=True condition without the FailureTarget=true condition')),
    statusOf('it completes by criteria', { ...complete, ...isTrue('Complete') }, conditions('cannot set Complete=True condition without the SuccessCriteriaMet=true condition')),
    statusOf('what is over has no active Pods', { ...complete, active: 1 }, invalid('status.active', 1, 'active>0 is invalid for finished job')),
    statusOf('what is over has started', { ...failed, startTime: null }, required('status.startTime', 'startTime is required for finished job')),
    statusOf(
      'what is over has counted its Pods',
      { ...failed, uncountedTerminatedPods: { failed: ['a'] } },
      shown('status.uncountedTerminatedPods', 'batch.UncountedTerminatedPods{Succeeded:[]types.UID(nil), Failed:[]types.UID{"a"}}', 'uncountedTerminatedPods needs to be empty for finished job'),
    ),
    ofIndexed('completed indexes are some', { completedIndexes: '3' }, invalid('status.completedIndexes', '3', 'error parsing completedIndexes: too large index: "3"')),
    ofIndexed('failed indexes are some', { failedIndexes: '3' }, invalid('status.failedIndexes', '3', 'error parsing failedIndexes: too large index: "3"')),
    statusOf('completed indexes are of indexes', { completedIndexes: '0' }, invalid('status.completedIndexes', '0', 'cannot set non-empty completedIndexes when non-indexed completion mode')),
    statusOf('failed indexes have a limit', { failedIndexes: '' }, invalid('status.failedIndexes', '', 'cannot set non-null failedIndexes when backoffLimitPerIndex is null')),
    ofIndexed('no index completes and fails', { completedIndexes: '0-1', failedIndexes: '1' }, invalid('status.failedIndexes', '1', 'failedIndexes and completedIndexes overlap at index: 1')),
    statusOf('what is over has no Pods that end', { ...complete, terminating: 1 }, invalid('status.terminating', 1, 'terminating>0 is invalid for finished job')),
    statusOf('ready Pods are active', { ready: 1 }, invalid('status.ready', 1, 'cannot set more ready pods than active')),
    unreachable('since 1.32 any Job may meet its criteria', statusOf('criteria are of indexes', isTrue('SuccessCriteriaMet'))),
    statusOf('what met its criteria hasn’t failed', { ...failed, ...isTrue('SuccessCriteriaMet', 'FailureTarget', 'Failed') }, ...[
      conditions('cannot set SuccessCriteriaMet=True and Failed=true conditions'),
      conditions('cannot set SuccessCriteriaMet=True and FailureTarget=true conditions'),
    ]),
    statusOf('what met its criteria doesn’t fail', isTrue('SuccessCriteriaMet', 'FailureTarget'), conditions('cannot set SuccessCriteriaMet=True and FailureTarget=true conditions')),
    unreachable('since 1.32 any Job may meet its criteria', statusOf('criteria have a policy', isTrue('SuccessCriteriaMet'))),
    updatesStatus(
      'a Job with a policy completes by it',
      success({ succeededCount: 1 }),
      { ...complete, ...isTrue('Complete') },
      conditions('cannot set Complete=True condition without the SuccessCriteriaMet=true condition'),
      conditions('cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True'),
    ),
  ]),
  ofJob('ValidateJobSpecUpdate', 'api/batch/v1/job/validation.ts', [
    updates(
      'the selector stays',
      {},
      withSpec({ selector: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } }),
      shown(
        'spec.selector',
        'v1.LabelSelector{MatchLabels:map[string]string{"a":"b"}, MatchExpressions:[]v1.LabelSelectorRequirement{v1.LabelSelectorRequirement{Key:"a", Operator:"Exists", Values:[]string(nil)}}}',
        isImmutable,
      ),
    ),
    differs(
      because.pointers,
      updates(
        'a failure policy stays',
        {},
        withSpec({ podFailurePolicy: { rules: [] }, podReplacementPolicy: 'Failed' }),
        invalid('spec.podFailurePolicy', { rules: [] }, isImmutable),
      ),
    ),
    differs(
      because.pointers,
      updates('a success policy stays', indexed({}), withSpec({ successPolicy: { rules: [{ succeededCount: 1 }] } }), invalid('spec.successPolicy', { rules: [{ succeededCount: 1 }] }, isImmutable)),
    ),
    updates('the mode stays', withSpec({ completions: 3 }), indexed({}), invalid('spec.completionMode', 'Indexed', isImmutable)),
    updates('the limit per index stays', indexed({ backoffLimitPerIndex: 1 }), withSpec({ backoffLimitPerIndex: 2 }), invalid('spec.backoffLimitPerIndex', 2, isImmutable)),
    updates('the manager stays', {}, withSpec({ managedBy: 'a.b/c' }), invalid('spec.managedBy', 'a.b/c', isImmutable)),
  ]),
  ofJob('validateCompletions', 'api/batch/v1/job/validation.ts', [
    updates('completions stay', withSpec({ completions: 3 }), withSpec({ completions: 4 }), invalid('spec.completions', 4, isImmutable)),
    updates('those of indexes grow with the Pods', indexed({ parallelism: 3 }), withSpec({ completions: 4 }), invalid('spec.completions', 4, 'can only be modified in tandem with spec.parallelism')),
  ]),
  ofJob('ValidateJobStatusUpdate', 'api/batch/v1/job/status-validation.ts', [
    updatesStatus('what failed stays so', { status: failed }, isTrue('FailureTarget'), conditions('cannot disable the terminal Failed=True condition')),
    updatesStatus('what completed stays so', { status: complete }, { completionTime: null, ...isTrue('SuccessCriteriaMet') }, conditions('cannot disable the terminal Complete=True condition')),
    updatesStatus('what is to fail stays so', { status: isTrue('FailureTarget') }, isTrue(), conditions('cannot disable the terminal FailureTarget=True condition')),
    updatesStatus('failures only grow', { status: { failed: 2 } }, { failed: 1 }, invalid('status.failed', 1, 'cannot decrease the failed counter')),
    updatesStatus('successes only grow', { status: { succeeded: 2 } }, { succeeded: 1 }, invalid('status.succeeded', 1, 'cannot decrease the succeeded counter')),
    updatesStatus('those of indexes that are given up may go', { ...indexed({ parallelism: 3 }), status: { succeeded: 2 } }, { succeeded: 1 }),
    updatesStatus('the time of completion stays', { status: complete }, { completionTime: '2026-01-01T00:02:00Z' }, shown('status.completionTime', '2026-01-01 00:02:00 +0000 UTC', 'completionTime cannot be mutated')),
    updatesStatus('the start stays', { status: started }, { startTime: '2026-01-01T00:02:00Z' }, required('status.startTime', 'startTime cannot be removed for unsuspended job')),
    updatesStatus('criteria that are met stay so', { status: isTrue('SuccessCriteriaMet') }, isTrue(), conditions('cannot disable the SuccessCriteriaMet=True condition')),
    unreachable('no Job completes without its criteria', statusOf('criteria are met before the end', {})),
  ]),
  ofCronJob('ValidateCronJobCreate', 'api/batch/v1/cronjob/validation.ts', [
    creates('the name leaves room for the time', { metadata: { name: 'c'.repeat(53) } }, invalid('metadata.name', 'c'.repeat(53), 'must be no more than 52 characters')),
  ]),
  ofCronJob('validateCronJobSpec', 'api/batch/v1/cronjob/validation.ts', [
    creates('there is a schedule', ofCron({ schedule: '' }), required(cron)),
    ...['startingDeadlineSeconds', 'successfulJobsHistoryLimit', 'failedJobsHistoryLimit'].map((name) => creates(`${name} isn’t negative`, ofCron({ [name]: -1 }), invalid(`spec.${name}`, -1, isNegative))),
  ]),
  ofCronJob('validateConcurrencyPolicy', 'api/batch/v1/cronjob/validation.ts', [
    unreachable(because.defaulted, creates('there is a policy', ofCron({ concurrencyPolicy: '' }))),
    creates('the policy is known', ofCron({ concurrencyPolicy: 'x' }), unsupported('spec.concurrencyPolicy', 'x', 'Allow', 'Forbid', 'Replace')),
  ]),
  ofCronJob('validateScheduleFormat', 'api/batch/v1/cronjob/validation.ts', [
    creates('the schedule has five fields', ofCron({ schedule: '* * *' }), invalid(cron, '* * *', 'expected exactly 5 fields, found 3: [* * *]')),
    creates('its numbers are in range', ofCron({ schedule: '60 * * * *' }), invalid(cron, '60 * * * *', 'end of range (60) above maximum (59): 60')),
    creates('its numbers are some', ofCron({ schedule: 'x * * * *' }), invalid(cron, 'x * * * *', 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax')),
    creates('the time zone has a field', ofCron({ schedule: 'TZ=UTC * * * * *' }), invalid(cron, 'TZ=UTC * * * * *', noZone)),
    unreachable('none can have been stored', creates('an old zone stays alone', ofCron({}))),
  ]),
  ofCronJob('validateTimeZone', 'api/batch/v1/cronjob/validation.ts', [
    creates('the zone isn’t empty', ofCron({ timeZone: '' }), invalid('spec.timeZone', '', 'timeZone must be nil or non-empty string')),
    creates('the zone is a name', ofCron({ timeZone: 'A B' }), isNoZone('A B')),
    creates('the zone isn’t the server’s', ofCron({ timeZone: 'Local' }), invalid('spec.timeZone', 'Local', 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones')),
    creates('the zone is known', ofCron({ timeZone: 'Nowhere' }), isNoZone('Nowhere')),
  ]),
  ofCronJob('ValidateJobTemplateSpec', 'api/batch/v1/cronjob/validation.ts', [
    creates('the selector is made', ofCron({ jobTemplate: { spec: { selector: { matchLabels: { a: 'c' } } } } }), shown('spec.jobTemplate.spec.selector', selector, '`selector` will be auto-generated')),
    creates('none is given', ofCron({ jobTemplate: { spec: { manualSelector: true } } }), 'spec.jobTemplate.spec.manualSelector: Unsupported value: true: supported values: "nil", "false"'),
  ]),
];
