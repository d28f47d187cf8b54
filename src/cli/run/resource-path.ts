/** What a request is about, read from its path. */
import type { ApiRequest } from '../../engine/index.ts';

export interface Addressed {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string | undefined;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
}

/** Undefined for a path that is about no resource, such as `/version`. */
export function addressedBy(path: string): Addressed | undefined {
  const [root, ...words] = path.split('/').slice(1).map(decodeURIComponent);
  const group = root === 'apis' ? words.shift() : '';
  const version = words.shift();
  if ((root !== 'api' && root !== 'apis') || group === undefined || version === undefined) return undefined;
  // The namespaces themselves are a resource too.
  const within = words[0] === 'namespaces' && words.length > 2 ? words.splice(0, 2)[1] : undefined;
  const [resource, name, subresource] = words;
  return resource === undefined ? undefined : { group, version, resource, subresource, namespace: within, name };
}

/** RBAC's word for a request. */
export function verbOf({ method, query }: Pick<ApiRequest, 'method' | 'query'>, { name }: Addressed): string {
  switch (method) {
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return name === undefined ? 'deletecollection' : 'delete';
    default:
      if (query['watch'] === 'true') return 'watch';
      return name === undefined ? 'list' : 'get';
  }
}

/** As rules name it: `pods`, `deployments.apps`, `deployments.apps/status`. */
export function ruleName({ group, resource, subresource }: Pick<Addressed, 'group' | 'resource' | 'subresource'>): string {
  return `${resource}${group === '' ? '' : `.${group}`}${subresource === undefined ? '' : `/${subresource}`}`;
}
