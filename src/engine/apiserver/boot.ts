/** What the API server itself makes when it starts: the first namespaces (upstream: pkg/controlplane). */
import type { ApiRequest, Exchange, JsonObject } from '../meta/index.ts';
import type { ServerParts } from './context.ts';
import { settling } from './settling.ts';
import { create } from './verbs/create.ts';
import { createWarnings } from './warnings.ts';

const names = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];
const user = { name: 'system:apiserver', groups: ['system:masters'] };

/** Makes those that are missing, then runs `done`. They go the way of any other object. */
export function bootNamespaces(parts: ServerParts, done: () => void): void {
  const objects = names.map((name) => {
    return { place: NAMESPACES, namespace: '', body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name } } };
  });
  bootObjects(parts, objects, done);
}

const NAMESPACES = { group: '', version: 'v1', plural: 'namespaces' };

export interface BootObject {
  readonly place: { readonly group: string; readonly version: string; readonly plural: string };
  /** '' for cluster scope. */
  readonly namespace: string;
  readonly body: JsonObject & { readonly metadata: JsonObject & { readonly name: string } };
}

/** Makes those that are missing, then runs `done`. Another server may be faster: that is as good. */
export function bootObjects(parts: ServerParts, objects: readonly BootObject[], done: () => void): void {
  const missing = objects.filter(({ place, namespace, body }) => {
    const { name } = body.metadata;
    const storage = parts.resources.find(place.group, place.version, place.plural);
    return storage !== undefined && storage.cache.get(namespace === '' ? name : `${namespace}/${name}`) === undefined;
  });
  if (missing.length === 0) {
    done();
    return;
  }
  let left = missing.length;
  for (const object of missing) {
    bootObject(parts, object, () => {
      left -= 1;
      if (left === 0) done();
    });
  }
}

function bootObject(parts: ServerParts, { place, namespace, body }: BootObject, done: () => void): void {
  const { group, version, plural } = place;
  const storage = parts.resources.find(group, version, plural);
  if (storage === undefined) return done();
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const path = namespace === '' ? `${root}/${plural}` : `${root}/namespaces/${namespace}/${plural}`;
  const request: ApiRequest = { method: 'POST', path, query: {}, headers: {}, user, body };
  const exchange: Exchange = { respond: done, write: () => undefined, end: () => undefined };
  const info = { isResource: true, verb: 'create', path, group, version } as const;
  create({
    parts,
    request,
    info: { ...info, namespace, resource: plural, subresource: '', name: '' },
    user,
    storage,
    resource: storage.resource,
    exchange: parts.allocator === undefined ? exchange : settling(parts.allocator, exchange),
    warnings: createWarnings(),
    dryRun: false,
    annotate: () => undefined,
    onHangUp: () => undefined,
  });
}
