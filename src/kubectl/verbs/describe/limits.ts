/** What a namespace may use: LimitRange and ResourceQuota, on pages of their own and on the namespace's. */
import type { JsonObject } from '../../../engine/index.ts';
import { list, objects, strings, text } from '../../json.ts';
import { quantityText } from './pod-requests.ts';
import type { PrefixWriter } from './prefix-writer.ts';
import type { Subject } from './subject.ts';

const LIMIT_TITLES = 'Type\tResource\tMin\tMax\tDefault Request\tDefault Limit\tMax Limit/Request Ratio';
const LIMIT_LINES = '----\t--------\t---\t---\t---------------\t-------------\t-----------------------';
const LIMIT_COLUMNS = ['min', 'max', 'defaultRequest', 'default', 'maxLimitRequestRatio'];

export function describeLimitRange({ page, object }: Subject): void {
  page.line(0, `Name:\t${text(object, 'metadata', 'name')}`);
  page.line(0, `Namespace:\t${text(object, 'metadata', 'namespace')}`);
  page.line(0, LIMIT_TITLES);
  page.line(0, LIMIT_LINES);
  limitLines(page, object, '');
}

/** All limit ranges of a namespace as one table. */
export function namespaceLimits(page: PrefixWriter, all: readonly JsonObject[]): void {
  if (all.length === 0) return page.line(0, 'No LimitRange resource.');
  page.line(0, 'Resource Limits');
  page.line(0, ` ${LIMIT_TITLES}`);
  page.line(0, ` ${LIMIT_LINES}`);
  for (const each of all) limitLines(page, each, ' ');
}

function limitLines(page: PrefixWriter, object: JsonObject, prefix: string): void {
  for (const limit of objects(object, 'spec', 'limits')) {
    const names = LIMIT_COLUMNS.flatMap((column) => strings(limit, column).map(([name]) => name));
    // Upstream goes through a Go map: any order. This one is the same every time.
    for (const name of [...new Set(names)].sort()) {
      const cells = LIMIT_COLUMNS.map((column) => text(limit, column, name) || '-');
      page.line(0, [prefix + text(limit, 'type'), name, ...cells].join('\t'));
    }
  }
}

/** What each scope means, in kubectl's words. */
const SCOPES: Readonly<Record<string, string>> = {
  Terminating:
    'Matches all pods that have an active deadline. These pods have a limited lifespan on a node before being actively terminated by the system.',
  NotTerminating:
    'Matches all pods that do not have an active deadline. These pods usually include long running pods whose container command is not expected to terminate.',
  BestEffort:
    'Matches all pods that do not have resource requirements set. These pods have a best effort quality of service.',
  NotBestEffort:
    'Matches all pods that have at least one resource requirement set. These pods have a burstable or guaranteed quality of service.',
};

export function describeResourceQuota({ page, object }: Subject): void {
  page.line(0, `Name:\t${text(object, 'metadata', 'name')}`);
  page.line(0, `Namespace:\t${text(object, 'metadata', 'namespace')}`);
  quotaLines(page, object, { level: 0, bullet: ' * ', line: '--------\t----\t----' });
}

/** All quotas of a namespace, one after the other. */
export function namespaceQuotas(page: PrefixWriter, all: readonly JsonObject[]): void {
  if (all.length === 0) return page.line(0, 'No resource quota.');
  page.line(0, 'Resource Quotas');
  for (const quota of all) {
    page.line(1, `Name:\t${text(quota, 'metadata', 'name')}`);
    quotaLines(page, quota, { level: 1, bullet: '* ', line: '--------\t---\t---' });
  }
}

interface QuotaLayout {
  readonly level: number;
  readonly bullet: string;
  readonly line: string;
}

function quotaLines(page: PrefixWriter, quota: JsonObject, { level, bullet, line }: QuotaLayout): void {
  const scopes = list(quota, 'spec', 'scopes').map(String).toSorted();
  if (scopes.length > 0) page.line(level, `Scopes:\t${scopes.join(', ')}`);
  for (const scope of scopes) {
    const words = SCOPES[scope];
    if (words !== undefined) page.line(level, `${bullet}${words}`);
  }
  page.line(level, 'Resource\tUsed\tHard');
  page.line(level, line);
  for (const [name, hard] of strings(quota, 'status', 'hard')) {
    page.line(level, `${name}\t${quantityText(text(quota, 'status', 'used', name) || '0')}\t${quantityText(hard)}`);
  }
}
