/** A version's printer columns (apiextensions pkg/registry/customresource/tableconvertor). */
import { type Column, type CustomResourceDefinitionVersion, parseJsonPath, valuesAt } from '../../api/index.ts';
import { asJson } from '../../apiserver/codec.ts';
import { ageOf, isJsonObject, type Json, type KubeObject } from '../../meta/index.ts';

/** Name and what the version says; the age where it says nothing. */
export function columnsOf(version: CustomResourceDefinitionVersion): readonly Column[] {
  const own = version.additionalPrinterColumns ?? [
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp', description: AGE },
  ];
  return [
    nameColumn,
    ...own.map(({ name, type, format, description, jsonPath, priority }): Column => {
      const parsed = parseJsonPath(jsonPath);
      const steps = 'steps' in parsed ? parsed.steps : undefined;
      return {
        name,
        type,
        ...(format !== undefined && { format }),
        description: description ?? `Custom resource definition column (in JSONPath format): ${jsonPath}`,
        priority: priority ?? 0,
        value: (object, nowMs) => (steps === undefined ? null : cell(valuesAt(asJson(object), steps), type, nowMs)),
      };
    }),
  ];
}

const AGE =
  'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata';

const nameColumn: Column = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description:
    'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names',
  priority: 0,
  value: (object: KubeObject) => object.metadata.name,
};

/** What a cell shows of the values found; null where there is nothing of the column's type. */
function cell(found: readonly Json[], type: string, nowMs: number): string | number | boolean | null {
  const [first] = found;
  if (first === undefined || first === null) return null;
  switch (type) {
    case 'integer':
      return typeof first === 'number' ? Math.trunc(first) : null;
    case 'number':
      return typeof first === 'number' ? first : null;
    case 'boolean':
      return typeof first === 'boolean' ? first : null;
    case 'date':
      return typeof first === 'string' ? ageOf(first, nowMs) : null;
    default:
      return found.map(shown).join(',');
  }
}

function shown(value: Json): string {
  return isJsonObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value);
}
