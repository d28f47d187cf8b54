import { defineKind } from '../../../define.ts';
import type { LocalSubjectAccessReview as LocalSubjectAccessReviewObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type LocalSubjectAccessReview = LocalSubjectAccessReviewObject;

/** Whether a user may do something in one namespace. Answered, not stored. */
export const LocalSubjectAccessReview: KindDefinition<LocalSubjectAccessReview> = defineKind<LocalSubjectAccessReview>({
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'LocalSubjectAccessReview',
  plural: 'localsubjectaccessreviews',
  namespaced: true,
  verbs: ['create'],
  rules: { generation: 'none' },
});
