/** JSON as the engine passes it around: immutable once it has been passed on. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** A JSON object. Absent and undefined mean the same and neither is sent. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** Whether a JSON value is an object: neither null nor a list. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** As `object[key] = value`, and a key `__proto__` is one like any other: assigned, it would be the object's prototype. */
export function setKey(object: Record<string, Json | undefined>, key: string, value: Json | undefined): void {
  if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}
