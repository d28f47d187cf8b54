import type { Binding as BindingObject } from '../../../generated/types.ts';
import type { Kind } from '../../../types.ts';

export type Binding = BindingObject;

/** What the scheduler posts to `pods/<name>/binding`. Never stored. */
export const Binding: Kind<Binding> = {
  group: '',
  version: 'v1',
  kind: 'Binding',
  plural: 'bindings',
  namespaced: true,
};
