/** What a controller's requests must pass before they go out: its namespace, what it was allowed to write, and a trial run. */
import { type ApiRequest, type ApiResponse, failure, type Json } from '../../engine/index.ts';
import { type AllowRules, isAllowed, writeVerbs } from './allow.ts';
import { type Addressed, addressedBy, ruleName, verbOf } from './resource-path.ts';

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

  function write(request: ApiRequest, verb: string, addressed: Addressed): ApiRequest | ApiResponse {
    if (dryRun) {
      say(`would ${verb} ${objectOf(request, addressed)}`);
      return { ...request, query: { ...request.query, dryRun: 'All' } };
    }
    if (isAllowed(allow, verb, addressed)) return request;
    return refuse(`it may not ${verb} ${ruleName(addressed)}: allow it with --allow ${ruleName(addressed)}:${verb}`);
  }

  return (request) => {
    const addressed = addressedBy(request.path);
    if (addressed === undefined) return request;
    const verb = verbOf(request, addressed);
    if (namespace !== undefined && addressed.namespace !== undefined && addressed.namespace !== namespace)
      return refuse(`it may not ${verb} ${ruleName(addressed)} in namespace ${addressed.namespace}: it was started with --namespace ${namespace}`);
    if (writeVerbs.some((each) => each === verb)) return write(request, verb, addressed);
    const isNarrowed = namespace !== undefined && addressed.namespace === undefined && addressed.name === undefined && isNamespaced(ruleName(addressed));
    return isNarrowed ? { ...request, path: within(addressed, namespace) } : request;
  };
}

/** The collection of one namespace. */
function within({ group, version, resource }: Addressed, namespace: string): string {
  return `${group === '' ? `/api/${version}` : `/apis/${group}/${version}`}/namespaces/${namespace}/${resource}`;
}

function objectOf({ body }: ApiRequest, addressed: Addressed): string {
  const metadata: unknown = typeof body === 'object' && body !== null && 'metadata' in body ? body['metadata'] : undefined;
  const has = (field: string): string | undefined => {
    const value: unknown = typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, field) : undefined;
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const name = addressed.name ?? has('name') ?? `${has('generateName') ?? ''}…`;
  return `${ruleName(addressed)} ${addressed.namespace === undefined ? '' : `${addressed.namespace}/`}${name}`;
}
