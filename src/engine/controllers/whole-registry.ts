/** Controllers that only the whole cluster runs (`whole.ts`), a line each: what they make would be in every history of the small one. */
import type { ControllerFactory } from 'converge/sdk';
import { clusterRoleAggregationController } from './clusterrole-aggregation/index.ts';
import { disruptionController } from './disruption/index.ts';
import { endpointController } from './endpoints/index.ts';
import { endpointSliceController } from './endpointslice/index.ts';
import { pvProtectionController } from './pv-protection/index.ts';
import { pvcProtectionController } from './pvc-protection/index.ts';
import { createResourceQuotaController } from './resourcequota/index.ts';
import { rootCaCertPublisher } from './root-ca-cert-publisher/index.ts';
import { serviceAccountController } from './serviceaccount/index.ts';

export const wholeControllers: readonly ControllerFactory[] = [
  { name: 'clusterrole-aggregation', create: () => clusterRoleAggregationController },
  { name: 'disruption', create: () => disruptionController },
  endpointController,
  endpointSliceController,
  { name: 'pv-protection', create: () => pvProtectionController },
  { name: 'pvc-protection', create: () => pvcProtectionController },
  { name: 'resourcequota', create: createResourceQuotaController },
  { name: 'root-ca-cert-publisher', create: () => rootCaCertPublisher },
  { name: 'serviceaccount', create: () => serviceAccountController },
];
