/** ValidatingAdmissionPolicy: checks written in CEL. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { validatingAdmissionPolicy } from './plugin.ts';

export const validatingAdmissionPoliciesFeature: ApiFeature = {
  name: 'validating-admission-policies',
  admission: [validatingAdmissionPolicy],
};
