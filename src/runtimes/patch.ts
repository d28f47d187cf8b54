/**
 * What changed from one JSON value to the next, and that put onto the one before: what is the same stays the very same object at the
 * other end, so the code that draws it sees at once that there is nothing to do. Values that are `===` are not compared further.
 */
import { type Fields, isRecord } from '../session/record.ts';

/** A piece of the next list: a stretch of the one before, an element of it with changes, or a new one. */
export type ListPiece =
  | { readonly from: number; readonly count: number }
  | { readonly at: number; readonly patch: Patch }
  | { readonly add: readonly unknown[] };

export type Patch =
  | { readonly value: unknown }
  | { readonly fields: Readonly<Record<string, Patch>>; readonly gone: readonly string[] }
  | { readonly list: readonly ListPiece[] };

/** Undefined: they are the same. */
export function diff(before: unknown, after: unknown): Patch | undefined {
  if (before === after) return undefined;
  if (Array.isArray(before) && Array.isArray(after)) return diffLists(before, after);
  if (isRecord(before) && isRecord(after)) return diffRecords(before, after);
  return { value: after };
}

/** What was diffed from `before`. */
export function apply(before: unknown, patch: Patch): unknown {
  if ('value' in patch) return patch.value;
  if ('list' in patch) {
    const old: readonly unknown[] = Array.isArray(before) ? before : [];
    return patch.list.flatMap((piece) => {
      if ('add' in piece) return piece.add;
      return 'at' in piece ? [apply(old[piece.at], piece.patch)] : old.slice(piece.from, piece.from + piece.count);
    });
  }
  const old = isRecord(before) ? before : {};
  const fields = new Map(Object.entries(old));
  for (const name of patch.gone) fields.delete(name);
  for (const [name, change] of Object.entries(patch.fields)) fields.set(name, apply(fields.get(name), change));
  return Object.fromEntries(fields);
}

function diffRecords(before: Fields, after: Fields): Patch | undefined {
  const fields: Record<string, Patch> = {};
  let same = true;
  for (const name of Object.keys(after)) {
    const change = diff(before[name], after[name]);
    if (change === undefined) continue;
    fields[name] = change;
    same = false;
  }
  const gone = Object.keys(before).filter((name) => !(name in after));
  return same && gone.length === 0 ? undefined : { fields, gone };
}

function diffLists(before: readonly unknown[], after: readonly unknown[]): Patch | undefined {
  const pieces: Piece[] = [];
  const find = finder(before);
  let same = before.length === after.length;
  for (const [index, element] of after.entries()) {
    const at = before[index] === element ? index : find(element, index);
    const change = at === undefined ? { value: element } : diff(before[at], element);
    if (at !== index || change !== undefined) same = false;
    join(pieces, at, change);
  }
  return same ? undefined : { list: pieces };
}

/** Where an element was in the list before: the same one, one with its name, or what stood in its place. */
function finder(before: readonly unknown[]): (element: unknown, index: number) => number | undefined {
  let places: Map<unknown, number> | undefined;
  return (element, index) => {
    places ??= new Map(before.flatMap((each, at) => [[each, at] as const, [nameOf(each) ?? each, at] as const]));
    const name = nameOf(element);
    if (name !== undefined) return places.get(element) ?? places.get(name);
    // Elements without a name are compared with what stood in their place.
    return places.get(element) ?? (index < before.length ? index : undefined);
  };
}

/** What identifies an element of a list, whatever else of it changes. */
function nameOf(element: unknown): string | undefined {
  if (!isRecord(element)) return undefined;
  const name = element['uid'] ?? element['name'] ?? element['revision'];
  return typeof name === 'string' || typeof name === 'number' ? `name ${name}` : undefined;
}

/** Pieces while they are being gathered. */
type Piece = { from: number; count: number } | { at: number; patch: Patch } | { add: unknown[] };

/** Goes on with the last piece where it can. */
function join(pieces: Piece[], at: number | undefined, change: Patch | undefined): void {
  const last = pieces.at(-1);
  if (change !== undefined && 'value' in change) {
    if (last !== undefined && 'add' in last) last.add.push(change.value);
    else pieces.push({ add: [change.value] });
  } else if (at === undefined) return;
  else if (change !== undefined) pieces.push({ at, patch: change });
  else if (last !== undefined && 'from' in last && last.from + last.count === at) last.count += 1;
  else pieces.push({ from: at, count: 1 });
}
