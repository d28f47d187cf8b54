import { defineKind } from '../../../define.ts';
import type { LimitRange as LimitRangeObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';
import { setDefaults } from './defaults.ts';
import { validateLimitRange } from './validation.ts';

export type LimitRange = LimitRangeObject;

/** How much one container, pod or claim of a namespace may ask for, and what it gets unasked. */
export const LimitRange: KindDefinition<LimitRange> = defineKind<LimitRange>({
  group: '',
  version: 'v1',
  kind: 'LimitRange',
  plural: 'limitranges',
  namespaced: true,
  shortNames: ['limits'],
  rules: { generation: 'none', createOnUpdate: true, default: setDefaults, validate: validateLimitRange },
  columns: [
    {
      name: 'Created At',
      type: 'date',
      description: 'When it was created.',
      priority: 0,
      value: ({ metadata }) => metadata.creationTimestamp,
    },
  ],
});
