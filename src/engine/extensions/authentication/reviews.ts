/** Reviews: the user of a token, and the user of the request (upstream: registry/authentication). */
import { SelfSubjectReview, TokenReview, type UserInfo } from '../../api/index.ts';
import type { Context } from '../../apiserver/context.ts';
import { decodeObject } from '../../apiserver/decode-object.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { isOf } from '../../apiserver/resource.ts';
import { answerReview } from '../../apiserver/review-answer.ts';
import type { UnstoredKind } from '../../apiserver/unstored.ts';
import { badRequest, type User } from '../../meta/index.ts';
import { tokensOf } from './tokens.ts';

function reviewToken(context: Context): void {
  const review = decodeObject(context);
  if (!isOf(TokenReview, review)) throw new Error('not a TokenReview');
  const { token = '', audiences = [] } = review.spec ?? {};
  if (token === '') refuse(badRequest('token is required for TokenReview in authentication'));
  const tokens = tokensOf(context.parts.resources);
  const proven = audiences.length === 0 ? tokens?.userOf(token) : tokens?.userOf(token, audiences);
  const status =
    proven === undefined
      ? { user: {}, error: '[invalid bearer token, token lookup failed]' }
      : { authenticated: true, user: userInfo(proven.user), audiences: proven.audiences };
  answerReview(context, review, { status });
}

function reviewSelf(context: Context): void {
  const review = decodeObject(context);
  answerReview(context, review, { status: { userInfo: userInfo(context.user) } });
}

function userInfo({ name, uid, groups, extra }: User): UserInfo {
  return {
    username: name,
    ...(uid !== undefined && { uid }),
    ...(groups.length > 0 && { groups }),
    ...(extra !== undefined && { extra }),
  };
}

export const identityReviews: readonly UnstoredKind[] = [
  { definition: SelfSubjectReview, answers: { create: reviewSelf } },
  { definition: TokenReview, answers: { create: reviewToken } },
];
