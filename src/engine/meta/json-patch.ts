/** JSON patch (RFC 6902): operations by JSON pointer, all or none. */
import { deepEqual } from './equal.ts';
import { badRequest, failure, StatusError } from './errors.ts';
import { isJsonObject, type Json } from './json.ts';

const MAX_OPERATIONS = 10_000;
/** What all copies of a patch may add together, as text (upstream: apiserver pkg/server/config.go, maxRequestBodyBytes). */
const MAX_COPIED = 3 * 1024 * 1024;

interface Operation {
  readonly op: string;
  readonly path: readonly string[];
  readonly from: readonly string[];
  readonly value: Json | undefined;
}

/** The patched document; the input stays as it is. Throws a StatusError: 400 for a broken patch, 422 when it can't be applied. */
export function applyJsonPatch(document: Json, patch: Json): Json {
  if (!Array.isArray(patch))
    throw new StatusError(badRequest('error decoding patch: a JSON patch is a list of operations'));
  const list: readonly Json[] = patch;
  if (list.length > MAX_OPERATIONS) {
    const message = `The allowed maximum operations in a JSON patch is ${MAX_OPERATIONS}, got ${list.length}`;
    throw new StatusError(failure(413, 'RequestEntityTooLarge', `Request entity too large: ${message}`));
  }
  let copied = 0;
  return list.map(parseOperation).reduce((now, operation) => {
    // Copies of copies double: they are counted before they are made.
    if (operation.op === 'copy') copied += JSON.stringify(read(now, operation.from)).length;
    return copied > MAX_COPIED ? refuse() : applyOne(now, operation);
  }, document);
}

function parseOperation(operation: Json): Operation {
  const { op, path, from, value }: { readonly [key: string]: Json | undefined } = isJsonObject(operation)
    ? operation
    : {};
  if (typeof op !== 'string' || typeof path !== 'string') {
    throw new StatusError(badRequest('error decoding patch: an operation has an op and a path'));
  }
  return { op, path: parsePointer(path), from: parsePointer(typeof from === 'string' ? from : ''), value };
}

function parsePointer(pointer: string): readonly string[] {
  const [, ...parts] = pointer.split('/');
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function applyOne(document: Json, { op, path, from, value }: Operation): Json {
  switch (op) {
    case 'add':
      return edit(document, path, 'add', value ?? null);
    case 'replace':
      return edit(document, path, 'replace', value ?? null);
    case 'remove':
      return edit(document, path, 'remove', null);
    case 'move': {
      if (from.length < path.length && from.every((part, index) => part === path[index])) return refuse();
      return edit(edit(document, from, 'remove', null), path, 'add', read(document, from));
    }
    case 'copy':
      return edit(document, path, 'add', read(document, from));
    case 'test':
      return deepEqual(readIfThere(document, path) ?? null, value ?? null) ? document : refuse();
    default:
      return refuse();
  }
}

/** Upstream hides which operation failed. */
function refuse(): never {
  throw new StatusError(failure(422, 'Invalid', 'the server rejected our request due to an error in our request', {}));
}

function readIfThere(document: Json, path: readonly string[]): Json | undefined {
  let value: Json | undefined = document;
  for (const part of path) {
    if (Array.isArray(value)) {
      const list: readonly Json[] = value;
      value = list[indexIn(list, part, list.length - 1)];
    } else value = isJsonObject(value) && Object.hasOwn(value, part) ? value[part] : undefined;
    if (value === undefined) return undefined;
  }
  return value;
}

function read(document: Json, path: readonly string[]): Json {
  return readIfThere(document, path) ?? refuse();
}

function indexIn(list: readonly Json[], part: string, last: number): number {
  if (part === '-') return list.length;
  if (!/^(0|[1-9]\d*)$/.test(part) || Number(part) > last) return refuse();
  return Number(part);
}

type Edit = 'add' | 'replace' | 'remove';

function edit(document: Json, path: readonly string[], how: Edit, value: Json): Json {
  const [part, ...rest] = path;
  if (part === undefined) return how === 'remove' ? refuse() : value;
  if (Array.isArray(document)) return editList(document, part, rest, how, value);
  if (!isJsonObject(document)) return refuse();
  const isThere = Object.hasOwn(document, part) && document[part] !== undefined;
  if (rest.length > 0) {
    return isThere ? { ...document, [part]: edit(document[part] ?? null, rest, how, value) } : refuse();
  }
  if (how !== 'add' && !isThere) return refuse();
  if (how !== 'remove') return { ...document, [part]: value };
  const { [part]: _, ...others } = document;
  return others;
}

function editList(list: readonly Json[], part: string, rest: readonly string[], how: Edit, value: Json): Json {
  const isInsert = rest.length === 0 && how === 'add';
  const index = indexIn(list, part, isInsert ? list.length : list.length - 1);
  if (isInsert) return list.toSpliced(index, 0, value);
  const old = list[index];
  if (old === undefined) return refuse();
  if (rest.length > 0) return list.with(index, edit(old, rest, how, value));
  return how === 'remove' ? list.toSpliced(index, 1) : list.with(index, value);
}
