/** The profiles: which extensions of the API server, which controllers and which further parts a cluster has. */
import { serveDocument } from '../apiserver/documents.ts';
import { coreFeatures } from '../apiserver/features.ts';
import { fullFeatures } from '../apiserver/full-features.ts';
import type { ApiFeatures } from '../apiserver/index.ts';
import { allSubresources } from '../apiserver/subresources/all.ts';
import { createViewStorage } from '../apiserver/view-storage.ts';

export type ProfileName = 'full' | 'minimal';

export interface Profile {
  /** What the API server has beyond its core. */
  readonly features: ApiFeatures;
  /** Built-in controllers, by name. */
  readonly controllers: 'all' | readonly string[];
  /** A kube-proxy on each node, so that Services have addresses and names. */
  readonly kubeProxy: boolean;
  /** Pods reach the API server at `kubernetes.default`. */
  readonly apiForPods: boolean;
  /** Nodes that clients create run on a simulated machine while they are labeled `converge.dev/simulate=true`. */
  readonly simulatedNodes: boolean;
}

export const profiles: Readonly<Record<ProfileName, Profile>> = {
  full: {
    features: fullFeatures,
    controllers: 'all',
    kubeProxy: true,
    apiForPods: true,
    simulatedNodes: true,
  },
  minimal: {
    features: { ...coreFeatures, subresources: allSubresources, serveDocument, createView: createViewStorage },
    controllers: [
      'deployment',
      'garbage-collector',
      'namespace',
      'node-lifecycle',
      'pod-gc',
      'replicaset',
      'taint-eviction',
    ],
    kubeProxy: false,
    apiForPods: false,
    simulatedNodes: false,
  },
};

/** Whether a cluster of this profile runs the built-in controller of this name. */
export function runsIn({ controllers }: Profile, name: string): boolean {
  return controllers === 'all' || controllers.includes(name);
}
