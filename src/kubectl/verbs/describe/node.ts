/** A node's page: conditions, capacity, the pods on it and what they ask for. */
import { ageOf, type JsonObject, StatusError } from '../../../engine/index.ts';
import { messageOf } from '../../errors.ts';
import { pathOf } from '../../http/discovery.ts';
import { at, list, objects, record, strings, text } from '../../json.ts';
import { listObjects } from '../../resource/builder.ts';
import { add, milli, percent, podTotals, quantityText } from './pod-requests.ts';
import { longTime, type PrefixWriter } from './prefix-writer.ts';
import type { Subject } from './subject.ts';

export async function describeNode(subject: Subject): Promise<void> {
  const { page, object } = subject;
  page.line(0, `Name:\t${text(object, 'metadata', 'name')}`);
  page.line(0, `Roles:\t${roles(object)}`);
  page.labels('Labels', strings(object, 'metadata', 'labels'));
  page.annotations('Annotations', object);
  page.line(0, `CreationTimestamp:\t${longTime(text(object, 'metadata', 'creationTimestamp'))}`);
  page.entries('Taints', taints(object));
  page.line(0, `Unschedulable:\t${at(object, 'spec', 'unschedulable') === true}`);
  await lease(subject);
  conditions(page, object);
  page.line(0, 'Addresses:');
  for (const each of objects(object, 'status', 'addresses'))
    page.line(1, `${text(each, 'type')}:\t${text(each, 'address')}`);
  amounts(page, 'Capacity', strings(object, 'status', 'capacity'));
  amounts(page, 'Allocatable', strings(object, 'status', 'allocatable'));
  systemInfo(page, object);
  await pods(subject);
}

function roles(node: JsonObject): string {
  const found = strings(node, 'metadata', 'labels').flatMap(([key, value]) => {
    const prefixed = /^node-role\.kubernetes\.io\/(.+)$/.exec(key)?.[1];
    return prefixed ?? (key === 'kubernetes.io/role' && value !== '' ? value : []);
  });
  return found.toSorted().join(',') || '<none>';
}

function taints(node: JsonObject): readonly string[] {
  const key = (taint: JsonObject): string => `${text(taint, 'effect')},${text(taint, 'key')}`;
  return objects(node, 'spec', 'taints')
    .toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))
    .map(
      (each) =>
        `${text(each, 'key')}${text(each, 'value') === '' ? '' : `=${text(each, 'value')}`}:${text(each, 'effect')}`,
    );
}

async function lease({ page, object, context }: Subject): Promise<void> {
  const resource = (await context.mapper.all()).find((each) => each.plural === 'leases');
  if (resource === undefined) return;
  try {
    const found = await context.api.request(
      'GET',
      pathOf(resource, 'kube-node-lease', text(object, 'metadata', 'name')),
    );
    const time = (field: string): string => {
      const given = text(found, 'spec', field);
      return given === '' ? '<unset>' : longTime(given);
    };
    page.line(0, 'Lease:');
    page.line(1, `HolderIdentity:\t${text(found, 'spec', 'holderIdentity') || '<unset>'}`);
    page.line(1, `AcquireTime:\t${time('acquireTime')}`);
    page.line(1, `RenewTime:\t${time('renewTime')}`);
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    page.line(0, `Lease:\tFailed to get lease: ${messageOf(error)}`);
  }
}

function conditions(page: PrefixWriter, node: JsonObject): void {
  const all = objects(node, 'status', 'conditions');
  if (all.length === 0) return;
  page.raw('Conditions:\n  Type\tStatus\tLastHeartbeatTime\tLastTransitionTime\tReason\tMessage\n');
  page.line(1, '----\t------\t-----------------\t------------------\t------\t-------');
  for (const each of all) {
    const [beat, change] = [longTime(text(each, 'lastHeartbeatTime')), longTime(text(each, 'lastTransitionTime'))];
    page.line(
      1,
      `${text(each, 'type')} \t${text(each, 'status')} \t${beat} \t${change} \t${text(each, 'reason')} \t${text(each, 'message')}`,
    );
  }
}

function amounts(page: PrefixWriter, title: string, all: readonly (readonly [string, string])[]): void {
  if (all.length === 0) return;
  page.line(0, `${title}:`);
  for (const [name, amount] of all) page.line(1, `${name}:\t${amount}`);
}

function systemInfo(page: PrefixWriter, node: JsonObject): void {
  const info = (field: string): string => text(node, 'status', 'nodeInfo', field);
  page.line(0, 'System Info:');
  page.line(1, `Machine ID:\t${info('machineID')}`);
  page.line(1, `System UUID:\t${info('systemUUID')}`);
  page.line(1, `Boot ID:\t${info('bootID')}`);
  page.line(1, `Kernel Version:\t${info('kernelVersion')}`);
  page.line(1, `OS Image:\t${info('osImage')}`);
  page.line(1, `Operating System:\t${info('operatingSystem')}`);
  page.line(1, `Architecture:\t${info('architecture')}`);
  page.line(1, `Container Runtime Version:\t${info('containerRuntimeVersion')}`);
  page.line(1, `Kubelet Version:\t${info('kubeletVersion')}`);
  page.line(1, `Kube-Proxy Version:\t${info('kubeProxyVersion')}`);
  if (text(node, 'spec', 'podCIDR') !== '') page.line(0, `PodCIDR:\t${text(node, 'spec', 'podCIDR')}`);
  const cidrs = list(node, 'spec', 'podCIDRs').map(String);
  if (cidrs.length > 0) page.line(0, `PodCIDRs:\t${cidrs.join(',')}`);
  if (text(node, 'spec', 'providerID') !== '') page.line(0, `ProviderID:\t${text(node, 'spec', 'providerID')}`);
}

async function pods({ page, object, context }: Subject): Promise<void> {
  const fieldSelector = `spec.nodeName=${text(object, 'metadata', 'name')},status.phase!=Failed,status.phase!=Succeeded`;
  const all = await listObjects(context, await context.mapper.resource('pods'), '', { fieldSelector });
  const allocatable = record(object, 'status', 'allocatable');
  const total = { requests: new Map<string, string>(), limits: new Map<string, string>() };
  page.line(0, `Non-terminated Pods:\t(${all.length} in total)`);
  page.line(1, 'Namespace\tName\t\tCPU Requests\tCPU Limits\tMemory Requests\tMemory Limits\tAge');
  page.line(1, '---------\t----\t\t------------\t----------\t---------------\t-------------\t---');
  for (const pod of all) {
    const own = podTotals(pod);
    for (const kind of ['requests', 'limits'] as const)
      for (const [name, amount] of own[kind]) total[kind].set(name, add(total[kind].get(name) ?? '0', amount));
    const cells = ['cpu', 'memory'].flatMap((name) =>
      [own.requests, own.limits].map((each) => share(each.get(name), text(allocatable, name))),
    );
    const age = ageOf(text(pod, 'metadata', 'creationTimestamp') || undefined, page.now);
    page.line(
      1,
      `${text(pod, 'metadata', 'namespace')}\t${text(pod, 'metadata', 'name')}\t\t${cells.join('\t')}\t${age}`,
    );
  }
  page.line(0, 'Allocated resources:');
  page.line(1, '(Total limits may be over 100 percent, i.e., overcommitted.)');
  page.line(1, 'Resource\tRequests\tLimits');
  page.line(1, '--------\t--------\t------');
  for (const name of ['cpu', 'memory', 'ephemeral-storage']) {
    const cells = [total.requests, total.limits].map((each) => share(each.get(name), text(allocatable, name)));
    page.line(1, [name, ...cells].join('\t'));
  }
  const standard = new Set(['cpu', 'memory', 'ephemeral-storage', 'pods']);
  for (const name of Object.keys(allocatable)
    .filter((each) => !standard.has(each))
    .sort()) {
    const cells = [total.requests, total.limits].map((each) =>
      name.startsWith('hugepages-') ? share(each.get(name), text(allocatable, name)) : (each.get(name) ?? '0'),
    );
    page.line(1, [name, ...cells].join('\t'));
  }
}

function share(amount: string | undefined, whole: string): string {
  return `${quantityText(amount ?? '0')} (${percent(milli(amount ?? '0'), milli(whole || '0'))}%)`;
}
