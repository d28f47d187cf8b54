/** What your loop has to live through, what must hold after every revision, and what must hold once things have settled. */
import { DaemonSet, Pod } from 'converge/sdk';
import { daemonSetScenarios } from '../../../../lesson/universes/daemon-set-scenarios.ts';
import { templateForDaemon } from '../../../../lesson/universes/daemon-sets.ts';
import { daemonSetNeighbours } from '../../../../lesson/universes/neighbours/daemon-sets.ts';
import { podNeighbours } from '../../../../lesson/universes/neighbours/pods.ts';
import { drawTarget } from '../../../../lesson/universes/neighbours/target.ts';
import { reportsWhileRefused, truthfulDaemonStatus } from '../../../../lesson/universes/rules/daemon-status.ts';
import type { Check } from '../../../../lesson/universes/types.ts';
import { deletedAgain, deletedTwice, heldUp, placed, secondPod, tookItsPod, wrongNode } from './always.ts';
import { crowded, empty, ended, kept, orphan, stoodStill, unwelcome } from './settled.ts';

/** They would only look on: the loop that is judged has to do all that is done about its Pods, and no owner is deleted. */
const idle = [
  'clusterrole-aggregation',
  'cronjob',
  'deployment',
  'disruption',
  'endpoints',
  'endpointslice',
  'ephemeral-volume',
  'garbage-collector',
  'horizontal-pod-autoscaler',
  'job',
  'namespace',
  'pv-protection',
  'pvc-protection',
  'replicaset',
  'replicationcontroller',
  'resourcequota',
  'root-ca-cert-publisher',
  'serviceaccount',
  'statefulset',
  'taint-eviction',
  'ttl-after-finished',
];

export default {
  controller: 'daemonset',
  entry: 'index.ts',
  cluster: { nodes: 3, withoutControllers: idle, withoutEvents: true },
  subject: { kind: DaemonSet, makes: Pod, writes: ['status'], templateFor: templateForDaemon },
  target: drawTarget,
  neighbours: [...daemonSetNeighbours, ...podNeighbours],
  scenarios: daemonSetScenarios,
  always: [placed, wrongNode, secondPod, tookItsPod, deletedAgain, deletedTwice, heldUp, reportsWhileRefused],
  settled: [orphan, kept, stoodStill('create'), stoodStill('delete'), ended, unwelcome, crowded, empty, truthfulDaemonStatus],
} satisfies Check;
