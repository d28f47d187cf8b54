/** Kinds without a page of their own: every field, by name. */
import type { Json, JsonObject } from '../../../engine/index.ts';
import { isList, isObject, scalar, strings, text } from '../../json.ts';
import type { PrefixWriter } from './prefix-writer.ts';

const SKIPPED = new Set(
  ['managedFields', 'name', 'namespace', 'labels', 'annotations'].map((field) => `.metadata.${field}`),
);
const ACRONYMS = new Set(['API', 'URL', 'UID', 'GUID']);

/** Writes name, labels, annotations and all other fields. */
export function describeGeneric(page: PrefixWriter, object: JsonObject): void {
  page.line(0, `Name:\t${text(object, 'metadata', 'name')}`);
  page.line(0, `Namespace:\t${text(object, 'metadata', 'namespace')}`);
  page.labels('Labels', strings(object, 'metadata', 'labels'));
  page.annotations('Annotations', object);
  fields(page, 0, object, '');
}

function fields(page: PrefixWriter, level: number, object: JsonObject, path: string): void {
  for (const field of Object.keys(object).sort()) {
    const value = object[field];
    const here = `${path}.${field}`;
    if (value === undefined || SKIPPED.has(here)) continue;
    if (isObject(value)) {
      page.line(level, `${labelFor(field)}:`);
      fields(page, level + 1, value, here);
    } else if (isList(value)) {
      page.line(level, `${labelFor(field)}:`);
      items(page, level + 1, value, here);
    } else page.line(level, `${labelFor(field)}:\t${value === null ? '<nil>' : scalar(value)}`);
  }
}

function items(page: PrefixWriter, level: number, all: readonly Json[], path: string): void {
  for (const item of all) {
    if (isObject(item)) fields(page, level, item, path);
    else page.line(level, scalar(item));
  }
}

/** `holderIdentity` -> `Holder Identity`. */
function labelFor(field: string): string {
  if (/[^A-Za-z-]/.test(field)) return field;
  const parts = field.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[A-Z]|-+/g) ?? [field];
  return parts
    .map((part) => {
      if (ACRONYMS.has(part.toUpperCase())) return part.toUpperCase();
      return part === part.toLowerCase() ? part.charAt(0).toUpperCase() + part.slice(1) : part;
    })
    .join(' ');
}
