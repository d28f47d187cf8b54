/** Field ownership (metadata.managedFields) and server-side apply. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { fieldManagement } from './field-management.ts';

export const fieldManagementFeature: ApiFeature = {
  name: 'field-management',
  fieldManagement,
};
