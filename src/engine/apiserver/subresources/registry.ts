/** What hangs below an object: `pods/x/log`. One line a subresource. */
import type { Method } from '../../meta/index.ts';
import { requestToken } from '../authentication/token-request.ts';
import type { Resource } from '../resource.ts';
import { get } from '../verbs/get.ts';
import { patch } from '../verbs/patch.ts';
import type { Missing, Serve } from '../verbs/registry.ts';
import { update } from '../verbs/update.ts';
import { connecting, pathOptions, portOptions, streamOptions } from './admitted.ts';
import { bind } from './binding.ts';
import { evict } from './eviction.ts';
import { attach, exec } from './exec.ts';
import { finalize } from './finalize.ts';
import { log } from './log.ts';
import { podPart } from './pod-parts.ts';
import { portForward } from './portforward.ts';
import { proxy } from './proxy.ts';
import { getScale, patchScale, updateScale } from './scale.ts';

type Methods = { readonly [M in Method]?: Serve };

const proxyKinds: Readonly<Record<string, string>> = { nodes: 'NodeProxyOptions', services: 'ServiceProxyOptions' };
const proxied = connecting(proxy, (plural) => proxyKinds[plural] ?? 'PodProxyOptions', pathOptions);
const connected = (serve: Serve): Methods => ({ GET: serve, POST: serve });

const handlers: Readonly<Record<string, Methods>> = {
  status: { GET: get, PUT: update, PATCH: patch },
  scale: { GET: getScale, PUT: updateScale, PATCH: patchScale },
  binding: { POST: bind },
  eviction: { POST: evict },
  finalize: { PUT: finalize },
  log: { GET: log },
  ephemeralcontainers: podPart('ephemeralcontainers'),
  resize: podPart('resize'),
  token: { POST: requestToken },
  exec: connected(connecting(exec, () => 'PodExecOptions', streamOptions)),
  attach: connected(connecting(attach, () => 'PodAttachOptions', streamOptions)),
  portforward: connected(connecting(portForward, () => 'PodPortForwardOptions', portOptions)),
  proxy: { GET: proxied, HEAD: proxied, POST: proxied, PUT: proxied, PATCH: proxied, DELETE: proxied },
};

/** What serves a subresource with a method, if the kind has it. */
export function subresourceHandler(resource: Resource, subresource: string, method: Method): Serve | Missing {
  const { status, scale, others = [] } = resource.definition.subresources;
  const offered =
    (subresource === 'status' && status === true) ||
    (subresource === 'scale' && scale !== undefined) ||
    others.includes(subresource);
  if (!offered) return 'no such path';
  return handlers[subresource]?.[method] ?? 'no such verb';
}
