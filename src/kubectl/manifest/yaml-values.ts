/** What a YAML document holds, as JSON: what upstream's conversion does (sigs.k8s.io/yaml over go-yaml). */
import type { Json } from '../../engine/index.ts';

/** Something that a document can't hold, in go-yaml's words. */
export class YamlValueError extends Error {}

/**
 * @param value As the parser gives it, its maps as Maps: their keys may be lists and maps, which JSON has no place for.
 * @throws YamlValueError for such a key, and one that stands for a value.
 */
export function jsonOf(value: unknown): Json {
  if (value instanceof YamlValueError) throw value;
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, each]) => [keyOf(key), jsonOf(each)]));
  return Array.isArray(value) ? value.map(jsonOf) : (value as Json);
}

function keyOf(key: unknown): string {
  if (key instanceof Map || Array.isArray(key)) throw new YamlValueError(`invalid map key: ${goSyntax(key)}`);
  return key === null ? '' : String(key);
}

/** As Go prints it with %#v. */
function goSyntax(value: unknown): string {
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  if (value instanceof Map) return `map[interface {}]interface {}{${[...value].map((pair) => pair.map(goSyntax).join(':')).join(', ')}}`;
  return value === null ? 'interface {}(nil)' : JSON.stringify(value);
}
