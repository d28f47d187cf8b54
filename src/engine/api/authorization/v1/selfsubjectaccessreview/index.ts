import { defineKind } from '../../../define.ts';
import type { SelfSubjectAccessReview as SelfSubjectAccessReviewObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type SelfSubjectAccessReview = SelfSubjectAccessReviewObject;

/** Whether who asks may do something. Answered, not stored. */
export const SelfSubjectAccessReview: KindDefinition<SelfSubjectAccessReview> = defineKind<SelfSubjectAccessReview>({
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SelfSubjectAccessReview',
  plural: 'selfsubjectaccessreviews',
  namespaced: false,
  verbs: ['create'],
  rules: { generation: 'none' },
});
