import { ageColumn, countColumn, defineKind } from '../../../define.ts';
import type { ConfigMap as ConfigMapObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type ConfigMap = ConfigMapObject;

/** Configuration as keys and values, at most 1 MiB: `parts/validate-config-map.ts` has the rules. */
export const ConfigMap: KindDefinition<ConfigMap> = defineKind<ConfigMap>({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
  shortNames: ['cm'],
  rules: { generation: 'none' },
  checked: 'rules',
  columns: [
    countColumn('Data', 'How many entries it holds.', ({ data = {}, binaryData = {} }) => {
      return Object.keys(data).length + Object.keys(binaryData).length;
    }),
    ageColumn,
  ],
});
