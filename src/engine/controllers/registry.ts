/** All built-in controllers, a line each. To add one: its folder and a line here. */
import type { ControllerFactory } from 'converge/sdk';
import { deploymentController } from './deployment/index.ts';
import { createGarbageCollector } from './garbage-collector/index.ts';
import { createNamespaceController } from './namespace/index.ts';
import { createNodeLifecycleController } from './node-lifecycle/index.ts';
import { createPodGcController } from './pod-gc/index.ts';
import { replicaSetController } from './replicaset/index.ts';
import { createTaintEvictionController } from './taint-eviction/index.ts';

export const controllers: readonly ControllerFactory[] = [
  { name: 'deployment', create: () => deploymentController },
  { name: 'garbage-collector', create: createGarbageCollector },
  { name: 'namespace', create: createNamespaceController },
  { name: 'node-lifecycle', create: createNodeLifecycleController },
  { name: 'pod-gc', create: createPodGcController },
  { name: 'replicaset', create: () => replicaSetController },
  { name: 'taint-eviction', create: createTaintEvictionController },
];
