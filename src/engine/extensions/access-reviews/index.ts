/** Answers who may do what: SubjectAccessReview and its relatives. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { accessReviews } from './reviews.ts';

export const accessReviewsFeature: ApiFeature = {
  name: 'access-reviews',
  unstored: accessReviews,
};
