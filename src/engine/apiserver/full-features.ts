/** Everything the API server can do, a line a feature. */
import { plainAdmission } from './admission/registry.ts';
import type { ApiFeatures } from './features.ts';

export const fullFeatures: ApiFeatures = { admission: plainAdmission, hooks: [] };
