/** Warnings about fields and values that Kubernetes discourages. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { kindWarnings } from './plugin.ts';

export const kindWarningsFeature: ApiFeature = {
  name: 'kind-warnings',
  admission: [kindWarnings],
};
