/** Everything the API server can do, a line a feature. */
import { fullAdmission } from './admission/full-registry.ts';
import { createServiceAllocator } from './allocation/service-allocator.ts';
import { traceAudit } from './audit/audit.ts';
import { accountSecrets } from './authentication/account-secrets.ts';
import { identityReviews } from './authentication/reviews.ts';
import { bootstrapRoles } from './authorization/bootstrap/hook.ts';
import { rbacEscalation } from './authorization/escalation.ts';
import { accessReviews } from './authorization/reviews.ts';
import { customResourceDefinitions } from './custom-resources/admission.ts';
import { customResources } from './custom-resources/index.ts';
import { serveDocument } from './documents.ts';
import type { ApiFeatures } from './features.ts';
import { fieldManagement } from './field-management/field-management.ts';
import { fairQueues } from './flow-control/flow-control.ts';
import { fullAccess } from './full-access.ts';
import { kindWarnings } from './kind-warnings/index.ts';
import { kubernetesService } from './kubernetes-service.ts';
import { createMetrics } from './metrics/metrics.ts';
import { systemPriorityClasses } from './priority-classes.ts';
import { resourceMetrics } from './resource-metrics/resource-metrics.ts';
import { allSubresources } from './subresources/all.ts';
import { createViewStorage } from './view-storage.ts';

export const fullFeatures: ApiFeatures = {
  admission: [...fullAdmission, accountSecrets, rbacEscalation, customResourceDefinitions, kindWarnings],
  subresources: allSubresources,
  hooks: [bootstrapRoles, systemPriorityClasses, kubernetesService, customResources],
  access: fullAccess,
  serveDocument,
  createView: createViewStorage,
  audit: traceAudit,
  metrics: createMetrics,
  flowControl: fairQueues(),
  allocator: createServiceAllocator,
  unstored: [...accessReviews, ...identityReviews, ...resourceMetrics],
  fieldManagement,
};
