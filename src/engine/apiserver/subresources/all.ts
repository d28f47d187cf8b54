/** All subresources, those that only the whole server has among them: one line each. */
import { requestToken } from '../authentication/token-request.ts';
import type { Serve } from '../verbs/registry.ts';
import { connecting, pathOptions, portOptions, streamOptions } from './admitted.ts';
import { evict } from './eviction.ts';
import { attach, exec } from './exec.ts';
import { podPart } from './pod-parts.ts';
import { portForward } from './portforward.ts';
import { proxy } from './proxy.ts';
import { coreSubresources, type Subresources } from './registry.ts';
import { getScale, patchScale, updateScale } from './scale.ts';

const proxyKinds: Readonly<Record<string, string>> = { nodes: 'NodeProxyOptions', services: 'ServiceProxyOptions' };
const proxied = connecting(proxy, (plural) => proxyKinds[plural] ?? 'PodProxyOptions', pathOptions);
const connected = (serve: Serve): Subresources[string] => ({ GET: serve, POST: serve });

export const allSubresources: Subresources = {
  ...coreSubresources,
  scale: { GET: getScale, PUT: updateScale, PATCH: patchScale },
  eviction: { POST: evict },
  ephemeralcontainers: podPart('ephemeralcontainers'),
  resize: podPart('resize'),
  token: { POST: requestToken },
  exec: connected(connecting(exec, () => 'PodExecOptions', streamOptions)),
  attach: connected(connecting(attach, () => 'PodAttachOptions', streamOptions)),
  portforward: connected(connecting(portForward, () => 'PodPortForwardOptions', portOptions)),
  proxy: { GET: proxied, HEAD: proxied, POST: proxied, PUT: proxied, PATCH: proxied, DELETE: proxied },
};
