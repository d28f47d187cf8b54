/** The client's door: bodies come in as JSON and leave typed. What a server calls a Pod is trusted to have a Pod's fields. */
import type { Kind } from '../api/types.ts';
import { failure, type Json, type JsonObject, type KubeObject, type Status, StatusError } from '../meta/index.ts';

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object of this kind. Items of typed lists may lack kind and apiVersion; they are filled in. Throws a StatusError. */
export function parseObject<T extends KubeObject>(kind: Kind<T>, body: Json | undefined): T {
  if (!isObject(body) || !isObject(body['metadata'])) throw notUnderstood(`an object of kind ${kind.kind}`);
  if (body['kind'] === undefined) return withType(kind, body);
  return body as unknown as T;
}

function withType<T extends KubeObject>(kind: Kind<T>, body: JsonObject): T {
  const apiVersion = kind.group === '' ? kind.version : `${kind.group}/${kind.version}`;
  return { apiVersion, kind: kind.kind, ...body } as unknown as T;
}

export interface ObjectList<T> {
  readonly items: readonly T[];
  readonly resourceVersion: string;
}

/** A list of this kind. Throws a StatusError when the body is none. */
export function parseList<T extends KubeObject>(kind: Kind<T>, body: Json | undefined): ObjectList<T> {
  if (!isObject(body)) throw notUnderstood(`a list of ${kind.plural}`);
  const items = body['items'] ?? [];
  const metadata = body['metadata'];
  if (!Array.isArray(items)) throw notUnderstood(`a list of ${kind.plural}`);
  const resourceVersion = isObject(metadata) ? metadata['resourceVersion'] : undefined;
  return {
    items: items.map((item: Json) => parseObject(kind, item)),
    resourceVersion: typeof resourceVersion === 'string' ? resourceVersion : '',
  };
}

export type WatchChunk<T> =
  /** Of a bookmark's object only the resourceVersion says something. */
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'; readonly object: T }
  | { readonly type: 'ERROR'; readonly status: Status };

/** One event of a watch. Throws a StatusError for anything else. */
export function parseWatchEvent<T extends KubeObject>(kind: Kind<T>, chunk: Json): WatchChunk<T> {
  if (!isObject(chunk)) throw notUnderstood('a watch event');
  const object = chunk['object'];
  switch (chunk['type']) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
    case 'BOOKMARK':
      return { type: chunk['type'], object: parseObject(kind, object) };
    case 'ERROR':
      return { type: 'ERROR', status: parseStatus(object, 500) };
    default:
      throw notUnderstood('a watch event');
  }
}

/** The Status of a refusal; one is made up (as client-go does) when the body is something else. */
export function parseStatus(body: Json | undefined, code: number): Status {
  if (isObject(body) && body['kind'] === 'Status') return body as unknown as Status;
  const text = typeof body === 'string' ? body : 'unknown';
  return failure(code, 'InternalError', `the server responded with the status code ${code}: ${text}`);
}

function notUnderstood(expected: string): StatusError {
  return new StatusError(failure(500, 'InternalError', `the server's answer is not ${expected}`));
}
