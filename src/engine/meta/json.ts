/** JSON as the engine passes it around: immutable once it has been handed to anybody else. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** A JSON object. Absent and undefined mean the same and neither is sent. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}
