/** All built-in controllers, a line each. To add one: its folder and a line here. */
import type { ControllerFactory } from 'converge/sdk';
import { deploymentController } from './deployment/index.ts';
import { replicaSetController } from './replicaset/index.ts';

export const controllers: readonly ControllerFactory[] = [
  { name: 'deployment', create: () => deploymentController },
  { name: 'replicaset', create: () => replicaSetController },
];
