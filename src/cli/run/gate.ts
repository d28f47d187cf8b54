/** What a controller's requests must pass before they go out: its namespace, what it was allowed to write, and a trial run. */
import { type ApiRequest, type ApiResponse, failure, type Json, requestInfo, type ResourceInfo } from '../../engine/index.ts';
import { type AllowRules, isAllowed, ruleName, writeVerbs } from './allow.ts';

export interface GateOptions {
  readonly allow: AllowRules;
  /** The only namespace, if there is one. */
  readonly namespace: string | undefined;
  /** Writes are tried by the server, and change nothing. */
  readonly dryRun: boolean;
  /** Whether objects of this resource (`pods`, `deployments.apps`) are in namespaces. */
  isNamespaced(resource: string): boolean;
  /** A line for whoever started it. */
  say(line: string): void;
}

/** Returns the request as it is to be sent, or the answer of whoever refuses it here. */
export type Gate = (request: ApiRequest) => ApiRequest | ApiResponse;

export function createGate({ allow, namespace, dryRun, isNamespaced, say }: GateOptions): Gate {
  const said = new Set<string>();
  function refuse(message: string): ApiResponse {
    if (!said.has(message)) say(`refused: ${message}`);
    said.add(message);
    return { code: 403, headers: {}, body: failure(403, 'Forbidden', message) as unknown as Json };
  }

  function write(request: ApiRequest, info: ResourceInfo): ApiRequest | ApiResponse {
    if (dryRun) {
      say(`would ${info.verb} ${objectOf(request, info)}`);
      return { ...request, query: { ...request.query, dryRun: 'All' } };
    }
    if (isAllowed(allow, info)) return request;
    return refuse(`it may not ${info.verb} ${ruleName(info)}: allow it with --allow ${ruleName(info)}:${info.verb}`);
  }

  return (request) => {
    const info = requestInfo(request);
    if (!info.isResource) return request;
    const { verb } = info;
    const home = namespaceOf(info);
    if (namespace !== undefined && home !== '' && home !== namespace)
      return refuse(`it may not ${verb} ${ruleName(info)} in namespace ${home}: it was started with --namespace ${namespace}`);
    if (writeVerbs.some((each) => each === verb)) return write(request, info);
    const isOfAll = home === '' && (verb === 'list' || verb === 'watch') && isNamespaced(ruleName(info));
    return namespace !== undefined && isOfAll ? { ...request, path: within(info, namespace) } : request;
  };
}

/** '' for cluster scope, where the namespaces themselves are. */
const namespaceOf = ({ resource, namespace }: ResourceInfo): string => (resource === 'namespaces' ? '' : namespace);

/** The collection of one namespace. */
function within({ group, version, resource }: ResourceInfo, namespace: string): string {
  return `${group === '' ? `/api/${version}` : `/apis/${group}/${version}`}/namespaces/${namespace}/${resource}`;
}

function objectOf({ body }: ApiRequest, info: ResourceInfo): string {
  const metadata: unknown = typeof body === 'object' && body !== null && 'metadata' in body ? body['metadata'] : undefined;
  const has = (field: string): string | undefined => {
    const value: unknown = typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, field) : undefined;
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const name = info.name || (has('name') ?? `${has('generateName') ?? ''}…`);
  const home = namespaceOf(info);
  return `${ruleName(info)} ${home === '' ? '' : `${home}/`}${name}`;
}
