import { defineKind } from '../../../define.ts';
import type { SubjectAccessReview as SubjectAccessReviewObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type SubjectAccessReview = SubjectAccessReviewObject;

/** Whether a user may do something. Answered, not stored. */
export const SubjectAccessReview: KindDefinition<SubjectAccessReview> = defineKind<SubjectAccessReview>({
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SubjectAccessReview',
  plural: 'subjectaccessreviews',
  namespaced: false,
  verbs: ['create'],
  rules: { generation: 'none' },
});
