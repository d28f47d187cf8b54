/** The kinds of the small door (`index.ts`): what ReplicaSets, Deployments and the pods of both need. In the order of `registry.ts`. */
import { Deployment } from './apps/v1/deployment/index.ts';
import { ReplicaSet } from './apps/v1/replicaset/index.ts';
import { Lease } from './coordination/v1/lease/index.ts';
import { ConfigMap } from './core/v1/configmap/index.ts';
import { Event } from './core/v1/event/index.ts';
import { Namespace } from './core/v1/namespace/index.ts';
import { Node } from './core/v1/node/index.ts';
import { Pod } from './core/v1/pod/index.ts';
import type { KindDefinition } from './types.ts';

export const smallKinds: readonly KindDefinition[] = [
  ConfigMap,
  Event,
  Namespace,
  Node,
  Pod,
  Deployment,
  ReplicaSet,
  Lease,
];
