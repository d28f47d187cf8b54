import type { Draft, Kind } from '../api/types.ts';
import type { Json, JsonObject, KubeObject } from '../meta/index.ts';
import { type Connection, type ConnectionOptions, createConnection } from './connection.ts';
import { createMany, deleteMany } from './many.ts';
import { parseList, parseObject } from './parse.ts';
import { collectionPath, objectPath } from './paths.ts';
import type { Client, DeleteOptions, ListOptions, PatchType } from './types.ts';

export interface ConnectedClient extends Client {
  /** The same client, whose requests say that this trace event caused them. */
  withCause(cause: number): ConnectedClient;
  /** See Connection.close. */
  close(): void;
}

export interface ClientOptions extends ConnectionOptions {
  /** Trace event on whose behalf requests are sent; 0 by default. */
  readonly cause?: number;
}

/** A typed client over one connection. Every method rejects with a StatusError when refused or unreachable. */
export function createClient(options: ClientOptions): ConnectedClient {
  return clientOver(createConnection(options), options.cause ?? 0);
}

const patchTypes: Readonly<Record<PatchType, string>> = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
};

/** A typed client over a connection that others use too. */
export function clientOver(connection: Connection, cause: number): ConnectedClient {
  async function create<T extends KubeObject>(kind: Kind<T>, object: Draft<T>): Promise<T> {
    const { namespace } = object.metadata;
    const path = collectionPath(kind, namespace === undefined || namespace === '' ? 'default' : namespace);
    return parseObject(kind, await connection.send({ method: 'POST', path, body: draftBody(kind, object), cause }));
  }

  async function put<T extends KubeObject>(kind: Kind<T>, object: T, subresource?: string): Promise<T> {
    const path = objectPath(kind, object, subresource);
    return parseObject(kind, await connection.send({ method: 'PUT', path, body: bodyOf(object), cause }));
  }

  async function remove(kind: Kind, ref: Parameters<Client['delete']>[1], options?: DeleteOptions): Promise<void> {
    const path = objectPath(kind, ref);
    const body = options === undefined ? {} : { body: deleteBody(options) };
    await connection.send({ method: 'DELETE', path, ...body, cause });
  }

  return {
    async get(kind, ref) {
      return parseObject(kind, await connection.send({ method: 'GET', path: objectPath(kind, ref), cause }));
    },
    async list(kind, options) {
      const path = collectionPath(kind, options?.namespace);
      return parseList(kind, await connection.send({ method: 'GET', path, query: listQuery(options), cause })).items;
    },
    create,
    update: (kind, object) => put(kind, object),
    updateStatus: (kind, object) => put(kind, object, 'status'),
    async patch(kind, ref, patch, options) {
      const path = objectPath(kind, ref, options?.subresource);
      const contentType = patchTypes[options?.type ?? 'strategic'];
      return parseObject(kind, await connection.send({ method: 'PATCH', path, body: patch, contentType, cause }));
    },
    delete: remove,
    getSubresource: (kind, ref, subresource, query = {}) =>
      connection.send({ method: 'GET', path: objectPath(kind, ref, subresource), query, cause }),
    postSubresource: (kind, ref, subresource, body) =>
      connection.send({ method: 'POST', path: objectPath(kind, ref, subresource), body, cause }),
    putSubresource: (kind, ref, subresource, body) =>
      connection.send({ method: 'PUT', path: objectPath(kind, ref, subresource), body, cause }),
    createMany: (kind, draft, count) =>
      createMany(count, (index) => create(kind, typeof draft === 'function' ? draft(index) : draft)),
    deleteMany: (kind, objects) =>
      deleteMany(objects, (object) => remove(kind, object, { preconditions: { uid: object.metadata.uid } })),
    withCause: (id) => clientOver(connection, id),
    close: () => connection.close(),
  };
}

/** A draft as it is sent: kind and apiVersion filled in. Typed objects are JSON by construction. */
function draftBody<T extends KubeObject>(kind: Kind<T>, object: Draft<T>): Json {
  const apiVersion = kind.group === '' ? kind.version : `${kind.group}/${kind.version}`;
  return { apiVersion, kind: kind.kind, ...object } as unknown as Json;
}

function bodyOf(object: KubeObject): Json {
  return object as unknown as Json;
}

function deleteBody(options: DeleteOptions): JsonObject {
  return { kind: 'DeleteOptions', apiVersion: 'v1', ...options };
}

/** The query of a list or watch; selectors that are not given are not sent. */
export function listQuery(options: ListOptions | undefined): Readonly<Record<string, string>> {
  if (options === undefined) return {};
  const { labelSelector, fieldSelector } = options;
  return {
    ...(labelSelector === undefined ? {} : { labelSelector }),
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
  };
}
