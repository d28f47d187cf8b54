import { defineKind } from '../../../define.ts';
import type { TokenReview as TokenReviewObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type TokenReview = TokenReviewObject;

/** The user of a token. Answered, not stored. */
export const TokenReview: KindDefinition<TokenReview> = defineKind<TokenReview>({
  group: 'authentication.k8s.io',
  version: 'v1',
  kind: 'TokenReview',
  plural: 'tokenreviews',
  namespaced: false,
  verbs: ['create'],
  rules: { generation: 'none' },
});
