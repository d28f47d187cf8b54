import { defineKind } from '../../../define.ts';
import type { SelfSubjectReview as SelfSubjectReviewObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type SelfSubjectReview = SelfSubjectReviewObject;

/** Who asks. Answered, not stored. */
export const SelfSubjectReview: KindDefinition<SelfSubjectReview> = defineKind<SelfSubjectReview>({
  group: 'authentication.k8s.io',
  version: 'v1',
  kind: 'SelfSubjectReview',
  plural: 'selfsubjectreviews',
  namespaced: false,
  verbs: ['create'],
  rules: { generation: 'none' },
});
