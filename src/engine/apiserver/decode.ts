/** From a request's body to an object of the kind the path names (upstream: endpoints/handlers/create.go, rest.go). */
import type { KindDefinition } from '../api/types.ts';
import {
  type ApiRequest,
  badRequest,
  type Json,
  requestEntityTooLarge,
  StatusError,
  unsupportedMediaType,
} from '../meta/index.ts';
import { JsonSyntaxError, parseJsonText } from './json-text.ts';
import { refuse } from './outcome.ts';

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

/** The body as JSON: by reference, or parsed when it is text. `what` names the kind expected; `broken` refuses what isn't JSON. Throws 400 and 413. */
export function readBody(request: ApiRequest, what: string, broken?: (why: string) => never): Body | undefined {
  const { body } = request;
  if (typeof body !== 'string') return body === undefined ? undefined : { value: body, duplicates: [] };
  if (body.length > maxBodyBytes) refuse(requestEntityTooLarge(`limit is ${maxBodyBytes}`));
  if (body === '') return undefined;
  try {
    return parseJsonText(body);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    broken?.(error.message);
    const why = `couldn't get version/kind; json parse error: ${error.message}`;
    throw new StatusError(
      badRequest(`the object provided is unrecognized (must be of type ${what}): ${why} (${show(body)})`),
    );
  }
}

/** As Go's summary of a body: text when it looks like JSON, else its bytes in hex. */
function show(body: string): string {
  const json = body.startsWith('{');
  const text = json
    ? body
    : Array.from(body.slice(0, shownLength), (each) => each.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return text.length > shownLength ? `${text.slice(0, shownLength)} ...` : text;
}

/** What bodies may be; those that aren't JSON have become JSON when they come here. */
function bodyTypesOf({ structural }: Pick<KindDefinition, 'structural'>): readonly string[] {
  const types = ['application/json', 'application/yaml'];
  return structural === undefined ? [...types, 'application/vnd.kubernetes.protobuf'] : types;
}

/** The body of a POST or PUT that takes this kind. Throws 415 for another type than JSON, 400 when there is none. */
export function readObjectBody(request: ApiRequest, definition: Pick<KindDefinition, 'kind' | 'structural'>): Body {
  const { kind } = definition;
  if (mediaTypeOf(request) !== 'application/json') refuse(unsupportedMediaType(bodyTypesOf(definition)));
  const body = readBody(request, kind);
  if (body !== undefined) return body;
  const why = `couldn't get version/kind; json parse error: unexpected end of JSON input (<empty>)`;
  return refuse(badRequest(`the object provided is unrecognized (must be of type ${kind}): ${why}`));
}
