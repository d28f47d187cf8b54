/**
 * The admission plugins, in upstream's order (kubeapiserver/options/plugins.go). Upstream has LimitRanger and
 * ServiceAccount behind NamespaceLifecycle, PodSecurity behind TaintNodesByCondition, and behind DefaultTolerationSeconds
 * the storage plugins, the webhooks, ValidatingAdmissionPolicy and, last of all, ResourceQuota.
 */
import type { PluginFactory } from './admission.ts';
import { defaultTolerationSeconds } from './default-toleration-seconds.ts';
import { namespaceLifecycle } from './namespace-lifecycle.ts';
import { priority } from './priority.ts';
import { taintNodesByCondition } from './taint-nodes-by-condition.ts';

export const coreAdmission: readonly PluginFactory[] = [
  namespaceLifecycle,
  taintNodesByCondition,
  priority,
  defaultTolerationSeconds,
];
