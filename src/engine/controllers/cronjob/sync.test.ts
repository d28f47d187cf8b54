/** Upstream's table of single passes, written anew (cronjob_controllerv2_test.go, TestControllerV2SyncCronJob). */
import { CronJob, type CronJobStatus, type Draft, Job, StatusError, type Tools } from 'converge/sdk';
import { expect, test } from 'vitest';
import { jobName } from './jobs.ts';
import { createReconcile } from './reconcile.ts';

type Policy = 'Allow' | 'Forbid' | 'Replace';

interface Setting {
  readonly policy?: Policy;
  readonly schedule?: string;
  readonly timeZone?: string;
  readonly deadline?: number;
  readonly suspend?: boolean;
  /** The last Job: none, one that has succeeded, one that runs. */
  readonly ran?: 'done' | 'active';
  readonly now: string;
  readonly created?: string;
  readonly jobDue?: string;
  readonly last?: string;
  readonly createRefused?: 'AlreadyExists' | 'NamespaceTerminating';
  readonly getRefused?: boolean;
  /** The Job's watch is behind. */
  readonly notInCache?: boolean;
  /** The CronJob's watch is behind: only the server knows that the Job is its. */
  readonly notInStatus?: boolean;
}

interface Expected {
  readonly creates?: true;
  readonly deletes?: true;
  readonly active?: number;
  readonly warnings?: number;
  /** Seconds until the next pass, less the padding. */
  readonly after?: number;
  readonly updates?: true;
  readonly fails?: true;
}

const day = '2016-05-19T';
const beforePriorHour = `${day}08:59:00Z`;
const afterPriorHour = `${day}09:01:00Z`;
const beforeHour = `${day}09:59:00Z`;
const theHour = `${day}10:00:00Z`;
const afterHour = `${day}10:01:00Z`;
const beforeNextHour = `${day}10:59:00Z`;
const weekLater = '2016-05-26T10:00:00Z';
const later = (time: string, seconds: number): string => new Date(Date.parse(time) + seconds * 1000).toISOString().replace('.000', '');
const onTheHour = '0 * * * *';
const everyHour = '@every 1h';
const short = 10;
const medium = 2 * 3600;
const long = 1_000_000;
const minute = 60;
const hour = 3600;

function cronJobOf(setting: Setting): CronJob {
  const { policy = 'Allow', schedule = onTheHour, timeZone, deadline, suspend = false, ran } = setting;
  const created = setting.created ?? (ran === undefined ? beforeHour : beforePriorHour);
  const metadata = { name: 'mycronjob', namespace: 'snazzycats', uid: 'cron', resourceVersion: '1', creationTimestamp: created };
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata,
    spec: {
      schedule,
      concurrencyPolicy: policy,
      suspend,
      jobTemplate: { metadata: { labels: { a: 'b' }, annotations: { x: 'y' } }, spec: { template: { spec: { containers: [] } } } },
      ...(timeZone === undefined ? {} : { timeZone }),
      ...(deadline === undefined ? {} : { startingDeadlineSeconds: deadline }),
    },
    status: ran === undefined ? {} : { lastScheduleTime: setting.last ?? afterPriorHour },
  };
}

function lastJob(cronJob: CronJob, { ran, jobDue = afterPriorHour }: Setting): Job {
  const conditions = [{ type: 'Complete', status: 'True' }];
  const owner = { apiVersion: 'batch/v1', kind: 'CronJob', name: 'mycronjob', uid: 'cron', controller: true };
  const name = jobName(cronJob, Date.parse(jobDue));
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, namespace: 'snazzycats', uid: '1234', resourceVersion: '1', creationTimestamp: jobDue, ownerReferences: [owner] },
    spec: cronJob.spec.jobTemplate.spec,
    status: ran === 'done' ? { conditions, completionTime: later(jobDue, 10) } : {},
  };
}

function refusal(reason: string): StatusError {
  const details = reason === 'NamespaceTerminating' ? { causes: [{ reason, message: '' }] } : {};
  const code = reason === 'AlreadyExists' ? 409 : 403;
  return new StatusError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message: reason, reason: reason === 'AlreadyExists' ? reason : 'Forbidden', details, code });
}

async function check(setting: Setting, expected: Expected): Promise<void> {
  const base = cronJobOf(setting);
  const job = lastJob(base, setting);
  const { name, namespace = '', uid } = job.metadata;
  const active = setting.ran === 'active' ? { active: [{ kind: 'Job', name, namespace, uid }] } : {};
  const live: CronJob = { ...base, status: { ...base.status, ...active } };
  const cronJob = setting.notInStatus === true ? base : live;
  const seen = { created: [] as Draft<Job>[], deleted: 0, warnings: [] as string[], statuses: [] as CronJobStatus[] };
  const tools = {
    lister: (kind: unknown) => ({
      get: () => cronJob,
      controlledBy: () => (kind === Job && setting.ran !== undefined && setting.notInCache !== true ? [job] : []),
    }),
    client: {
      async get(kind: unknown) {
        if (setting.getRefused === true) throw refusal('BadRequest');
        return kind === CronJob ? live : job;
      },
      async create(_: unknown, draft: Draft<Job>) {
        if (setting.createRefused !== undefined) throw refusal(setting.createRefused);
        seen.created.push(draft);
        return { ...draft, metadata: { ...draft.metadata, uid: 'new', resourceVersion: '2' } };
      },
      async delete() {
        seen.deleted += 1;
      },
      async updateStatus(_: unknown, { status }: CronJob) {
        seen.statuses.push(status);
      },
    },
    events: { normal() {}, warning: (_: unknown, reason: string) => seen.warnings.push(reason) },
    now: () => Date.parse(setting.now),
  };
  let afterMs: number | undefined;
  let failed = false;
  try {
    afterMs = (await createReconcile()('snazzycats/mycronjob', tools as unknown as Tools))?.afterMs;
  } catch {
    failed = true;
  }
  const { after, ...others } = expected;
  expect({
    creates: seen.created.length === 1,
    deletes: seen.deleted === 1,
    active: (seen.statuses.at(-1) ?? live.status).active?.length ?? 0,
    warnings: seen.warnings.length,
    updates: seen.statuses.length === 1,
    fails: failed,
  }).toEqual({ creates: false, deletes: false, active: 0, warnings: 0, updates: false, fails: false, ...others });
  expect(afterMs).toBe(after === undefined ? undefined : Math.round(after * 1000) + 100);
  for (const draft of seen.created) {
    expect(draft.metadata).toMatchObject({ labels: { a: 'b' }, ownerReferences: [{ kind: 'CronJob', uid: 'cron', controller: true }] });
    expect(draft.metadata.annotations).toEqual({ x: 'y', 'batch.kubernetes.io/cronjob-scheduled-timestamp': expect.any(String) });
  }
}

const each: readonly Policy[] = ['Allow', 'Forbid', 'Replace'];
const starts: Expected = { creates: true, active: 1, updates: true, after: hour - minute };
const overdue: Expected = { creates: true, active: 1, updates: true, after: hour };
const drifted = 0.1;

type Case = readonly [what: string, setting: Setting, expected: Expected];
const cases: readonly Case[] = [
  ...each.flatMap((policy): readonly Case[] => [
    [`no schedule, ${policy}`, { policy, schedule: 'obvious error schedule', now: beforeHour }, { warnings: 1 }],
    [`never ran, not time, ${policy}`, { policy, now: beforeHour }, { after: minute }],
    [`never ran, time, ${policy}`, { policy, now: afterHour }, starts],
    [`ran, not time, ${policy}`, { policy, ran: 'done', now: beforeHour }, { after: minute, updates: true }],
    [`ran, time, ${policy}`, { policy, ran: 'done', now: afterHour }, starts],
    [`runs, not time, ${policy}`, { policy, ran: 'active', now: beforeHour }, { active: 1, after: minute }],
    [`ran, long overdue, within the deadline, ${policy}`, { policy, ran: 'done', deadline: long, now: weekLater }, { ...overdue, warnings: 1 }],
    [`ran, long overdue, no deadline, ${policy}`, { policy, ran: 'done', now: weekLater }, { ...overdue, warnings: 1 }],
    [`ran, long overdue, medium deadline, ${policy}`, { policy, ran: 'done', deadline: medium, now: weekLater }, overdue],
    [`ran, long overdue, short deadline, ${policy}`, { policy, ran: 'done', deadline: short, now: weekLater }, overdue],
    [
      `started, not in the cache, ${policy}`,
      { policy, ran: 'active', deadline: long, jobDue: theHour, now: later(afterHour, drifted), notInCache: true },
      { active: 1, after: hour - minute - drifted },
    ],
    [
      `started, not in the status, ${policy}`,
      { policy, ran: 'active', deadline: long, jobDue: theHour, now: later(afterHour, drifted), notInStatus: true },
      { active: 1, after: hour - minute - drifted },
    ],
  ]),
  ['no such time zone', { timeZone: 'bad/timezone', now: beforeHour }, { warnings: 1 }],
  ['not time in a zone', { timeZone: 'America/New_York', now: beforeHour }, { after: minute }],
  ['time in a zone', { timeZone: 'America/New_York', now: afterHour }, starts],
  ['time, with a zone in the schedule', { schedule: `TZ=UTC ${onTheHour}`, timeZone: 'America/New_York', now: afterHour }, { ...starts, warnings: 1 }],
  ['time, suspended', { suspend: true, now: afterHour }, {}],
  ['time, past the deadline', { deadline: short, now: later(afterHour, 11 * minute) }, { after: hour - 12 * minute }],
  ['time, within the deadline', { deadline: long, now: afterHour }, starts],
  // The Job has the name of another minute, so that it is made out to be the one that could not be created.
  ['ran, time, the Job exists', { ran: 'done', now: afterHour, createRefused: 'AlreadyExists' }, { active: 1, updates: true, after: hour - minute }],
  ['ran, time, suspended', { ran: 'done', suspend: true, now: afterHour }, { updates: true }],
  ['ran, time, past the deadline', { ran: 'done', deadline: short, now: afterHour }, { after: hour - minute, updates: true }],
  ['ran, time, within the deadline', { ran: 'done', deadline: long, now: afterHour }, starts],
  ['runs, time, Allow', { ran: 'active', now: afterHour }, { ...starts, active: 2 }],
  ['runs, time, Forbid', { policy: 'Forbid', ran: 'active', now: afterHour }, { active: 1, after: hour - minute }],
  ['runs, time, Replace', { policy: 'Replace', ran: 'active', now: afterHour }, { ...starts, deletes: true }],
  ['runs, time, Replace, the Job can’t be read', { policy: 'Replace', ran: 'active', now: afterHour, getRefused: true }, { active: 1, warnings: 1, fails: true }],
  ['runs, time, suspended', { ran: 'active', suspend: true, now: afterHour }, { active: 1 }],
  ['runs, time, past the deadline', { ran: 'active', deadline: short, now: afterHour }, { active: 1, after: hour - minute }],
  ['runs, time, within the deadline', { ran: 'active', deadline: long, now: afterHour }, { ...starts, active: 2 }],
  ['ran, and the clock went back', { policy: 'Forbid', ran: 'done', jobDue: afterHour, now: beforeHour, createRefused: 'AlreadyExists' }, { after: minute, updates: true }],
  ['@every, never ran, not time', { schedule: everyHour, created: beforeHour, now: theHour }, { after: hour - minute }],
  ['@every, never ran, time', { schedule: everyHour, created: beforePriorHour, now: beforeHour }, { ...starts, after: hour }],
  [
    '@every, never ran, past the deadline',
    { schedule: everyHour, deadline: short, created: beforePriorHour, now: later(beforeHour, short + 1) },
    { after: hour - short - 1 },
  ],
  [
    '@every, never ran, within the deadline',
    { schedule: everyHour, deadline: long, created: beforePriorHour, now: later(beforeHour, short - 1) },
    { ...starts, after: hour - short + 1 },
  ],
  ['@every, ran, not time', { schedule: everyHour, ran: 'done', last: beforeHour, now: theHour }, { after: hour - minute, updates: true }],
  ['@every, ran, time', { schedule: everyHour, ran: 'done', last: beforeHour, now: later(theHour, hour) }, starts],
  [
    '@every, ran, past the deadline',
    { schedule: everyHour, deadline: short, ran: 'done', last: beforeHour, now: later(beforeNextHour, short + 1) },
    { after: hour - short - 1, updates: true },
  ],
  ['@every, runs, not time', { schedule: everyHour, ran: 'active', jobDue: beforeHour, last: beforeHour, now: theHour }, { active: 1, after: hour - minute }],
  ['@every, runs, time', { schedule: everyHour, ran: 'active', last: beforePriorHour, now: afterHour }, { ...starts, active: 2, after: hour - 2 * minute }],
  [
    '@every, runs, past the deadline',
    { schedule: everyHour, deadline: short, ran: 'active', jobDue: beforeHour, last: beforeHour, now: later(beforeNextHour, short + 1) },
    { active: 1, after: hour - short - 1 },
  ],
  [
    '@every, runs, within the deadline',
    { schedule: everyHour, deadline: long, ran: 'active', jobDue: beforeHour, last: beforeHour, now: later(beforeNextHour, short - 1) },
    { ...starts, active: 2, after: hour - short + 1 },
  ],
  ['@every, ran, long overdue', { schedule: everyHour, ran: 'done', last: afterHour, now: weekLater }, { ...overdue, warnings: 1, after: minute }],
  [
    '@every, ran, long overdue, past the deadline',
    { schedule: everyHour, deadline: short, ran: 'done', last: afterHour, now: later(weekLater, minute + short + 1) },
    { after: hour - short - 1, updates: true },
  ],
  ['the namespace is going away', { ran: 'active', now: afterHour, createRefused: 'NamespaceTerminating' }, { active: 1, fails: true }],
];

test.each(cases)('%s', (_, setting, expected) => check(setting, expected));
