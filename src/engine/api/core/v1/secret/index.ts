import { ageColumn, defineKind, textColumn } from '../../../define.ts';
import type { Secret as SecretObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';
import { setDefaults } from './defaults.ts';
import { validateSecret } from './validation.ts';

export type Secret = SecretObject;

/** Sensitive configuration as keys and base64 values, at most 1 MiB. */
export const Secret: KindDefinition<Secret> = defineKind<Secret>({
  group: '',
  version: 'v1',
  kind: 'Secret',
  plural: 'secrets',
  namespaced: true,
  rules: { generation: 'none', default: setDefaults, validate: validateSecret },
  selectable: { type: ({ type }) => type ?? '' },
  columns: [
    textColumn('Type', 'What is in it, and so which keys it must have.', ({ type }) => type ?? ''),
    {
      name: 'Data',
      type: 'string',
      description: 'How many entries it holds.',
      priority: 0,
      value: ({ data = {} }) => Object.keys(data).length,
    },
    ageColumn,
  ],
});
