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
  /** What stands behind `…/proxy`, as it was sent; '' where there is not even a slash. */
  readonly proxyPath?: string;
}

export interface NonResourceInfo {
  readonly isResource: false;
  /** The method in lower case. */
  readonly verb: string;
  readonly path: string;
}

export type RequestInfo = ResourceInfo | NonResourceInfo;

const verbs = { GET: 'get', HEAD: 'get', POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' } as const;
const namespaceSubresources = new Set(['status', 'finalize']);

/** Never fails: a path that names no resource is a non-resource path, which may turn out not to exist. */
export function requestInfo(request: ApiRequest): RequestInfo {
  const { method, path } = request;
  const parts = path.split('/');
  if (parts.at(-1) === '') parts.pop();
  // Of ['', 'api', 'v1', …] and ['', 'apis', group, 'v1', …]: where the resource begins.
  let at = parts[1] === 'api' ? 3 : parts[1] === 'apis' ? 4 : 0;
  if (at === 0 || parts.length <= at) return { isResource: false, verb: method.toLowerCase(), path };

  const group = at === 4 ? (parts[2] ?? '') : '';
  const version = parts[at - 1] ?? '';
  let namespace = '';
  if (parts[at] === 'namespaces' && parts[at + 1] !== undefined) {
    namespace = segment(parts[at + 1]);
    if (parts[at + 2] !== undefined && !namespaceSubresources.has(segment(parts[at + 2]))) at += 2;
  }
  const resource = segment(parts[at]);
  const pathName = segment(parts[at + 1]);
  const proxied = parts[at + 2] === 'proxy';
  const subresource = parts.length > at + 3 && !proxied ? parts.slice(at + 2).join('/') : segment(parts[at + 2]);
  const verb = pathName === '' ? collectionVerb(request) : verbs[method];
  const name = pathName !== '' ? pathName : (selectedName(request, verb) ?? '');
  return {
    isResource: true,
    verb,
    path,
    group,
    version,
    namespace,
    resource,
    subresource,
    name,
    ...(proxied && {
      proxyPath: path
        .split('/')
        .slice(at + 3)
        .reduce((text, part) => `${text}/${part}`, ''),
    }),
  };
}

/** One piece of a path. Broken escapes stay as they are and then name nothing. */
function segment(part = ''): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function collectionVerb(request: ApiRequest): Verb {
  if (request.method === 'GET' || request.method === 'HEAD')
    return isTrueParameter(request.query['watch']) ? 'watch' : 'list';
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
