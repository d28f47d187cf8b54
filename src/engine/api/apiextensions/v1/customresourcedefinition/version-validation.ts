/** Checks of a version's subresources, columns and selectable fields. */
import { type FieldError, forbiddenField, invalidValue, required } from '../../../../meta/index.ts';
import type { CustomResourceDefinitionVersion, JSONSchemaProps } from '../../../generated/types.ts';
import { parseJsonPath } from './json-path.ts';

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string'];
const COLUMN_FORMATS = 'binary,bool,byte,date,date-time,double,float,int32,int64,password'.split(',');

export function validateVersion(version: CustomResourceDefinitionVersion, path: string, errors: FieldError[]): void {
  scaleErrors(version, `${path}.subresources.scale`, errors);
  version.additionalPrinterColumns?.forEach((column, index) => {
    const at = `${path}.additionalPrinterColumns[${index}]`;
    if (!column.name) errors.push(required(`${at}.name`));
    if (!column.type) errors.push(required(`${at}.type`, `must be one of ${COLUMN_TYPES.join(',')}`));
    else if (!COLUMN_TYPES.includes(column.type)) {
      errors.push(invalidValue(`${at}.type`, column.type, `must be one of ${COLUMN_TYPES.join(',')}`));
    }
    if (column.format && !COLUMN_FORMATS.includes(column.format)) {
      errors.push(invalidValue(`${at}.format`, column.format, `must be one of ${COLUMN_FORMATS.join(',')}`));
    }
    if (!column.jsonPath) return void errors.push(required(`${at}.JSONPath`));
    const parsed = parseJsonPath(column.jsonPath);
    if ('error' in parsed) errors.push(invalidValue(`${at}.JSONPath`, column.jsonPath, parsed.error));
  });
  selectableErrors(version, `${path}.selectableFields`, errors);
}

function scaleErrors({ subresources }: CustomResourceDefinitionVersion, path: string, errors: FieldError[]): void {
  const scale = subresources?.scale;
  if (scale === undefined) return;
  const check = (field: string, value: string | undefined, root: string): void => {
    const problem = simplePathProblem(value ?? '');
    if (problem !== undefined) errors.push(invalidValue(`${path}.${field}`, value ?? '', problem));
    else if (!value?.startsWith(`.${root}.`)) {
      errors.push(invalidValue(`${path}.${field}`, value ?? '', `should be a json path under .${root}`));
    }
  };
  if (!scale.specReplicasPath) errors.push(required(`${path}.specReplicasPath`));
  else check('specReplicasPath', scale.specReplicasPath, 'spec');
  if (!scale.statusReplicasPath) errors.push(required(`${path}.statusReplicasPath`));
  else check('statusReplicasPath', scale.statusReplicasPath, 'status');
  const selector = scale.labelSelectorPath;
  if (selector && !selector.startsWith('.status.') && !selector.startsWith('.spec.')) {
    errors.push(
      invalidValue(`${path}.labelSelectorPath`, selector, 'should be a json path under either .spec or .status'),
    );
  }
}

function simplePathProblem(path: string): string | undefined {
  if (path === '') return 'must not be empty';
  return path.startsWith('.') ? undefined : 'must be a simple json path starting with .';
}

const MOST_SELECTABLE = 8;

function selectableErrors(version: CustomResourceDefinitionVersion, path: string, errors: FieldError[]): void {
  const { selectableFields = [] } = version;
  const seen = new Set<string>();
  if (selectableFields.length > MOST_SELECTABLE) {
    errors.push({
      type: 'TooMany',
      field: path,
      value: selectableFields.length,
      detail: `must have at most ${MOST_SELECTABLE} items`,
    });
  }
  selectableFields.forEach(({ jsonPath }, index) => {
    const at = `${path}[${index}].jsonPath`;
    if (!jsonPath) return void errors.push(required(at));
    if (!/^(?:\.[A-Za-z_][\w-]*)+$/.test(jsonPath)) {
      return void errors.push(invalidValue(at, jsonPath, 'is an invalid path: only simple field paths are allowed'));
    }
    if (seen.has(jsonPath)) errors.push({ type: 'Duplicate', field: at, value: jsonPath, detail: '' });
    seen.add(jsonPath);
    if (jsonPath === '.metadata' || jsonPath.startsWith('.metadata.')) {
      return void errors.push(invalidValue(at, jsonPath, 'must not point to fields in metadata'));
    }
    const field = schemaAt(version.schema?.openAPIV3Schema, jsonPath.slice(1).split('.'));
    if (field === undefined) {
      errors.push(invalidValue(at, jsonPath, 'is an invalid path: does not refer to a valid field'));
    } else if (!['string', 'boolean', 'integer'].includes(field.type ?? '')) {
      const detail =
        'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
      errors.push(invalidValue(at, jsonPath, detail));
    }
  });
  if (version.schema?.openAPIV3Schema === undefined && selectableFields.length > 0) {
    errors.push(forbiddenField(path, 'selectableFields may only be set when a schema is specified'));
  }
}

function schemaAt(schema: JSONSchemaProps | undefined, path: readonly string[]): JSONSchemaProps | undefined {
  let found = schema;
  for (const part of path) found = found?.properties?.[part];
  return found;
}
