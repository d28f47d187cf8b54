/**
 * pods/x/proxy, services/x/proxy and nodes/x/proxy: HTTP requests passed on to what listens there (upstream: registry/core/*\/strategy.go
 * ResourceLocation, apimachinery pkg/util/proxy). Names may carry a scheme and a port: `http:web:8080`.
 */
import { Endpoints, Pod, Service } from '../../api/index.ts';
import type { Context } from '../../apiserver/context.ts';
import { attempt, refuse } from '../../apiserver/outcome.ts';
import { isOf, objectPath } from '../../apiserver/resource.ts';
import { respondStatus } from '../../apiserver/respond.ts';
import { type KubeObject, notFound, serviceUnavailable } from '../../meta/index.ts';
import { proxyNode } from './proxy-node.ts';
import { pass } from './proxy-pass.ts';
import { portNumber, redirectsToSlash, type Target, targetOf } from './proxy-target.ts';

/** Where a request goes on to. */
interface Location {
  readonly pod: Pod;
  readonly port: number;
}

/** Passes the request on and the answer back. 301 for a path without even a slash, 503 where nothing answers. */
export function proxy(context: Context): void {
  const { info, exchange, resource } = context;
  const target = targetOf(info.name, resource.definition.singular);
  if (resource.plural === 'nodes') return proxyNode(context, target);
  const locate = resource.plural === 'services' ? locateService : locatePod;
  const location = attempt(() => locate(context, target));
  if (location.status !== undefined) return respondStatus(exchange, location.status);
  if (redirectsToSlash(context)) return;
  const { pod, port } = location.ok;
  pass(context, (nodes, request, done) => nodes.http(pod, port, request, done));
}

function find(context: Context, plural: string, name: string): KubeObject | undefined {
  const storage = context.parts.resources.find('', 'v1', plural);
  return storage?.cache.get(objectPath(storage.resource, context.info.namespace, name));
}

/** The requested port, or the first that a container names, or 80. */
function locatePod(context: Context, { name, port }: Target): Location {
  const pod = find(context, 'pods', name);
  if (pod === undefined || !isOf(Pod, pod)) return refuse(notFound({ group: '', plural: 'pods' }, name));
  const named = pod.spec.containers.find(({ ports = [] }) => ports.length > 0)?.ports?.[0]?.containerPort;
  return { pod, port: port === '' ? (named ?? 80) : portNumber(port) };
}

/** An address behind the service, one of those that are ready. */
function locateService(context: Context, { name, port }: Target): Location {
  const service = find(context, 'services', name);
  const number = /^\d+$/.test(port) ? Number(port) : undefined;
  const none = (): never => refuse(serviceUnavailable(`no endpoints available for service ${JSON.stringify(name)}`));
  let portName = port;
  if (number !== undefined) {
    if (service === undefined || !isOf(Service, service))
      return refuse(notFound({ group: '', plural: 'services' }, name));
    const declared = service.spec.ports?.find((each) => each.port === number);
    if (declared === undefined) {
      refuse(serviceUnavailable(`no service port ${number} found for service ${JSON.stringify(name)}`));
    }
    portName = declared.name ?? '';
  }
  const endpoints = find(context, 'endpoints', name);
  if (endpoints === undefined || !isOf(Endpoints, endpoints)) {
    return refuse(notFound({ group: '', plural: 'endpoints' }, name));
  }
  for (const { addresses = [], ports = [] } of endpoints.subsets ?? []) {
    const found = ports.find((each) => (each.name ?? '') === portName);
    const address = addresses[addresses.length > 1 ? context.parts.watchTimes.int(addresses.length) : 0];
    if (found === undefined || address === undefined) continue;
    const pod = address.targetRef?.kind === 'Pod' ? find(context, 'pods', address.targetRef.name ?? '') : undefined;
    if (pod !== undefined && isOf(Pod, pod)) return { pod, port: found.port };
    const where = `${address.ip}:${found.port}`;
    refuse(serviceUnavailable(`error trying to reach service: dial tcp ${where}: connect: connection refused`));
  }
  return none();
}
