/** Pages of Ingress, IngressClass, NetworkPolicy and EndpointSlice. */
import { formatLabelSelector, type JsonObject } from '../../../engine/index.ts';
import type { Context } from '../../command.ts';
import { messageOf } from '../../errors.ts';
import { at, list, number, objects, record, scalar, strings, text } from '../../json.ts';
import { getObject, listObjects } from '../../resource/builder.ts';
import type { PrefixWriter } from './prefix-writer.ts';
import { endpoints } from './service.ts';
import type { Subject } from './subject.ts';

export async function describeIngress({ page, object, context }: Subject): Promise<void> {
  const namespace = text(object, 'metadata', 'namespace');
  page.line(0, `Name:\t${text(object, 'metadata', 'name')}`);
  page.labels('Labels', strings(object, 'metadata', 'labels'));
  page.line(0, `Namespace:\t${namespace}`);
  const addresses = objects(object, 'status', 'loadBalancer', 'ingress').map(
    (each) => text(each, 'ip') || text(each, 'hostname'),
  );
  page.line(0, `Address:\t${[...new Set(addresses.filter((each) => each !== ''))].sort().join(',')}`);
  page.line(0, `Ingress Class:\t${text(object, 'spec', 'ingressClassName') || '<none>'}`);
  const fallback = record(object, 'spec', 'defaultBackend');
  const fallbackText = Object.keys(fallback).length === 0 ? '<default>' : await backend(context, namespace, fallback);
  page.line(0, `Default backend:\t${fallbackText}`);
  const tls = objects(object, 'spec', 'tls');
  if (tls.length > 0) page.line(0, 'TLS:');
  for (const each of tls) {
    const hosts = list(each, 'hosts').map(String).join(',');
    const secret = text(each, 'secretName');
    page.line(1, secret === '' ? `SNI routes ${hosts}` : `${secret} terminates ${hosts}`);
  }
  page.raw('Rules:\n  Host\tPath\tBackends\n');
  page.line(1, '----\t----\t--------');
  const rules = objects(object, 'spec', 'rules').filter((rule) => at(rule, 'http') !== undefined);
  for (const rule of rules) {
    page.line(1, `${text(rule, 'host') || '*'}\t`);
    for (const path of objects(rule, 'http', 'paths')) {
      page.line(2, `\t${text(path, 'path')} \t${await backend(context, namespace, record(path, 'backend'))}`);
    }
  }
  if (rules.length === 0) page.line(1, `*\t*\t${fallbackText}`);
  page.annotations('Annotations', object);
}

async function backend(context: Context, namespace: string, given: JsonObject): Promise<string> {
  const resource = record(given, 'resource');
  if (Object.keys(resource).length > 0) {
    const group = text(resource, 'apiGroup') || '<none>';
    return `APIGroup: ${group}, Kind: ${text(resource, 'kind')}, Name: ${text(resource, 'name')}`;
  }
  const name = text(given, 'service', 'name');
  if (name === '') return '';
  const portNumber = number(given, 'service', 'port', 'number') ?? 0;
  const portName = text(given, 'service', 'port', 'name');
  const shown = `${name}:${portName || portNumber}`;
  try {
    const slices = await context.mapper.resource('endpointslices.discovery.k8s.io');
    const labelSelector = `kubernetes.io/service-name=${name}`;
    const found = await listObjects(context, slices, namespace, { labelSelector });
    const target = { resource: await context.mapper.resource('services'), namespace, name };
    const service = await getObject(context, target);
    const port = objects(service, 'spec', 'ports').find((each) =>
      portNumber === 0 ? text(each, 'name') === portName : number(each, 'port') === portNumber,
    );
    return `${shown} (${endpoints(found, text(port, 'name'))})`;
  } catch (error) {
    return `${shown} (<error: ${messageOf(error)}>)`;
  }
}

export function describeIngressClass({ page, object }: Subject): void {
  page.line(0, `Name:\t${text(object, 'metadata', 'name')}`);
  page.labels('Labels', strings(object, 'metadata', 'labels'));
  page.annotations('Annotations', object);
  page.line(0, `Controller:\t${text(object, 'spec', 'controller')}`);
  const parameters = record(object, 'spec', 'parameters');
  if (Object.keys(parameters).length === 0) return;
  page.line(0, 'Parameters:');
  if (parameters['apiGroup'] !== undefined) page.line(1, `APIGroup:\t${text(parameters, 'apiGroup')}`);
  page.line(1, `Kind:\t${text(parameters, 'kind')}`);
  page.line(1, `Name:\t${text(parameters, 'name')}`);
}

export function describeEndpointSlice({ page, object }: Subject): void {
  page.line(0, `Name:\t${text(object, 'metadata', 'name')}`);
  page.line(0, `Namespace:\t${text(object, 'metadata', 'namespace')}`);
  page.labels('Labels', strings(object, 'metadata', 'labels'));
  page.annotations('Annotations', object);
  page.line(0, `AddressType:\t${text(object, 'addressType')}`);
  const ports = objects(object, 'ports');
  if (ports.length === 0) page.line(0, 'Ports: <unset>');
  else {
    page.line(0, 'Ports:');
    page.line(1, 'Name\tPort\tProtocol');
    page.line(1, '----\t----\t--------');
  }
  for (const port of ports) {
    const shown = [text(port, 'name') || '<unset>', scalar(port['port']) || '<unset>', text(port, 'protocol')];
    page.line(1, shown.join('\t'));
  }
  const all = objects(object, 'endpoints');
  page.line(0, all.length === 0 ? 'Endpoints: <none>' : 'Endpoints:');
  for (const each of all) {
    page.line(1, `- Addresses:\t${list(each, 'addresses').map(String).join(', ') || '<none>'}`);
    page.line(2, 'Conditions:');
    page.line(3, `Ready:\t${scalar(at(each, 'conditions', 'ready')) || '<unset>'}`);
    page.line(2, `Hostname:\t${text(each, 'hostname') || '<unset>'}`);
    const target = record(each, 'targetRef');
    if (Object.keys(target).length > 0) page.line(2, `TargetRef:\t${text(target, 'kind')}/${text(target, 'name')}`);
    page.line(2, `NodeName:\t${text(each, 'nodeName') || '<unset>'}`);
    page.line(2, `Zone:\t${text(each, 'zone') || '<unset>'}`);
  }
}

export function describeNetworkPolicy({ page, object }: Subject): void {
  page.line(0, `Name:\t${text(object, 'metadata', 'name')}`);
  page.line(0, `Namespace:\t${text(object, 'metadata', 'namespace')}`);
  page.line(0, `Created on:\t${goTime(text(object, 'metadata', 'creationTimestamp'))}`);
  page.labels('Labels', strings(object, 'metadata', 'labels'));
  page.annotations('Annotations', object);
  page.line(0, 'Spec:');
  const selector = record(object, 'spec', 'podSelector');
  const all = Object.keys(selector).length === 0;
  const none = '<none> (Allowing the specific traffic to all pods in this namespace)';
  page.line(1, `PodSelector:     ${all ? none : formatLabelSelector(selector)}`);
  const types = list(object, 'spec', 'policyTypes').map(String);
  for (const [type, way] of [
    ['Ingress', 'ingress'],
    ['Egress', 'egress'],
  ] as const) {
    if (!types.includes(type)) page.line(1, `Not affecting ${way} traffic`);
    else {
      page.line(1, `Allowing ${way} traffic:`);
      traffic(page, objects(object, 'spec', way), way);
    }
  }
  page.line(1, `Policy Types: ${types.join(', ')}`);
}

/** As Go prints a time: `2026-01-01 00:00:05 +0000 UTC`. */
function goTime(time: string): string {
  return `${time.replace('T', ' ').replace('Z', '')} +0000 UTC`;
}

const ANYTHING = `<${'any'}>`;

function traffic(page: PrefixWriter, rules: readonly JsonObject[], way: 'ingress' | 'egress'): void {
  if (rules.length === 0) return page.line(2, `<none> (Selected pods are isolated for ${way} connectivity)`);
  const [side, title, origin] = way === 'ingress' ? ['from', 'From', 'source'] : ['to', 'To', 'destination'];
  for (const [index, rule] of rules.entries()) {
    const ports = objects(rule, 'ports');
    if (ports.length === 0) page.line(2, `To Port: ${ANYTHING} (traffic allowed to all ports)`);
    for (const port of ports) {
      const protocol = text(port, 'protocol') || 'TCP';
      const end = number(port, 'endPort');
      const first = port['port'] === undefined ? '<nil>' : scalar(port['port']);
      page.line(2, end === undefined ? `To Port: ${first}/${protocol}` : `To Port Range: ${first}-${end}/${protocol}`);
    }
    const peers = objects(rule, side);
    if (peers.length === 0) page.line(2, `${title}: ${ANYTHING} (traffic not restricted by ${origin})`);
    for (const peer of peers) {
      page.line(2, `${title}:`);
      describePeer(page, peer);
    }
    if (index < rules.length - 1) page.line(2, '----------');
  }
}

function describePeer(page: PrefixWriter, peer: JsonObject): void {
  for (const [field, title] of [
    ['namespaceSelector', 'NamespaceSelector'],
    ['podSelector', 'PodSelector'],
  ] as const) {
    if (peer[field] !== undefined) page.line(3, `${title}: ${formatLabelSelector(record(peer, field))}`);
  }
  if (peer['ipBlock'] === undefined || peer['podSelector'] !== undefined) return;
  page.line(3, 'IPBlock:');
  page.line(4, `CIDR: ${text(peer, 'ipBlock', 'cidr')}`);
  page.line(4, `Except: ${list(peer, 'ipBlock', 'except').map(String).join(', ')}`);
}
