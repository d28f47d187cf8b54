/** JSON values in the words of Go: what its decoder calls them, and how its verbs print them. */
import { isJsonObject, type Json } from './json.ts';

/** What the decoder calls a value: `cannot unmarshal array`. */
export function goKind(value: Json | undefined): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

/** As `%v` prints it. */
export function goText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (!isJsonObject(value)) return value === null ? '<nil>' : String(value);
  return `map[${entriesOf(value).map(([key, part]) => `${key}:${goText(part)}`).join(' ')}]`;
}

/** As `%#v` prints it. */
export function goSyntax(value: Json): string {
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  if (!isJsonObject(value)) return value === null ? 'interface {}(nil)' : JSON.stringify(value);
  return `map[string]interface {}{${entriesOf(value).map(([key, part]) => `${JSON.stringify(key)}:${goSyntax(part)}`).join(', ')}}`;
}

const entriesOf = (value: { readonly [key: string]: Json | undefined }): [string, Json][] =>
  Object.keys(value)
    .sort()
    .map((key) => [key, value[key] ?? null]);
