/** A write's body as a checked object of the resource's kind. */
import { decode } from '../api/index.ts';
import type { Json, KubeObject } from '../meta/index.ts';
import { readObjectBody } from './decode.ts';
import { reportProblems } from './field-validation.ts';
import type { Context } from './server-parts.ts';

/** Reads and checks the body. Throws 400, 413, 415. */
export function decodeObject(context: Context): KubeObject {
  const { value, duplicates } = readObjectBody(context.request, context.resource);
  return checkObject(context, value, duplicates);
}

/** The same of a value that a patch has made. Structures that were checked before and are frozen cost nothing. */
export function checkObject(context: Context, value: Json, duplicates: readonly string[]): KubeObject {
  const { object, problems } = decode(context.resource.definition, value);
  reportProblems(context, [...duplicates.map((field) => `duplicate field ${JSON.stringify(field)}`), ...problems]);
  return object;
}
