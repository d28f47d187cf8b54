/** Pages of Namespace, ConfigMap and Service. */

import type { JsonObject } from '../../../engine/index.ts';
import { list, number, objects, record, scalar, strings, text } from '../../json.ts';
import { listObjects } from '../../resource/builder.ts';
import { selectorText } from '../../resource/selector.ts';
import { longTime, type Page } from './page.ts';
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
  if (quotaList !== undefined) quotas(page, quotaList);
  if (limitList !== undefined) limits(page, limitList);
}

function quotas(page: Page, all: readonly JsonObject[]): void {
  if (all.length === 0) return page.raw('\nNo resource quota.\n');
  page.raw('\nResource Quotas\n');
  for (const quota of all) {
    page.line(1, `Name:\t${text(quota, 'metadata', 'name')}`);
    page.line(1, 'Resource\tUsed\tHard');
    page.line(1, '--------\t---\t---');
    for (const [name, hard] of strings(quota, 'status', 'hard')) {
      page.line(1, `${name}\t${text(quota, 'status', 'used', name) || '0'}\t${hard}`);
    }
  }
}

function limits(page: Page, all: readonly JsonObject[]): void {
  if (all.length === 0) return page.raw('\nNo LimitRange resource.\n');
  page.raw('\nResource Limits\n');
  page.line(1, 'Type\tResource\tMin\tMax\tDefault Request\tDefault Limit\tMax Limit/Request Ratio');
  page.line(1, '----\t--------\t---\t---\t---------------\t-------------\t-----------------------');
  const columns = ['min', 'max', 'defaultRequest', 'default', 'maxLimitRequestRatio'];
  for (const limit of all.flatMap((each) => objects(each, 'spec', 'limits'))) {
    const resources = [...new Set(columns.flatMap((column) => strings(limit, column).map(([name]) => name)))].sort();
    for (const name of resources) {
      page.line(
        1,
        [text(limit, 'type'), name, ...columns.map((column) => text(limit, column, name) || '-')].join('\t'),
      );
    }
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

export async function describeService({ page, object, context }: Subject): Promise<void> {
  const [name, namespace] = [text(object, 'metadata', 'name'), text(object, 'metadata', 'namespace')];
  page.line(0, `Name:\t${name}`);
  page.line(0, `Namespace:\t${namespace}`);
  page.labels('Labels', strings(object, 'metadata', 'labels'));
  page.annotations('Annotations', object);
  page.line(0, `Selector:\t${selectorText(record(object, 'spec', 'selector')) || '<none>'}`);
  page.line(0, `Type:\t${text(object, 'spec', 'type')}`);
  const policy = text(object, 'spec', 'ipFamilyPolicy');
  if (policy !== '') page.line(0, `IP Family Policy:\t${policy}`);
  page.line(0, `IP Families:\t${list(object, 'spec', 'ipFamilies').map(String).join(',') || '<none>'}`);
  page.line(0, `IP:\t${text(object, 'spec', 'clusterIP')}`);
  page.line(0, `IPs:\t${list(object, 'spec', 'clusterIPs').map(String).join(',') || '<none>'}`);
  const resource = (await context.mapper.all()).find((each) => each.plural === 'endpointslices');
  const labelSelector = `kubernetes.io/service-name=${name}`;
  const slices = resource ? await listObjects(context, resource, namespace, { labelSelector }) : [];
  for (const port of objects(object, 'spec', 'ports')) {
    const title = text(port, 'name') || '<unset>';
    page.line(0, `Port:\t${title}\t${number(port, 'port') ?? 0}/${text(port, 'protocol')}`);
    page.line(0, `TargetPort:\t${scalar(port['targetPort'])}/${text(port, 'protocol')}`);
    if ((number(port, 'nodePort') ?? 0) !== 0)
      page.line(0, `NodePort:\t${title}\t${number(port, 'nodePort')}/${text(port, 'protocol')}`);
    page.line(0, `Endpoints:\t${endpoints(slices, text(port, 'name'))}`);
  }
  page.line(0, `Session Affinity:\t${text(object, 'spec', 'sessionAffinity')}`);
  const external = text(object, 'spec', 'externalTrafficPolicy');
  if (external !== '') page.line(0, `External Traffic Policy:\t${external}`);
  const internal = text(object, 'spec', 'internalTrafficPolicy');
  if (internal !== '') page.line(0, `Internal Traffic Policy:\t${internal}`);
}

function endpoints(slices: readonly JsonObject[], portName: string): string {
  const found = slices.flatMap((slice) => {
    const port = objects(slice, 'ports').find((each) => text(each, 'name') === portName);
    const ready = objects(slice, 'endpoints').filter((each) => record(each, 'conditions')['ready'] !== false);
    return port === undefined
      ? []
      : ready.flatMap((each) => list(each, 'addresses').map((ip) => `${String(ip)}:${number(port, 'port') ?? 0}`));
  });
  const shown = found.slice(0, 3).join(',');
  return found.length > 3 ? `${shown} + ${found.length - 3} more...` : shown;
}
