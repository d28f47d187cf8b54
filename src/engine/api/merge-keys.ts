/** What a strategic merge patch must know of the kinds' types. */
import { NO_PATCH_SCHEMA, type PatchField, type PatchSchema } from '../meta/index.ts';
import { type FieldDefinition, plainTypeName, typeDefinition } from './field-table.ts';
import { MERGE_KEYS, RETAIN_KEYS } from './supplement.ts';
import type { KindDefinition } from './types.ts';

const schemas = new Map<string, PatchSchema>();

/** The patch schema of a kind. */
export function patchSchemaOf(kind: Pick<KindDefinition, 'schema'>): PatchSchema {
  return schemaOfType(plainTypeName(kind.schema));
}

function schemaOfType(type: string): PatchSchema {
  let schema = schemas.get(type);
  if (schema === undefined) {
    const fields = new Map<string, PatchField>();
    schema = {
      field(name) {
        const definition = typeDefinition(type).fields.get(name);
        if (definition === undefined) return undefined;
        let field = fields.get(name);
        if (field === undefined) {
          field = patchField(`${type}.${name}`, definition);
          fields.set(name, field);
        }
        return field;
      },
    };
    schemas.set(type, schema);
  }
  return schema;
}

function patchField(path: string, { struct, shape }: FieldDefinition): PatchField {
  const inner = struct === '' ? undefined : schemaOfType(struct);
  // A map's values are merged under keys that no table lists.
  const schema = shape === '{' && inner !== undefined ? mapOf(inner) : inner;
  return { mergeKey: MERGE_KEYS[path], retainKeys: RETAIN_KEYS.includes(path), schema: schema ?? NO_PATCH_SCHEMA };
}

function mapOf(schema: PatchSchema): PatchSchema {
  return { field: () => ({ mergeKey: undefined, retainKeys: false, schema }) };
}
