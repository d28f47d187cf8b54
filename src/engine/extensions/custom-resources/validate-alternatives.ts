/** allOf, anyOf, oneOf and not: what one value has to be at the same time, or one of, or not at all. */
import type { FieldError } from '../../meta/index.ts';
import type { Schema } from './schema.ts';

/** What a value breaks of a schema. */
export type Failures = (schema: Schema) => readonly FieldError[];

/** Adds what the value at `path` breaks of these four. `failures` validates the same value against another schema. */
export function alternativeErrors(schema: Schema, path: string, failures: Failures, errors: FieldError[]): void {
  const { allOf, anyOf, oneOf, not } = schema;
  const intOrString = schema['x-kubernetes-int-or-string'] === true;
  if (anyOf !== undefined && !(intOrString && anyOf.every(({ type }) => type !== undefined))) {
    const results = anyOf.map(failures);
    if (!results.some((each) => each.length === 0)) {
      errors.push(
        composite(`${JSON.stringify(path)} must validate at least one schema (anyOf)`),
        ...(results[0] ?? []),
      );
    }
  }
  if (oneOf !== undefined) {
    const results = oneOf.map(failures);
    const valid = results.filter((each) => each.length === 0).length;
    const found = valid === 0 ? 'Found none valid' : `Found ${valid} valid alternatives`;
    if (valid !== 1) {
      errors.push(composite(`${JSON.stringify(path)} must validate one and only one schema (oneOf). ${found}`));
      if (valid === 0) errors.push(...(results[0] ?? []));
    }
  }
  if (allOf !== undefined) {
    const results = allOf.map(failures);
    errors.push(...results.flat());
    const valid = results.filter((each) => each.length === 0).length;
    if (valid !== allOf.length) {
      const none = valid === 0 ? '. None validated' : '';
      errors.push(composite(`${JSON.stringify(path)} must validate all the schemas (allOf)${none}`));
    }
  }
  if (not !== undefined && failures(not).length === 0) {
    errors.push(composite(`${JSON.stringify(path)} must not validate the schema (not)`));
  }
}

/** Upstream's validator gives these no field. */
function composite(detail: string): FieldError {
  return { type: 'Invalid', field: '<nil>', value: '', detail };
}
