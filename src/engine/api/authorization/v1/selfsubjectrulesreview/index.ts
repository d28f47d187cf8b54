import { defineKind } from '../../../define.ts';
import type { SelfSubjectRulesReview as SelfSubjectRulesReviewObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type SelfSubjectRulesReview = SelfSubjectRulesReviewObject;

/** What who asks may do in a namespace. Answered, not stored. */
export const SelfSubjectRulesReview: KindDefinition<SelfSubjectRulesReview> = defineKind<SelfSubjectRulesReview>({
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SelfSubjectRulesReview',
  plural: 'selfsubjectrulesreviews',
  namespaced: false,
  verbs: ['create'],
  rules: { generation: 'none' },
});
