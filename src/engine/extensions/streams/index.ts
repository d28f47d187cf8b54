/** exec, attach, port-forward and proxy: the ways into pods, services and nodes. */
import type { Serve, Subresources } from '../../apiserver/context.ts';
import type { ApiFeature } from '../../apiserver/feature.ts';
import { connecting, pathOptions, portOptions, streamOptions } from '../../apiserver/subresources/admitted.ts';
import { attach, exec } from './exec.ts';
import { portForward } from './portforward.ts';
import { proxy } from './proxy.ts';

const proxyKinds: Readonly<Record<string, string>> = { nodes: 'NodeProxyOptions', services: 'ServiceProxyOptions' };
const proxied = connecting(proxy, (plural) => proxyKinds[plural] ?? 'PodProxyOptions', pathOptions);
const connected = (serve: Serve): Subresources[string] => ({ GET: serve, POST: serve });

export const streamsFeature: ApiFeature = {
  name: 'streams',
  subresources: {
    exec: connected(connecting(exec, () => 'PodExecOptions', streamOptions)),
    attach: connected(connecting(attach, () => 'PodAttachOptions', streamOptions)),
    portforward: connected(connecting(portForward, () => 'PodPortForwardOptions', portOptions)),
    proxy: { GET: proxied, HEAD: proxied, POST: proxied, PUT: proxied, PATCH: proxied, DELETE: proxied },
  },
};
