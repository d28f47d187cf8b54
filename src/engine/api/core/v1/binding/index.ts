import { defineKind } from '../../../define.ts';
import type { Binding as BindingObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type Binding = BindingObject;

/** What the scheduler posts to `pods/<name>/binding`. Never stored. */
export const Binding: KindDefinition<Binding> = defineKind<Binding>({
  group: '',
  version: 'v1',
  kind: 'Binding',
  plural: 'bindings',
  namespaced: true,
  verbs: ['create'],
  rules: { generation: 'none' },
});
