/** From an HTTP request to the engine's form of one; bodies that aren't JSON become JSON here. */
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import {
  type ApiRequest,
  badRequest,
  isJsonObject,
  type Json,
  type Method,
  methodNotAllowed,
  requestEntityTooLarge,
  StatusError,
  unsupportedMediaType,
} from '../../engine/index.ts';
import { wantsYaml } from './content.ts';
import { decodeProtobuf, ProtobufError } from './protobuf/decode.ts';
import { parseYaml, type YamlBody } from './yaml-body.ts';

/** 3 MiB, as upstream's API server. */
const maxBodyBytes = 3 * 1024 * 1024;
const unpack = promisify(gunzip);
const user = { name: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] };
const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] satisfies Method[];

/** Paths whose method, body and answer belong to another handler. */
const proxied = /^\/api\/v1\/(?:namespaces\/[^/]+\/)?(?:pods|services|nodes)\/[^/]+\/proxy(?:\/|$)/;

/** What stands before the body. Throws a StatusError (405). */
export function headOf(message: IncomingMessage): ApiRequest {
  const method = message.method ?? '';
  const url = message.url ?? '/';
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  // Resources and documents answer no HEAD, what stands beside them does (upstream: go-restful's routes, and its mux).
  const noHead = method === 'HEAD' && /^\/(?:apis?|version)(?:\/|$)/.test(path) && !proxied.test(path);
  if (!isMethod(method) || noHead) throw new StatusError(methodNotAllowed());
  return modern({ method, path, ...queryOf(mark < 0 ? '' : url.slice(mark + 1)), headers: headersOf(message), user });
}

const watchPath = /^(\/api\/[^/]+|\/apis\/[^/]+\/[^/]+)\/watch((?:\/namespaces\/[^/]+)?\/[^/]+)(?:\/([^/]+))?\/?$/;

/** `/api/v1/watch/pods/web`, older than the parameter and served to this day, as clients ask it now. */
function modern(request: ApiRequest): ApiRequest {
  const [, group, resource, name] = watchPath.exec(request.path) ?? [];
  if (group === undefined || resource === undefined || request.method !== 'GET') return request;
  const query = {
    ...request.query,
    watch: 'true',
    ...(name !== undefined && { fieldSelector: `metadata.name=${name}` }),
  };
  return { ...request, path: group + resource, query };
}

export interface ReadRequest {
  readonly request: ApiRequest;
  /** To be sent with the answer. */
  readonly warnings: readonly string[];
}

/** Reads the whole request. Rejects with a StatusError (400, 405, 413), or another error when the client is gone. */
export async function readRequest(message: IncomingMessage): Promise<ReadRequest> {
  // Also of a request that is refused: on what is left unread the connection's next request would wait.
  const bytes = await readBody(message);
  const request = headOf(message);
  if (bytes.length === 0) return { request, warnings: [] };
  if (proxied.test(request.path)) return { request: { ...request, body: bytes.toString('latin1'), binary: true }, warnings: [] };
  refuseUntyped(request);
  return withBody(request, await unpacked(bytes, request.headers['content-encoding']));
}

const bodyTypes = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'];
const patchTypes = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
];

/**
 * Upstream takes a body without a Content-Type as JSON. A page of another origin can send one without asking first (a Blob without a type);
 * clients of the API name theirs.
 */
function refuseUntyped({ method, headers }: ApiRequest): void {
  // Before a browser sends these to another origin it asks the server. `kubectl scale` puts a body without a type.
  if (method === 'PUT' || method === 'DELETE' || (headers['content-type'] ?? '').trim() !== '') return;
  // A token, too: `kubectl create --raw` sends no type.
  if (headers['authorization'] !== undefined) return;
  throw new StatusError(unsupportedMediaType(method === 'PATCH' ? patchTypes : bodyTypes));
}

/** A body that was packed counts as long as it is when it is unpacked. */
async function unpacked(bytes: Buffer, encoding = ''): Promise<Buffer> {
  if (encoding.trim().toLowerCase() !== 'gzip') return bytes;
  try {
    return await unpack(bytes, { maxOutputLength: maxBodyBytes });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new StatusError(
      badRequest(`the body is not gzip: ${error instanceof Error ? error.message : String(error)}`),
    );
  }
}

function tooLarge(): StatusError {
  return new StatusError(requestEntityTooLarge(`limit is ${maxBodyBytes}`));
}

function isMethod(method: string): method is Method {
  return methods.includes(method);
}

function headersOf(message: IncomingMessage): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers)) {
    // Names of groups may hold commas: a header of these that comes more than once has a line for each.
    const each = name.startsWith('impersonate-') ? message.headersDistinct[name]?.join('\n') : undefined;
    if (value !== undefined) headers[name] = each ?? (Array.isArray(value) ? value.join(', ') : value);
  }
  // YAML is made of JSON on the way out.
  if (wantsYaml(message)) headers['accept'] = 'application/json';
  return headers;
}

/** Of a parameter given twice the first counts, where it isn't one that may be. */
function queryOf(text: string): Pick<ApiRequest, 'query' | 'repeated'> {
  const query: Record<string, string> = {};
  const repeated: Record<string, readonly string[]> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const first = Object.hasOwn(query, name) ? query[name] : undefined;
    if (first === undefined) set(query, name, value);
    else set(repeated, name, [...((Object.hasOwn(repeated, name) && repeated[name]) || [first]), value]);
  }
  return { query, ...(Object.keys(repeated).length > 0 && { repeated }) };
}

/** `__proto__` is a name like any other. */
function set<T>(target: Record<string, T>, name: string, value: T): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message) {
    if (!Buffer.isBuffer(chunk)) throw new Error('a request gives bytes');
    length += chunk.length;
    // What is too much is read to its end, so that the client can read the answer.
    if (length <= maxBodyBytes) chunks.push(chunk);
  }
  if (length > maxBodyBytes) throw tooLarge();
  return Buffer.concat(chunks);
}

function withBody(request: ApiRequest, bytes: Buffer): ReadRequest {
  const { headers } = request;
  const json = { ...headers, 'content-type': 'application/json' };
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  switch (type) {
    case 'application/vnd.kubernetes.protobuf':
      return { request: { ...request, body: fromProtobuf(bytes), headers: json }, warnings: [] };
    case 'application/yaml':
    case 'application/apply-patch+yaml': {
      const { value, duplicates } = fromYaml(bytes.toString('utf8'));
      const isApply = type !== 'application/yaml';
      const warnings = checkDuplicates(duplicates, request.query['fieldValidation'], isApply ? undefined : value);
      return { request: { ...request, body: value, headers: isApply ? headers : json }, warnings };
    }
    default:
      return { request: { ...request, body: bytes.toString('utf8') }, warnings: [] };
  }
}

/** What is warned of keys given twice. Throws a StatusError (400) under Strict; `object` is absent where the body is applied. */
function checkDuplicates(duplicates: readonly string[], validation: string | undefined, object?: Json): readonly string[] {
  if (validation === 'Ignore') return [];
  if (duplicates.length === 0 || validation !== 'Strict') return duplicates;
  const errors = `yaml: unmarshal errors:\n  ${duplicates.join('\n  ')}`;
  if (object === undefined) {
    throw new StatusError(badRequest(`error strict decoding YAML: error converting YAML to JSON: ${errors}`));
  }
  const { apiVersion = '', kind = '' } = isJsonObject(object) ? object : {};
  const version = String(apiVersion).split('/').at(-1);
  throw new StatusError(badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: strict decoding error: ${errors}`));
}

function fromProtobuf(bytes: Buffer): Json {
  try {
    return decodeProtobuf(bytes);
  } catch (error) {
    if (error instanceof ProtobufError) throw new StatusError(badRequest(error.message));
    throw error;
  }
}

/** JSON is YAML too. The text goes on as JSON text, so that the server finds fields given twice by its own rules. `{a: b}` is YAML alone. */
function fromYaml(text: string): YamlBody {
  return /^\s*(\{\s*["}]|\[)/.test(text) ? { value: text, duplicates: [] } : parseYaml(text);
}
