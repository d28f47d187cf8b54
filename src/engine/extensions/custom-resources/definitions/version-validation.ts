/** Checks of what a version has: its schema, subresources, columns and fields that select (apiextensions/validation/validation.go). */
import { duplicate, type FieldError, invalidValue, required } from '../../../meta/index.ts';
import type { CustomResourceDefinitionVersion, JSONSchemaProps } from '../../../api/generated/types.ts';
import { validateSchema } from './schema-validation.ts';

type Version = CustomResourceDefinitionVersion;

/** What versions may share: upstream then keeps it once, and names it by the spec. */
export const versionParts = ['schema', 'subresources', 'additionalPrinterColumns', 'selectableFields'] as const;
export type VersionPart = (typeof versionParts)[number];

interface Where {
  /** Of the spec, for what versions share, or of the version. */
  readonly path: string;
  /** Whether all versions share it. */
  readonly isShared: boolean;
  /** Whether objects have a status of its own. */
  readonly hasStatus: boolean;
  /** The schema that is kept in the same place; undefined: it is kept in the other one. */
  readonly schema: JSONSchemaProps | undefined;
}

/** Errors of one part of a version. */
export function validatePart(version: Version, part: VersionPart, where: Where, errors: FieldError[]): void {
  const { path } = where;
  switch (part) {
    case 'schema': {
      const schema = version.schema?.openAPIV3Schema;
      if (schema !== undefined) validateSchema(schema, `${path}.openAPIV3Schema`, where.hasStatus, errors);
      return;
    }
    case 'subresources':
      return scaleErrors(version, `${path}.scale`, errors);
    case 'additionalPrinterColumns':
      return columnErrors(version, path, errors);
    case 'selectableFields':
      return selectableErrors(version, where, errors);
  }
}

const columnTypes = ['boolean', 'date', 'integer', 'number', 'string'];
const columnFormats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

function columnErrors({ additionalPrinterColumns = [] }: Version, path: string, errors: FieldError[]): void {
  additionalPrinterColumns.forEach(({ name, type, format, jsonPath }, index) => {
    const at = `${path}[${index}]`;
    const oneOf = (known: readonly string[]): string => `must be one of ${known.join(',')}`;
    if (!name) errors.push(required(`${at}.name`));
    if (!type) errors.push(required(`${at}.type`, oneOf(columnTypes)));
    else if (!columnTypes.includes(type)) errors.push(invalidValue(`${at}.type`, type, oneOf(columnTypes)));
    if (format && !columnFormats.includes(format)) errors.push(invalidValue(`${at}.format`, format, oneOf(columnFormats)));
    pathErrors(jsonPath, `${at}.JSONPath`, [''], '', errors);
  });
}

function scaleErrors({ subresources }: Version, path: string, errors: FieldError[]): void {
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = subresources?.scale ?? {};
  if (subresources?.scale === undefined) return;
  pathErrors(specReplicasPath, `${path}.specReplicasPath`, ['.spec.'], '.spec', errors);
  pathErrors(statusReplicasPath, `${path}.statusReplicasPath`, ['.status.'], '.status', errors);
  if (labelSelectorPath) pathErrors(labelSelectorPath, `${path}.labelSelectorPath`, ['.spec.', '.status.'], 'either .spec or .status', errors);
}

/** A path that is there, and is under one of these; `words` names them. */
function pathErrors(path: string | undefined, field: string, under: readonly string[], words: string, errors: FieldError[]): void {
  if (!path) errors.push(required(field));
  else if (!path.startsWith('.')) errors.push(invalidValue(field, path, 'must be a simple json path starting with .'));
  else if (!under.some((begin) => path.startsWith(begin))) errors.push(invalidValue(field, path, `should be a json path under ${words}`));
}

/** The largest number of fields that select. */
const mostSelectable = 8;

function selectableErrors({ selectableFields = [] }: Version, { path, isShared, schema }: Where, errors: FieldError[]): void {
  if (selectableFields.length === 0) return;
  if (schema === undefined) {
    const where = isShared ? 'validations.schema is included' : 'version.schema.openAPIV3Schema is not included';
    return void errors.push(invalidValue(path, '', `selectableFields may only be set when ${where}`));
  }
  const seen = new Set<string>();
  selectableFields.forEach(({ jsonPath = '' }, index) => {
    const at = `${path}[${index}].jsonPath`;
    if (jsonPath === '') return void errors.push(required(at));
    const found = fieldAt(schema, jsonPath);
    if ('error' in found) return void errors.push(invalidValue(at, jsonPath, `is an invalid path: ${found.error}`));
    if (/^\.metadata(\.|$)/.test(jsonPath)) errors.push(invalidValue(at, jsonPath, 'must not point to fields in metadata'));
    if (!['string', 'boolean', 'integer'].includes(found.type ?? '')) {
      const detail =
        'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
      errors.push(invalidValue(at, jsonPath, detail));
    }
    if (seen.has(jsonPath)) errors.push(duplicate(at, jsonPath));
    seen.add(jsonPath);
  });
  if (seen.size <= mostSelectable) return;
  errors.push({ type: 'TooMany', field: path, value: seen.size, detail: `must have at most ${mostSelectable} items` });
}

/** The schema of a field; `error` where the path leads to none. `takesBrackets`: a name may stand in brackets, as `['a.b']`. */
export function fieldAt(schema: JSONSchemaProps, path: string, takesBrackets = false): JSONSchemaProps | { readonly error: string } {
  let found = schema;
  const tokens = path.match(/'(?:[^'\\]|\\.)*'|[.[\]]|[^.[\]]+/g) ?? [];
  for (let at = 0; at < tokens.length; at += 2) {
    const isBracket = tokens[at] === '[';
    let name = tokens[at + 1];
    if (isBracket && !takesBrackets) return { error: 'array notation is not allowed' };
    if (!isBracket && tokens[at] !== '.') return { error: `expected [ or . but got: ${tokens[at]}` };
    if (name === undefined) return { error: 'unexpected end of JSON path' };
    if (isBracket) {
      if (!/^'.*'$/s.test(name)) return { error: `expected single quoted string but got ${name}` };
      name = name.slice(1, -1).replace(/\\(.)/g, '$1');
      at += 1;
      if (tokens[at + 1] !== ']') return { error: `expected ] but got ${tokens[at + 1]}` };
    }
    const next = found.properties?.[name] ?? (found.properties === undefined ? found.additionalProperties : undefined);
    if (typeof next !== 'object' || next === null) return { error: 'does not refer to a valid field' };
    found = next as JSONSchemaProps;
  }
  return found;
}
