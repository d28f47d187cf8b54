/** A write's body as a checked object of the resource's kind. */
import { plainTypeName } from '../api/field-table.ts';
import { inWrittenOrder } from '../api/field-order.ts';
import { decode } from '../api/index.ts';
import { ALWAYS_PRESENT } from '../api/supplement.ts';
import type { KindDefinition } from '../api/types.ts';
import { isJsonObject, type Json, type KubeObject } from '../meta/index.ts';
import { asJson } from './codec.ts';
import type { Context } from './context.ts';
import { readObjectBody } from './decode.ts';
import { reportProblems } from './field-validation.ts';

/** Reads and checks the body. Parts shared with `stored` cost nothing. Throws 400, 413, 415. */
export function decodeObject(context: Context, stored?: KubeObject): KubeObject {
  const { value, duplicates } = readObjectBody(context.request, context.resource.definition);
  return checkObject(context, value, duplicates, stored, context.request.body);
}

/** The same of a value that a patch has made. `body`: where the value itself was sent. */
export function checkObject(
  context: Context,
  value: Json,
  duplicates: readonly string[],
  stored: KubeObject | undefined,
  body?: Json,
): KubeObject {
  const { changed, shared } = partsToCheck(value, stored);
  const { definition } = context.resource;
  const { object, problems } =
    definition.custom?.decode(changed) ?? decode(definition, changed, stored && asJson(stored));
  const doubled = duplicates.map((field) => `duplicate field ${JSON.stringify(field)}`);
  const all = [...doubled, ...problems];
  const isMixed = all.length > doubled.length && doubled.length > 0;
  reportProblems(context, isMixed && typeof body === 'string' ? inWrittenOrder(all, body) : all);
  const whole = shared === undefined ? object : { ...object, ...shared };
  const isFilled = 'spec' in whole || !hasSpec(definition);
  return isFilled ? whole : Object.assign({ ...whole }, { spec: {} });
}

/** Whether its spec is a struct in Go: left out it is an empty one, which validation then says everything about. */
function hasSpec({ custom, schema }: KindDefinition): boolean {
  return custom === undefined && ALWAYS_PRESENT.includes(`${plainTypeName(schema)}.spec`);
}

/** What is stored was checked when it came. `shared`: the top-level parts that are the very same there. */
function partsToCheck(value: Json, stored: KubeObject | undefined): { changed: Json; shared?: Partial<KubeObject> } {
  const known = stored === undefined ? undefined : asJson(stored);
  if (!isJsonObject(value) || !isJsonObject(known)) return { changed: value };
  const changed: Record<string, Json | undefined> = {};
  const shared: Record<string, Json | undefined> = {};
  for (const part in value) {
    const isShared = value[part] === known[part] && typeof value[part] === 'object';
    (isShared ? shared : changed)[part] = value[part];
  }
  return { changed, shared };
}
