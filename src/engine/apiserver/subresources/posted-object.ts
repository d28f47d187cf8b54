/** What is sent to a subresource: an object of a kind of its own, checked against that kind's fields as any other. */
import { decode } from '../../api/index.ts';
import type { Kind, KindDefinition } from '../../api/types.ts';
import type { Json, KubeObject } from '../../meta/index.ts';
import { asJson } from '../codec.ts';
import type { Context } from '../context.ts';
import { readObjectBody } from '../decode.ts';
import { reportProblems } from '../field-validation.ts';

/** A kind of a subresource's bodies, with its type in the field tables. */
export type PostedKind<T extends KubeObject> = Kind<T> & Pick<KindDefinition, 'schema'>;

/** The request's body. Unknown fields are warned of. Throws 400, 413, 415. */
export function readPosted<T extends KubeObject>(context: Context, kind: PostedKind<T>): T {
  const { value, duplicates } = readObjectBody(context.request, kind);
  return decodePosted(context, kind, value, duplicates);
}

/** The same of a value that the server has made of it. `duplicates`: fields given twice. */
export function decodePosted<T extends KubeObject>(
  context: Context,
  kind: PostedKind<T>,
  value: Json,
  duplicates: readonly string[] = [],
): T {
  const { object, problems } = decode(kind, value);
  const doubled = duplicates.map((field) => `duplicate field ${JSON.stringify(field)}`);
  reportProblems(context, [...doubled, ...problems], kind);
  return object;
}

/** What admission has made of it. */
export function decodeAdmitted<T extends KubeObject>(kind: PostedKind<T>, admitted: KubeObject): T {
  return decode(kind, asJson(admitted)).object;
}
