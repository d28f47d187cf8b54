/** The parts of the engine that code of the workspace can take the place of, and what they are exported as. */
import type { EngineParts } from '../engine/index.ts';

/** `reflector` */
export type PartName = keyof typeof partExports;

export const partExports = {
  'work-queue': ['createWorkQueue'],
  'rate-limiter': ['createRateLimiter'],
  expectations: ['createExpectations'],
  'owner-graph': ['createOwnerGraph'],
  reflector: ['stepReflector'],
  'validate-config-map': ['validateConfigMap'],
  'vote-rule': ['grantsVote'],
  'commit-rule': ['commitIndex'],
  'compare-and-swap': ['stepUpdate'],
  'rolling-step': ['rollingStep'],
  'lease-rule': ['decideLease'],
  'service-rules': ['serviceRules'],
  'network-policy': ['judgeConnection'],
  'sync-pod': ['syncPod'],
  autoscaling: ['recommendReplicas', 'stabilizeReplicas', 'boundReplicas'],
} as const satisfies Readonly<Record<string, readonly (keyof EngineParts)[]>>;

export const isPartName = (value: unknown): value is PartName => typeof value === 'string' && Object.hasOwn(partExports, value);

export const partNames: readonly PartName[] = Object.keys(partExports).filter(isPartName);

/** Whether a part has this name because the API server, etcd, kubelets, kube-proxy, policies’ agents or elections run on it; other parts have their controller's name. */
export const isServedPart = (name: string): boolean => /^(?:apiserver|etcd|kubelet|kube-proxy|network-policies|election)\//.test(name);

/** The name of the webhook that a swap of this name is about (`webhook/guard`); undefined: it is about something else. */
export const webhookIn = (swap: string): string | undefined => (swap.startsWith('webhook/') ? swap.slice('webhook/'.length) : undefined);

/** The name of the exported function that a swap of this name is about (`function/surplusPods`), to be called and nothing else; undefined: it is about something else. */
export const functionIn = (swap: string): string | undefined => (swap.startsWith('function/') ? swap.slice('function/'.length) : undefined);

/** The name of the scheduler’s plugin that a swap of this name is about (`scheduler/NodeName`); undefined: it is about something else. */
export const pluginIn = (swap: string): string | undefined => (swap.startsWith('scheduler/') ? swap.slice('scheduler/'.length) : undefined);
