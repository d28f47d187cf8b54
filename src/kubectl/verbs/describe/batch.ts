/** Pages of Job and CronJob. */
import { humanDuration, type JsonObject, timeMsOf } from '../../../engine/index.ts';
import { at, number, objects, record, scalar, strings, text } from '../../json.ts';
import { selectorText } from '../../resource/selector.ts';
import { controllerName, longTime, type PrefixWriter } from './prefix-writer.ts';
import { describePodTemplate } from './pod-template.ts';
import type { Subject } from './subject.ts';

const statusOf = (object: JsonObject, field: string): number => number(object, 'status', field) ?? 0;
/** How much of a list of indexes is shown. */
const MOST_INDEXES = 50;

function header(page: PrefixWriter, object: JsonObject): void {
  page.line(0, `Name:\t${text(object, 'metadata', 'name')}`);
  page.line(0, `Namespace:\t${text(object, 'metadata', 'namespace')}`);
}

function labels(page: PrefixWriter, object: JsonObject): void {
  page.labels('Labels', strings(object, 'metadata', 'labels'));
  page.annotations('Annotations', object);
}

export function describeJob({ page, object }: Subject): void {
  header(page, object);
  page.line(0, `Selector:\t${selectorText(record(object, 'spec', 'selector'))}`);
  labels(page, object);
  const owner = controllerName(object);
  if (owner !== '') page.line(0, `Controlled By:\t${owner}`);
  const given = (title: string, field: string, unit = ''): void => {
    const value = at(object, 'spec', field);
    if (value !== undefined) page.line(0, `${title}:\t${scalar(value)}${unit}`);
  };
  given('Parallelism', 'parallelism');
  page.line(0, `Completions:\t${scalar(at(object, 'spec', 'completions')) || '<unset>'}`);
  given('Completion Mode', 'completionMode');
  given('Suspend', 'suspend');
  given('Backoff Limit', 'backoffLimit');
  given('TTL Seconds After Finished', 'ttlSecondsAfterFinished');
  const [started, ended] = [text(object, 'status', 'startTime'), text(object, 'status', 'completionTime')];
  if (started !== '') page.line(0, `Start Time:\t${longTime(started)}`);
  if (ended !== '') page.line(0, `Completed At:\t${longTime(ended)}`);
  if (started !== '' && ended !== '') page.line(0, `Duration:\t${humanDuration(timeMsOf(ended) - timeMsOf(started))}`);
  given('Active Deadline Seconds', 'activeDeadlineSeconds', 's');
  const [active, good, bad] = [statusOf(object, 'active'), statusOf(object, 'succeeded'), statusOf(object, 'failed')];
  const ready = number(object, 'status', 'ready');
  const activeText = ready === undefined ? `${active} Active` : `${active} Active (${ready} Ready)`;
  page.line(0, `Pods Statuses:\t${activeText} / ${good} Succeeded / ${bad} Failed`);
  if (text(object, 'spec', 'completionMode') === 'Indexed') {
    page.line(0, `Completed Indexes:\t${someIndexes(text(object, 'status', 'completedIndexes'))}`);
  }
  describePodTemplate(page, record(object, 'spec', 'template'));
}

function someIndexes(indexes: string): string {
  if (indexes === '') return '<none>';
  const comma = indexes.indexOf(',', MOST_INDEXES);
  return comma < 0 ? indexes : `${indexes.slice(0, comma + 1)}...`;
}

export function describeCronJob({ page, object }: Subject): void {
  header(page, object);
  labels(page, object);
  const of = (...path: readonly string[]): string => scalar(at(object, 'spec', ...path)) || '<unset>';
  page.line(0, `Schedule:\t${text(object, 'spec', 'schedule')}`);
  page.line(0, `Concurrency Policy:\t${text(object, 'spec', 'concurrencyPolicy')}`);
  page.line(0, `Suspend:\t${flagText(at(object, 'spec', 'suspend'))}`);
  page.line(0, `Successful Job History Limit:\t${of('successfulJobsHistoryLimit')}`);
  page.line(0, `Failed Job History Limit:\t${of('failedJobsHistoryLimit')}`);
  const deadline = number(object, 'spec', 'startingDeadlineSeconds');
  page.line(0, `Starting Deadline Seconds:\t${deadline === undefined ? '<unset>' : `${deadline}s`}`);
  const job = record(object, 'spec', 'jobTemplate', 'spec');
  const selector = at(job, 'selector');
  page.line(0, `Selector:\t${selector === undefined ? '<unset>' : selectorText(record(job, 'selector'))}`);
  page.line(0, `Parallelism:\t${of('jobTemplate', 'spec', 'parallelism')}`);
  page.line(0, `Completions:\t${of('jobTemplate', 'spec', 'completions')}`);
  const limit = number(job, 'activeDeadlineSeconds');
  if (limit !== undefined) page.line(0, `Active Deadline Seconds:\t${limit}s`);
  describePodTemplate(page, record(job, 'template'));
  const last = text(object, 'status', 'lastScheduleTime');
  page.line(0, `Last Schedule Time:\t${last === '' ? '<unset>' : longTime(last)}`);
  const active = objects(object, 'status', 'active').map((each) => text(each, 'name'));
  page.line(0, `Active Jobs:\t${active.join(', ') || '<none>'}`);
}

/** True, False, or that nobody said. */
export function flagText(value: unknown): string {
  return value === undefined || value === null ? '<unset>' : value === true ? 'True' : 'False';
}
