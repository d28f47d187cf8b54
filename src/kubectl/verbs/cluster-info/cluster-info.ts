/** `kubectl cluster-info`: where the control plane and the cluster's own services are. */
import type { JsonObject } from '../../../engine/index.ts';
import type { Context, Verb } from '../../command.ts';
import { number, objects, text } from '../../json.ts';
import { listObjects } from '../../resource/builder.ts';
import { dump } from './dump.ts';

export const clusterInfo: Verb = {
  name: 'cluster-info',
  short: 'Display cluster information',
  usage: '[flags]',
  children: [dump],
  run,
};

async function run(context: Context): Promise<void> {
  const { io, connection, mapper } = context;
  const services = await mapper.resource('services');
  const query = { labelSelector: 'kubernetes.io/cluster-service=true' };
  const found = await listObjects(context, services, 'kube-system', query);
  const line = (name: string, link: string): void => io.stdout(`${name} is running at ${link}\n`);
  line('Kubernetes control plane', connection.server);
  for (const service of found) {
    const name = text(service, 'metadata', 'labels', 'kubernetes.io/name') || text(service, 'metadata', 'name');
    line(name, linkTo(service, connection.server));
  }
  io.stdout("\nTo further debug and diagnose cluster problems, use 'kubectl cluster-info dump'.\n");
}

/** Through its load balancer, or else through the API server. */
function linkTo(service: JsonObject, server: string): string {
  const ports = objects(service, 'spec', 'ports');
  const [ingress] = objects(service, 'status', 'loadBalancer', 'ingress');
  if (ingress !== undefined) {
    const host = text(ingress, 'ip') || text(ingress, 'hostname');
    return ports.map((port) => `http://${host}:${number(port, 'port') ?? 0} `).join('');
  }
  const [port] = ports;
  const portName = text(port, 'name');
  const secure = portName === 'https' || number(port, 'port') === 443;
  const name = text(service, 'metadata', 'name');
  const target = secure ? `https:${name}:${portName}` : portName === '' ? name : `${name}:${portName}`;
  return `${server}/api/v1/namespaces/${text(service, 'metadata', 'namespace')}/services/${target}/proxy`;
}
