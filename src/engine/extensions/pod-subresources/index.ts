/** pods/…/ephemeralcontainers and pods/…/resize. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { podPart } from './pod-subresources.ts';

export const podSubresourcesFeature: ApiFeature = {
  name: 'pod-subresources',
  subresources: { ephemeralcontainers: podPart('ephemeralcontainers'), resize: podPart('resize') },
};
