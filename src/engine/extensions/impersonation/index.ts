/** Requests in the name of another user: the Impersonate-… headers. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { impersonate } from './impersonation.ts';

export const impersonationFeature: ApiFeature = {
  name: 'impersonation',
  impersonate,
};
