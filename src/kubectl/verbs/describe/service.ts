/** Pages of Service and Endpoints. */
import type { JsonObject } from '../../../engine/index.ts';
import { list, number, objects, record, scalar, strings, text } from '../../json.ts';
import { listObjects } from '../../resource/builder.ts';
import { selectorText } from '../../resource/selector.ts';
import type { Subject } from './subject.ts';

export async function describeService({ page, object, context }: Subject): Promise<void> {
  const [name, namespace] = [text(object, 'metadata', 'name'), text(object, 'metadata', 'namespace')];
  page.line(0, `Name:\t${name}`);
  page.line(0, `Namespace:\t${namespace}`);
  page.labels('Labels', strings(object, 'metadata', 'labels'));
  page.annotations('Annotations', object);
  page.line(0, `Selector:\t${selectorText(record(object, 'spec', 'selector')) || '<none>'}`);
  page.line(0, `Type:\t${text(object, 'spec', 'type')}`);
  const given = (title: string, value: string): void => {
    if (value !== '') page.line(0, `${title}:\t${value}`);
  };
  given('IP Family Policy', text(object, 'spec', 'ipFamilyPolicy'));
  page.line(0, `IP Families:\t${words(object, 'ipFamilies') || '<none>'}`);
  page.line(0, `IP:\t${text(object, 'spec', 'clusterIP')}`);
  page.line(0, `IPs:\t${words(object, 'clusterIPs') || '<none>'}`);
  given('External IPs', words(object, 'externalIPs'));
  given('Desired LoadBalancer IP', text(object, 'spec', 'loadBalancerIP'));
  given('External Name', text(object, 'spec', 'externalName'));
  given('LoadBalancer Ingress', objects(object, 'status', 'loadBalancer', 'ingress').map(ingress).join(', '));
  const resource = (await context.mapper.all()).find((each) => each.plural === 'endpointslices');
  const labelSelector = `kubernetes.io/service-name=${name}`;
  const slices = resource ? await listObjects(context, resource, namespace, { labelSelector }) : [];
  for (const port of objects(object, 'spec', 'ports')) {
    const title = text(port, 'name') || '<unset>';
    const protocol = text(port, 'protocol');
    const nodePort = number(port, 'nodePort') ?? 0;
    page.line(0, `Port:\t${title}\t${number(port, 'port') ?? 0}/${protocol}`);
    page.line(0, `TargetPort:\t${scalar(port['targetPort'])}/${protocol}`);
    if (nodePort !== 0) page.line(0, `NodePort:\t${title}\t${nodePort}/${protocol}`);
    page.line(0, `Endpoints:\t${endpoints(slices, text(port, 'name'))}`);
  }
  page.line(0, `Session Affinity:\t${text(object, 'spec', 'sessionAffinity')}`);
  given('External Traffic Policy', text(object, 'spec', 'externalTrafficPolicy'));
  given('Internal Traffic Policy', text(object, 'spec', 'internalTrafficPolicy'));
  given('HealthCheck NodePort', scalar(record(object, 'spec')['healthCheckNodePort']));
  given('LoadBalancer Source Ranges', words(object, 'loadBalancerSourceRanges'));
}

/** The texts of a list in the spec, with commas. */
function words(object: JsonObject, field: string): string {
  return list(object, 'spec', field).map(String).join(',');
}

function ingress(each: JsonObject): string {
  const [ip, mode] = [text(each, 'ip'), text(each, 'ipMode')];
  if (ip === '') return text(each, 'hostname');
  return mode === '' ? ip : `${ip} (${mode})`;
}

const SHOWN = 3;

/** The addresses of a port in all slices: at most three, and how many more. */
/** Addresses behind a port, three at most. */
export function endpoints(slices: readonly JsonObject[], portName: string): string {
  if (slices.length === 0) return '<none>';
  const found: string[] = [];
  for (const slice of slices) {
    const ready = objects(slice, 'endpoints').filter((each) => record(each, 'conditions')['ready'] !== false);
    const ips = ready.flatMap((each) => list(each, 'addresses').map(String));
    const ports = objects(slice, 'ports');
    if (ports.length === 0) found.push(...ips);
    for (const port of ports.filter((each) => text(each, 'name') === portName)) {
      found.push(...ips.map((ip) => `${ip.includes(':') ? `[${ip}]` : ip}:${number(port, 'port') ?? 0}`));
    }
  }
  const shown = found.slice(0, SHOWN).join(',');
  return found.length > SHOWN ? `${shown} + ${found.length - SHOWN} more...` : shown;
}

export function describeEndpoints({ page, object }: Subject): void {
  page.line(0, `Name:\t${text(object, 'metadata', 'name')}`);
  page.line(0, `Namespace:\t${text(object, 'metadata', 'namespace')}`);
  page.labels('Labels', strings(object, 'metadata', 'labels'));
  page.annotations('Annotations', object);
  page.line(0, 'Subsets:');
  for (const subset of objects(object, 'subsets')) {
    const ips = (field: string): string =>
      objects(subset, field)
        .map((each) => text(each, 'ip'))
        .join(',') || '<none>';
    page.line(1, `Addresses:\t${ips('addresses')}`);
    page.line(1, `NotReadyAddresses:\t${ips('notReadyAddresses')}`);
    const ports = objects(subset, 'ports');
    if (ports.length > 0) {
      page.line(1, 'Ports:');
      page.line(2, 'Name\tPort\tProtocol');
      page.line(2, '----\t----\t--------');
    }
    for (const port of ports) {
      page.line(2, `${text(port, 'name') || '<unset>'}\t${number(port, 'port') ?? 0}\t${text(port, 'protocol')}`);
    }
    page.line(0, '');
  }
}
