/** What the API server itself makes when it starts: the first namespaces (upstream: pkg/controlplane). */
import type { ApiRequest, Exchange } from '../meta/index.ts';
import type { ServerParts } from './server-parts.ts';
import { create } from './verbs/create.ts';

const names = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];
const user = { name: 'system:apiserver', groups: ['system:masters'] };

/** Makes those that are missing, then runs `done`. They go the way of any other object. */
export function bootNamespaces(parts: ServerParts, done: () => void): void {
  const storage = parts.resources.find('', 'v1', 'namespaces');
  const missing = storage === undefined ? [] : names.filter((name) => storage.cache.get(name) === undefined);
  if (storage === undefined || missing.length === 0) {
    done();
    return;
  }
  let left = missing.length;
  for (const name of missing) {
    const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
    const request: ApiRequest = { method: 'POST', path: '/api/v1/namespaces', query: {}, headers: {}, user, body };
    const exchange: Exchange = {
      respond() {
        left -= 1;
        if (left === 0) done();
      },
      write: () => undefined,
      end: () => undefined,
    };
    const info = { isResource: true, verb: 'create', path: request.path, group: '', version: 'v1' } as const;
    create({
      parts,
      request,
      info: { ...info, namespace: '', resource: 'namespaces', subresource: '', name: '' },
      user,
      storage,
      resource: storage.resource,
      exchange,
      warnings: [],
      dryRun: false,
      onHangUp: () => undefined,
    });
  }
}
