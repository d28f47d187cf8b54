/** nodes/x/proxy: the kubelet's own HTTP server (upstream: kubelet pkg/kubelet/server/server.go), and node ports. */
import { Node, Pod } from '../../api/index.ts';
import type { Context } from '../../apiserver/context.ts';
import { isOf } from '../../apiserver/resource.ts';
import { respondJson, respondStatus, respondText } from '../../apiserver/respond.ts';
import { notFound, serviceUnavailable } from '../../meta/index.ts';
import { pass } from './proxy-pass.ts';
import { portNumber, redirectsToSlash, type Target } from './proxy-target.ts';

/** The kubelet's port. */
const kubeletPort = '10250';

/** What a kubelet tells of itself: `/healthz` and `/pods`; other paths are 404 as there. Another port is a Service's on that node. */
export function proxyNode(context: Context, { name, port }: Target): void {
  const { storage, exchange, info } = context;
  const node = storage.cache.get(name);
  if (node === undefined || !isOf(Node, node)) {
    return respondStatus(exchange, notFound({ group: '', plural: 'nodes' }, name));
  }
  if (redirectsToSlash(context)) return;
  const address = node.status?.addresses?.find(({ type }) => type === 'InternalIP')?.address ?? name;
  if (port !== '' && port !== kubeletPort) {
    const to = { ip: address, port: portNumber(port) };
    return pass(context, (nodes, request, done) => nodes.nodePort(name, to, request, done));
  }
  const ready = node.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') === true;
  if (!ready) {
    const why = `error trying to reach service: dial tcp ${address}:${kubeletPort}: connect: connection refused`;
    return respondStatus(exchange, serviceUnavailable(why));
  }
  const path = (info.proxyPath ?? '').replace(/\/$/, '');
  if (path === '/healthz') return respondText(exchange, 200, 'ok');
  if (path !== '/pods') return respondText(exchange, 404, '404 page not found\n');
  const items: Pod[] = [];
  for (const pod of context.parts.resources.find('', 'v1', 'pods')?.cache.list('') ?? []) {
    if (isOf(Pod, pod) && pod.spec.nodeName === name) items.push(pod);
  }
  respondJson(exchange, 200, { kind: 'PodList', apiVersion: 'v1', metadata: {}, items });
}
