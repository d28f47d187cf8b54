/** What kubelets can do that those of the profile `minimal` can't: in the page it comes with the profile `full`. */
import { findDisks, followClaims } from './claims.ts';
import { configureContainer } from './container-config.ts';
import type { PodFeatures } from './node-context.ts';
import { choosePods } from './preemption/victims.ts';
import { createPodResizer } from './pod-resize.ts';
import { prepareSandbox } from './sandbox-network.ts';
import { createStaticPods } from './static-pods.ts';

export interface NodeFeatures extends PodFeatures {
  /** What changes the resources of running pods; without it they keep what they have. */
  readonly createPodResizer: typeof createPodResizer;
  /** What makes pods of the node's manifests; without it they are ignored. */
  readonly createStaticPods: typeof createStaticPods;
}

export const nodeFeatures: NodeFeatures = { findDisks, followClaims, prepareSandbox, choosePods, configureContainer, createPodResizer, createStaticPods };
