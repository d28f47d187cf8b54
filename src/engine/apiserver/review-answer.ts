/** The answer to a review: what was sent, with its status. */
import type { KubeObject } from '../meta/index.ts';
import type { Context } from './context.ts';
import { representation } from './representation.ts';
import { respondJson } from './respond.ts';

/** 201 with the review and these parts of it. Nothing is stored. */
export function answerReview(
  context: Context,
  review: KubeObject,
  parts: { readonly status: object; readonly spec?: object },
): void {
  const { namespace } = context.info;
  const metadata = { ...review.metadata, ...(namespace !== '' && { namespace }) };
  const answered = Object.assign({ ...review }, parts, {
    metadata: Object.assign({ creationTimestamp: null }, metadata),
  });
  respondJson(context.exchange, 201, representation(context).object(answered), context.warnings);
}
