/** What a request is about, read off its method, path and query (upstream: apiserver pkg/endpoints/request/requestinfo.go). */
import { type ApiRequest, parseFieldSelector, requiredValue } from '../meta/index.ts';

export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';

export interface ResourceInfo {
  readonly isResource: true;
  readonly verb: Verb;
  readonly path: string;
  readonly group: string;
  readonly version: string;
  /** '' for cluster scope and for all namespaces. */
  readonly namespace: string;
  /** Plural. */
  readonly resource: string;
  readonly subresource: string;
  /** '' for collections. */
  readonly name: string;
}

export interface NonResourceInfo {
  readonly isResource: false;
  /** The method in lower case. */
  readonly verb: string;
  readonly path: string;
}

export type RequestInfo = ResourceInfo | NonResourceInfo;

const verbs = { GET: 'get', POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' } as const;
const namespaceSubresources = new Set(['status', 'finalize']);

/** Never fails: a path that names no resource is a non-resource path, which may turn out not to exist. */
export function requestInfo(request: ApiRequest): RequestInfo {
  const { method, path } = request;
  const parts = path.split('/').filter((part) => part !== '');
  const [root, ...rest] = parts;
  const nonResource: NonResourceInfo = { isResource: false, verb: method.toLowerCase(), path };
  const groupParts = root === 'api' ? 1 : root === 'apis' ? 2 : 0;
  if (groupParts === 0 || rest.length <= groupParts) return nonResource;

  const group = groupParts === 2 ? (rest[0] ?? '') : '';
  const version = rest[groupParts - 1] ?? '';
  let segments = rest.slice(groupParts).map(decodeURIComponent);
  let namespace = '';
  if (segments[0] === 'namespaces' && segments.length > 2 && !namespaceSubresources.has(segments[2] ?? '')) {
    namespace = segments[1] ?? '';
    segments = segments.slice(2);
  } else if (segments[0] === 'namespaces' && segments[1] !== undefined) {
    namespace = segments[1];
  }
  const [resource = '', pathName = '', ...sub] = segments;
  const verb = pathName === '' ? collectionVerb(request) : verbs[method];
  const name = pathName !== '' ? pathName : (selectedName(request, verb) ?? '');
  return { isResource: true, verb, path, group, version, namespace, resource, subresource: sub.join('/'), name };
}

function collectionVerb(request: ApiRequest): Verb {
  if (request.method === 'GET') return isTrueParameter(request.query['watch']) ? 'watch' : 'list';
  return request.method === 'DELETE' ? 'deletecollection' : verbs[request.method];
}

/** `fieldSelector=metadata.name=x` counts as naming x, so that RBAC's resourceNames can match. */
function selectedName(request: ApiRequest, verb: Verb): string | undefined {
  const selector = request.query['fieldSelector'];
  if (selector === undefined || (verb !== 'list' && verb !== 'watch')) return undefined;
  try {
    return requiredValue(parseFieldSelector(selector), 'metadata.name');
  } catch {
    // A malformed selector is refused where it is used, with its own words.
    return undefined;
  }
}

/** Present without a value counts as true; `0` and `false` as false. */
export function isTrueParameter(value: string | undefined): boolean {
  return value !== undefined && value !== '0' && value.toLowerCase() !== 'false';
}
