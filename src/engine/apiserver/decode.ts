/** From a request's body to an object of the kind the path names (upstream: endpoints/handlers/create.go, rest.go). */
import {
  type ApiRequest,
  badRequest,
  type Json,
  type JsonObject,
  type KubeObject,
  requestEntityTooLarge,
  StatusError,
  unsupportedMediaType,
} from '../meta/index.ts';
import { JsonSyntaxError, parseJsonText } from './json-text.ts';
import { refuse } from './outcome.ts';
import type { Resource } from './resource.ts';

/** 3 MiB. */
const maxBodyBytes = 3 * 1024 * 1024;
/** How much of a body an error shows. */
const shownLength = 30;

export interface Body {
  readonly value: Json;
  /** Fields given twice. */
  readonly duplicates: readonly string[];
}

/** `content-type` without its parameters; JSON when there is none. */
export function mediaTypeOf(request: ApiRequest): string {
  return (request.headers['content-type'] ?? 'application/json').split(';', 1)[0]?.trim() || 'application/json';
}

/** The body as JSON: by reference, or parsed when it is text. `what` names the kind expected. Throws 400 and 413. */
export function readBody(request: ApiRequest, what: string): Body | undefined {
  const { body } = request;
  if (typeof body !== 'string') return body === undefined ? undefined : { value: body, duplicates: [] };
  if (body.length > maxBodyBytes) refuse(requestEntityTooLarge(`limit is ${maxBodyBytes}`));
  if (body === '') return undefined;
  try {
    return parseJsonText(body);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const why = `couldn't get version/kind; json parse error: ${error.message}`;
    throw new StatusError(badRequest(`the object provided is unrecognized (must be of type ${what}): ${why} (${show(body)})`));
  }
}

/** As Go's summary of a body: text when it looks like JSON, else its bytes in hex. */
function show(body: string): string {
  const json = body.startsWith('{');
  const text = json ? body : Array.from(body.slice(0, shownLength), (each) => each.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return text.length > shownLength ? `${text.slice(0, shownLength)} ...` : text;
}

/** A whole object sent to create or replace one. Kind and apiVersion may be left out. */
export function readObject(request: ApiRequest, resource: Resource): { object: KubeObject; duplicates: readonly string[] } {
  const { kind } = resource.definition;
  const mediaType = mediaTypeOf(request);
  if (mediaType !== 'application/json') refuse(unsupportedMediaType(['application/json']));
  const body = readBody(request, kind);
  if (body === undefined) {
    const why = `couldn't get version/kind; json parse error: unexpected end of JSON input (<empty>)`;
    refuse(badRequest(`the object provided is unrecognized (must be of type ${kind}): ${why}`));
  }
  return { object: asObject(body.value, resource), duplicates: body.duplicates };
}

/** Checks that a value is an object of the resource's kind, and completes kind, apiVersion and metadata. */
export function asObject(value: Json, resource: Resource): KubeObject {
  const { apiVersion } = resource;
  const { kind } = resource.definition;
  if (!isObject(value)) {
    const given = Array.isArray(value) ? 'array' : typeof value;
    const why = `couldn't get version/kind; json parse error: json: cannot unmarshal ${given} into Go value`;
    const into = 'of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
    refuse(badRequest(`the object provided is unrecognized (must be of type ${kind}): ${why} ${into} (${show(JSON.stringify(value))})`));
  }
  const given = { kind: value['kind'] ?? kind, apiVersion: value['apiVersion'] ?? apiVersion };
  if (given.kind !== kind) {
    const why = `no kind ${JSON.stringify(given.kind)} is registered for version ${JSON.stringify(given.apiVersion)}`;
    refuse(badRequest(`${String(given.kind)} in version ${JSON.stringify(given.apiVersion)} cannot be handled as a ${kind}: ${why}`));
  }
  if (given.apiVersion !== apiVersion) {
    const words = `the API version in the data (${String(given.apiVersion)}) does not match the expected API version`;
    refuse(badRequest(`${words} (${apiVersion})`));
  }
  if (value['kind'] === kind && value['apiVersion'] === apiVersion && isObject(value['metadata'])) {
    return value as unknown as KubeObject;
  }
  return { ...value, apiVersion, kind, metadata: value['metadata'] ?? {} } as unknown as KubeObject;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
