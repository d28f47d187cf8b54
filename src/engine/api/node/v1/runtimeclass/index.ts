import { ageColumn, defineKind, textColumn } from '../../../define.ts';
import type { RuntimeClass as RuntimeClassObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

// Its rules are in extensions/validation.
export type RuntimeClass = RuntimeClassObject;

/** What runs the containers of Pods that name it, and what that costs. */
export const RuntimeClass: KindDefinition<RuntimeClass> = defineKind<RuntimeClass>({
  group: 'node.k8s.io',
  version: 'v1',
  kind: 'RuntimeClass',
  plural: 'runtimeclasses',
  namespaced: false,
  rules: {
    generation: 'none',
    unconditionalUpdate: false,
    createOnUpdate: true,
  },
  columns: [
    textColumn('Handler', 'What runs the containers.', ({ handler }) => handler),
    ageColumn,
  ],
});
