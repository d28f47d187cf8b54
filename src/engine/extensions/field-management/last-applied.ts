/** The annotation of `kubectl apply`, which server-side apply by the manager `kubectl` takes over and keeps up to date. */
import { isJsonObject, type Json, type JsonObject } from '../../meta/index.ts';

const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
/** All annotations of an object together (upstream: apimachinery pkg/api/validation). */
const mostBytes = 256 * 1024;

/** The configuration the object was last applied with on the client's side; undefined when there is none of this version. */
export function lastAppliedOf(object: JsonObject, apiVersion: string): JsonObject | undefined {
  const text = annotationsOf(object)[annotation];
  if (typeof text !== 'string' || text === '') return undefined;
  try {
    const value: Json = JSON.parse(text);
    return isJsonObject(value) && value['apiVersion'] === apiVersion ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The object with the annotation saying what is applied now, where it has one. */
export function withLastApplied(object: JsonObject, config: JsonObject): JsonObject {
  const annotations = annotationsOf(object);
  if (!annotations[annotation]) return object;
  const text = `${goJson(sortedJson(withoutAnnotation(config)))}\n`;
  const size = Object.entries({ ...annotations, [annotation]: text }).reduce(
    (sum, [name, value]) => sum + name.length + String(value).length,
    0,
  );
  const { [annotation]: _, ...rest } = annotations;
  return withAnnotations(object, size > mostBytes ? rest : { ...annotations, [annotation]: text });
}

function withoutAnnotation(config: JsonObject): JsonObject {
  const annotations = annotationsOf(config);
  if (annotations[annotation] === undefined) return config;
  const { [annotation]: _, ...rest } = annotations;
  return withAnnotations(config, rest);
}

function withAnnotations(object: JsonObject, annotations: JsonObject): JsonObject {
  const metadata = isJsonObject(object['metadata']) ? object['metadata'] : {};
  return { ...object, metadata: { ...metadata, annotations } };
}

function annotationsOf(object: JsonObject): JsonObject {
  const metadata = object['metadata'];
  const annotations = isJsonObject(metadata) ? metadata['annotations'] : undefined;
  return isJsonObject(annotations) ? annotations : {};
}

/** Keys sorted, as Go writes maps. */
function sortedJson(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortedJson);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, part]) => [name, sortedJson(part ?? null)]));
}

/** Go escapes what HTML would read. */
function goJson(value: Json): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
