/** Kinds that are stored as another kind, such as events.k8s.io and autoscaling/v1. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { createViewStorage } from './view-storage.ts';

export const viewStorageFeature: ApiFeature = {
  name: 'view-storage',
  createView: createViewStorage,
};
