/**
 * The extensions of the API server, a line each. To add one: its folder and a line here. Authorizers are consulted, start hooks run and
 * plugins that upstream doesn't have run in this order.
 */
import { type ApiFeature, type ApiFeatures, mergeFeatures } from '../apiserver/index.ts';
import { accessReviewsFeature } from './access-reviews/index.ts';
import { apiServicesFeature } from './api-services/index.ts';
import { auditFeature } from './audit/index.ts';
import { authenticationFeature } from './authentication/index.ts';
import { customResourcesFeature } from './custom-resources/index.ts';
import { defaultClassesFeature } from './default-classes/index.ts';
import { defaultTolerationSecondsFeature } from './default-toleration-seconds/index.ts';
import { evictionFeature } from './eviction/index.ts';
import { fieldManagementFeature } from './field-management/index.ts';
import { flowControlFeature } from './flow-control/index.ts';
import { impersonationFeature } from './impersonation/index.ts';
import { kindWarningsFeature } from './kind-warnings/index.ts';
import { kubernetesServiceFeature } from './kubernetes-service/index.ts';
import { limitRangerFeature } from './limit-ranger/index.ts';
import { metricsAdapterFeature } from './metrics-adapter/index.ts';
import { metricsFeature } from './metrics/index.ts';
import { nodeAuthorizationFeature } from './node-authorization/index.ts';
import { openapiFeature } from './openapi/index.ts';
import { podSecurityFeature } from './pod-security/index.ts';
import { podSubresourcesFeature } from './pod-subresources/index.ts';
import { priorityFeature } from './priority/index.ts';
import { rbacFeature } from './rbac/index.ts';
import { resourceMetricsFeature } from './resource-metrics/index.ts';
import { resourceQuotaFeature } from './resource-quota/index.ts';
import { runtimeClassFeature } from './runtime-class/index.ts';
import { scaleFeature } from './scale/index.ts';
import { serviceAccountFeature } from './service-account/index.ts';
import { serviceAllocationFeature } from './service-allocation/index.ts';
import { streamsFeature } from './streams/index.ts';
import { systemPriorityClassesFeature } from './system-priority-classes/index.ts';
import { taintNodesByConditionFeature } from './taint-nodes-by-condition/index.ts';
import { validatingAdmissionPoliciesFeature } from './validating-admission-policies/index.ts';
import { validationFeature } from './validation/index.ts';
import { viewStorageFeature } from './view-storage/index.ts';
import { volumeAdmissionFeature } from './volume-admission/index.ts';
import { webhooksFeature } from './webhooks/index.ts';

/** In the page what the profile `minimal` doesn't have comes in a piece, loaded before the cluster is created; until then it is undefined. */
const all = (): readonly (ApiFeature | undefined)[] => [
  accessReviewsFeature,
  authenticationFeature,
  impersonationFeature,
  nodeAuthorizationFeature,
  rbacFeature,
  limitRangerFeature,
  serviceAccountFeature,
  taintNodesByConditionFeature,
  validationFeature,
  podSecurityFeature,
  priorityFeature,
  defaultTolerationSecondsFeature,
  defaultClassesFeature,
  volumeAdmissionFeature,
  runtimeClassFeature,
  webhooksFeature,
  validatingAdmissionPoliciesFeature,
  resourceQuotaFeature,
  systemPriorityClassesFeature,
  kubernetesServiceFeature,
  customResourcesFeature,
  kindWarningsFeature,
  fieldManagementFeature,
  flowControlFeature,
  auditFeature,
  metricsFeature,
  metricsAdapterFeature,
  resourceMetricsFeature,
  apiServicesFeature,
  serviceAllocationFeature,
  viewStorageFeature,
  openapiFeature,
  evictionFeature,
  scaleFeature,
  podSubresourcesFeature,
  streamsFeature,
];

/** Those that are loaded. */
export const loadedExtensions = (): readonly ApiFeature[] => all().filter((each) => each !== undefined);

/** What a server with these extensions has, by folder. */
export function featuresOf(names: 'all' | readonly string[]): ApiFeatures {
  if (names === 'all') return mergeFeatures(loadedExtensions());
  const extensions = loadedExtensions();
  const unknown = names.find((name) => !extensions.some((each) => each.name === name));
  if (unknown !== undefined) throw new Error(`no such extension: ${unknown}`);
  return mergeFeatures(extensions.filter(({ name }) => names.includes(name)));
}

/** Loads those that a server with these needs. */
export async function loadExtensions(names: 'all' | readonly string[]): Promise<void> {
  if (names === 'all') await Promise.all([loadOthers(), loadRules()]);
}

async function loadOthers(): Promise<void> {
  await import('./rbac/index.ts');
}

/** They are a piece of their own, fetched beside the others. */
async function loadRules(): Promise<void> {
  await import('./validation/index.ts');
}
