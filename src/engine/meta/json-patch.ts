/** JSON patch (RFC 6902): operations by JSON pointer, all or none. */
import { deepEqual } from './equal.ts';
import { badRequest, failure, StatusError } from './errors.ts';
import { goKind } from './go-value.ts';
import { isJsonObject, type Json, type JsonObject, setKey } from './json.ts';

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
  if (patch !== null && !Array.isArray(patch)) undecodable(`${goKind(patch)} into Go value of type []handlers.jsonPatchOp`);
  const list: readonly Json[] = patch ?? [];
  if (list.length > MAX_OPERATIONS) {
    const message = `The allowed maximum operations in a JSON patch is ${MAX_OPERATIONS}, got ${list.length}`;
    throw new StatusError(failure(413, 'RequestEntityTooLarge', `Request entity too large: ${message}`));
  }
  const draft: Draft = { lists: new Map(), objects: new Map(), copied: 0 };
  return list.map(parseOperation).reduce((now, operation) => applyOne(draft, now, operation), document);
}

/** What this patch has made, by itself: it may be changed in place. A copy for each operation would be work squared. */
interface Draft {
  readonly lists: Map<object, Json[]>;
  readonly objects: Map<object, Record<string, Json | undefined>>;
  /** Length of all copies as text. */
  copied: number;
}

function parseOperation(operation: Json): Operation {
  if (operation !== null && !isJsonObject(operation)) return undecodable(`${goKind(operation)} into Go value of type handlers.jsonPatchOp`);
  const { op, path, from, value }: JsonObject = operation ?? {};
  for (const [name, text] of Object.entries({ op, path, from })) {
    if (text === undefined || text === null || typeof text === 'string') continue;
    undecodable(`${goKind(text)} into Go struct field jsonPatchOp.${name} of type string`);
  }
  if (typeof path !== 'string') return refuse();
  return { op: String(op), path: parsePointer(path), from: parsePointer(String(from ?? '')), value };
}

/** Upstream decodes operations before it applies any (endpoints/handlers/patch.go, jsonPatchOp). */
function undecodable(what: string): never {
  throw new StatusError(badRequest(`error decoding patch: json: cannot unmarshal ${what}`));
}

function parsePointer(pointer: string): readonly string[] {
  const [, ...parts] = pointer.split('/');
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function applyOne(draft: Draft, document: Json, { op, path, from, value }: Operation): Json {
  switch (op) {
    case 'add':
      return edit(draft, document, path, 'add', value ?? null);
    case 'replace':
      return edit(draft, document, path, 'replace', value ?? null);
    case 'remove':
      return edit(draft, document, path, 'remove', null);
    case 'move': {
      if (from.length < path.length && from.every((part, index) => part === path[index])) return refuse();
      const moved = read(document, from);
      return edit(draft, edit(draft, document, from, 'remove', null), path, 'add', moved);
    }
    case 'copy': {
      const text = JSON.stringify(read(document, from));
      // Copies of copies double.
      draft.copied += text.length;
      return draft.copied > MAX_COPIED ? refuse() : edit(draft, document, path, 'add', JSON.parse(text));
    }
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

/** `depth`: so much of the path has been gone. */
function edit(draft: Draft, document: Json, path: readonly string[], how: Edit, value: Json, depth = 0): Json {
  const part = path[depth];
  if (part === undefined) return how === 'remove' ? refuse() : value;
  const isLast = depth === path.length - 1;
  const inner = (old: Json | undefined): Json => (isLast ? value : edit(draft, old ?? null, path, how, value, depth + 1));
  if (Array.isArray(document)) {
    const isInsert = isLast && how === 'add';
    const index = indexIn(document, part, isInsert ? document.length : document.length - 1);
    if (!isInsert && document[index] === undefined) return refuse();
    const changed = inner(document[index]);
    const list = owned(draft.lists, document, () => [...document]);
    if (isInsert) list.splice(index, 0, changed);
    else if (isLast && how === 'remove') list.splice(index, 1);
    else list[index] = changed;
    return list;
  }
  if (!isJsonObject(document)) return refuse();
  const isThere = Object.hasOwn(document, part) && document[part] !== undefined;
  if (!isThere && !(isLast && how === 'add')) return refuse();
  const changed = inner(document[part]);
  const object = owned(draft.objects, document, () => ({ ...document }));
  if (isLast && how === 'remove') delete object[part];
  else setKey(object, part, changed);
  return object;
}

function owned<T extends object>(made: Map<object, T>, container: object, copy: () => T): T {
  const own = made.get(container) ?? copy();
  made.set(own, own);
  return own;
}
