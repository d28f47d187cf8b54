import { checkConfigMapKey, deepEqual, type FieldError, forbiddenField, invalidValue } from '../../../../meta/index.ts';
import { ageColumn, countColumn, defineKind } from '../../../define.ts';
import type { ConfigMap as ConfigMapObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type ConfigMap = ConfigMapObject;

/** Configuration as keys and values, at most 1 MiB. */
export const ConfigMap: KindDefinition<ConfigMap> = defineKind<ConfigMap>({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
  shortNames: ['cm'],
  rules: { generation: 'none', validate },
  columns: [
    countColumn('Data', 'How many entries it holds.', ({ data = {}, binaryData = {} }) => {
      return Object.keys(data).length + Object.keys(binaryData).length;
    }),
    ageColumn,
  ],
});

const MAX_BYTES = 1024 * 1024;

function validate(map: ConfigMap, old?: ConfigMap): readonly FieldError[] {
  const errors: FieldError[] = [];
  let size = 0;
  for (const field of ['data', 'binaryData'] as const) {
    for (const [key, value] of Object.entries(map[field] ?? {})) {
      const path = `${field}[${key}]`;
      for (const message of checkConfigMapKey(key)) errors.push(invalidValue(path, key, message));
      if (field === 'binaryData' && map.data !== undefined && key in map.data) {
        errors.push(invalidValue(path, key, 'duplicate of key present in data'));
      }
      size += value.length;
    }
  }
  if (size > MAX_BYTES) errors.push({ type: 'TooLong', field: '', detail: `may not be more than ${MAX_BYTES} bytes` });
  if (old?.immutable !== true) return errors;
  for (const field of ['immutable', 'data', 'binaryData'] as const) {
    if (deepEqual(map[field], old[field])) continue;
    errors.push(forbiddenField(field, 'field is immutable when `immutable` is set'));
  }
  return errors;
}
