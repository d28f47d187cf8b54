/** What kubelets can do that those of the profile `minimal` can't: in the page it comes with the profile `full`. */
import { findDisks, followClaims } from './claims.ts';
import { configureContainer } from './container-config.ts';
import { createImageList } from './image-list.ts';
import type { PodFeatures } from './node-context.ts';
import { choosePods } from './preemption/victims.ts';
import { createPodResizer } from './pod-resize.ts';
import { prepareSandbox } from './sandbox-network.ts';
import { createStaticPods } from './static-pods.ts';

export interface NodeFeatures extends PodFeatures {
  /** What changes the resources of running pods; without it they keep what they have. */
  readonly createPodResizer: typeof createPodResizer;
  /** What lists images in the node's status; without it none does. */
  readonly createImageList: typeof createImageList;
  /** What makes pods of the node's manifests; without it they are ignored. */
  readonly createStaticPods: typeof createStaticPods;
}

export const nodeFeatures: NodeFeatures = { findDisks, followClaims, prepareSandbox, choosePods, configureContainer, createImageList, createPodResizer, createStaticPods };
