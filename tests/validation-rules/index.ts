/** The table of upstream's validation rules: a file per kind or part of one. */
import { admissionRules } from './admission.ts';
import { appsRules } from './apps.ts';
import { batchRules } from './batch.ts';
import { claimRules } from './core/claims.ts';
import { nodeRules } from './core/nodes.ts';
import { persistentVolumeRules } from './core/persistent-volumes.ts';
import { podContainerRules } from './core/pod-containers.ts';
import { podSecurityRules } from './core/pod-security.ts';
import { podSpecRules } from './core/pod-spec.ts';
import { podUpdateRules } from './core/pod-updates.ts';
import { podVolumeRules } from './core/pod-volumes.ts';
import { serviceRules } from './core/services.ts';
import { smallKindRules } from './core/small-kinds.ts';
import { definitionRules } from './definitions.ts';
import { metadataRules } from './metadata.ts';
import { networkingRules } from './networking.ts';
import { optionRules } from './options.ts';
import { autoscalerRules, budgetRules, discoveryRules, rbacRules, scheduledRules } from './others.ts';
import { reviewRules } from './reviews.ts';
import type { UpstreamFunction } from './rule.ts';
import { schemaRules } from './schemas.ts';
import { sharedRules } from './shared.ts';
import { storageRules } from './storage.ts';

export const validationRules: readonly UpstreamFunction[] = [
  ...podSpecRules,
  ...podVolumeRules,
  ...podContainerRules,
  ...podSecurityRules,
  ...podUpdateRules,
  ...persistentVolumeRules,
  ...claimRules,
  ...nodeRules,
  ...serviceRules,
  ...smallKindRules,
  ...metadataRules,
  ...appsRules,
  ...batchRules,
  ...budgetRules,
  ...autoscalerRules,
  ...networkingRules,
  ...rbacRules,
  ...discoveryRules,
  ...scheduledRules,
  ...storageRules,
  ...admissionRules,
  ...reviewRules,
  ...optionRules,
  ...definitionRules,
  ...schemaRules,
  ...sharedRules,
];
