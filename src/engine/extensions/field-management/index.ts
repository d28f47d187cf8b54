/** Field ownership (metadata.managedFields) and server-side apply. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { applyPatch } from './apply-patch.ts';
import { applyScale } from './apply-scale.ts';
import { created, settled, updated } from './field-management.ts';
import { fieldManagerErrors } from './parameters.ts';

export const fieldManagementFeature: ApiFeature = {
  name: 'field-management',
  fieldManagement: {
    check: fieldManagerErrors,
    created,
    updated,
    settled,
    applyPatch,
    applyScale,
  },
};
