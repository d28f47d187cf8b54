/** Builds kind definitions: what most kinds have in common is said once, here. */
import { ageOf, type KubeObject } from '../meta/index.ts';
import { qualifiedTypeName } from './field-table.ts';
import { validateFinalizers, validateMetadata } from './metadata-validation.ts';
import type { Column, KindDefinition } from './types.ts';

type Usual =
  | 'singular'
  | 'shortNames'
  | 'categories'
  | 'schema'
  | 'verbs'
  | 'subresources'
  | 'selectable'
  | 'columns'
  | 'checked';

const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];

/** A kind from what is particular to it. Columns get Name in front; validation includes the metadata's. */
export function defineKind<T extends KubeObject>(
  parts: Omit<KindDefinition<T>, Usual> & Partial<KindDefinition<T>>,
): KindDefinition<T> {
  const { rules, columns = [] } = parts;
  const definition: KindDefinition<T> = {
    singular: parts.kind.toLowerCase(),
    shortNames: [],
    categories: [],
    // Looked up when it is first used: the field tables of most kinds come with the registry of all kinds.
    get schema() {
      return qualifiedTypeName(parts.kind);
    },
    verbs: VERBS,
    subresources: {},
    selectable: {},
    checked: rules.validate === undefined ? 'structure' : 'rules',
    ...parts,
    // Events show their own name last, and with -o wide only.
    columns: columns.some(({ name }) => name === nameColumn.name) ? columns : [nameColumn, ...columns],
    rules: {
      ...rules,
      validate: (object, old) => [
        ...validateMetadata(object.metadata, parts, rules.name, old?.metadata),
        ...validateFinalizers(object.metadata, old?.metadata),
        ...(rules.validate?.(object, old) ?? []),
      ],
    },
  };
  return definition;
}

/** The first column of every kind that doesn't name its own. */
export const nameColumn: Column = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'Name of the object, unique in its namespace.',
  priority: 0,
  value: (object) => object.metadata.name,
};

/** How long ago the object was created. */
export const ageColumn: Column = {
  name: 'Age',
  type: 'string',
  description: 'Time since the object was created.',
  priority: 0,
  value: (object, nowMs) => ageOf(object.metadata.creationTimestamp, nowMs),
};

/** A column of text. `wide`: shown with -o wide only. */
export function textColumn<T extends KubeObject>(
  name: string,
  description: string,
  value: (object: T, nowMs: number) => string,
  wide: 'wide' | 'always' = 'always',
): Column<T> {
  return { name, type: 'string', description, priority: wide === 'wide' ? 1 : 0, value };
}

/** A column of whole numbers. */
export function countColumn<T extends KubeObject>(
  name: string,
  description: string,
  value: (object: T) => number,
): Column<T> {
  return { name, type: 'integer', description, priority: 0, value };
}

/** A column of true or false. */
export function flagColumn<T extends KubeObject>(
  name: string,
  description: string,
  value: (object: T) => boolean,
): Column<T> {
  return { name, type: 'boolean', description, priority: 0, value };
}
