/** A write's body as a checked object of the resource's kind. */
import type { KubeObject } from '../meta/index.ts';
import { readObject } from './decode.ts';
import { reportFields } from './field-validation.ts';
import type { Context } from './server-parts.ts';

/** Reads and checks the body. Parts shared with `stored` need no checking. Throws 400, 413, 415. */
export function decodeObject(context: Context, stored?: KubeObject): KubeObject {
  const { object, duplicates } = readObject(context.request, context.resource);
  return checkObject(context, object, duplicates, stored);
}

/** The same of an object that was made from a patch. */
export function checkObject(
  context: Context,
  object: KubeObject,
  duplicates: readonly string[],
  _stored: KubeObject | undefined,
): KubeObject {
  reportFields(context, object, [], duplicates);
  return object;
}
