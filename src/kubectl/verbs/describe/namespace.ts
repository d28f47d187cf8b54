/** Pages of Namespace and ConfigMap. */

import type { JsonObject } from '../../../engine/index.ts';
import { objects, strings, text } from '../../json.ts';
import { listObjects } from '../../resource/builder.ts';
import { namespaceLimits, namespaceQuotas } from './limits.ts';
import { longTime } from './prefix-writer.ts';
import type { Subject } from './subject.ts';

export async function describeNamespace({ page, object, context }: Subject): Promise<void> {
  const name = text(object, 'metadata', 'name');
  page.line(0, `Name:\t${name}`);
  page.labels('Labels', strings(object, 'metadata', 'labels'));
  page.annotations('Annotations', object);
  page.line(0, `Status:\t${text(object, 'status', 'phase')}`);
  const conditions = objects(object, 'status', 'conditions');
  if (conditions.length > 0) {
    page.line(0, 'Conditions:');
    page.line(1, 'Type\tStatus\tLastTransitionTime\tReason\tMessage');
    page.line(1, '----\t------\t------------------\t------\t-------');
  }
  for (const each of conditions) {
    const words = [
      text(each, 'type'),
      text(each, 'status'),
      longTime(text(each, 'lastTransitionTime')),
      text(each, 'reason'),
      text(each, 'message'),
    ];
    page.line(1, words.join('\t'));
  }
  const find = async (plural: string): Promise<readonly JsonObject[] | undefined> => {
    const resource = (await context.mapper.all()).find((each) => each.plural === plural && each.group === '');
    return resource && listObjects(context, resource, name);
  };
  const [quotaList, limitList] = [await find('resourcequotas'), await find('limitranges')];
  if (quotaList !== undefined) {
    page.line(0, '');
    namespaceQuotas(page, quotaList);
  }
  if (limitList !== undefined) {
    page.line(0, '');
    namespaceLimits(page, limitList);
  }
}

export function describeConfigMap({ page, object }: Subject): void {
  page.line(0, `Name:\t${text(object, 'metadata', 'name')}`);
  page.line(0, `Namespace:\t${text(object, 'metadata', 'namespace')}`);
  page.labels('Labels', strings(object, 'metadata', 'labels'));
  page.annotations('Annotations', object);
  page.raw('\nData\n====\n');
  for (const [key, value] of strings(object, 'data')) page.raw(`${key}:\n----\n${value}\n\n`);
  page.raw('\nBinaryData\n====\n');
  for (const [key, value] of strings(object, 'binaryData')) page.raw(`${key}: ${bytes(value)} bytes\n`);
  page.raw('\n');
}

function bytes(base64: string): number {
  return Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
}
