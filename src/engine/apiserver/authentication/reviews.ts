/** Reviews: whose token is this, and who am I (upstream: registry/authentication). */
import { SelfSubjectReview, TokenReview, type UserInfo } from '../../api/index.ts';
import { badRequest, type User } from '../../meta/index.ts';
import { decodeObject } from '../decode-object.ts';
import { refuse } from '../outcome.ts';
import { isOf } from '../resource.ts';
import { answerReview } from '../review-answer.ts';
import type { Context } from '../server-parts.ts';
import type { UnstoredKind } from '../unstored.ts';

function reviewToken(context: Context): void {
  const review = decodeObject(context);
  if (!isOf(TokenReview, review)) throw new Error('not a TokenReview');
  const { token = '', audiences = [] } = review.spec ?? {};
  if (token === '') refuse(badRequest('token is required for TokenReview in authentication'));
  const { tokens } = context.parts.access;
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
