/** Names of loops as one calls them, by their controller: the same in chains of causes and in lists to choose from. */
import type { English } from './words.ts';

export const loopNames: Readonly<Record<string, English>> = {
  deployment: 'Deployment loop',
  replicaset: 'ReplicaSet loop',
  replicationcontroller: 'ReplicationController loop',
  statefulset: 'StatefulSet loop',
  daemonset: 'DaemonSet loop',
  job: 'Job loop',
  cronjob: 'CronJob loop',
  endpoints: 'Endpoints loop',
  endpointslice: 'EndpointSlice loop',
  'garbage-collector': 'garbage collector',
  'node-lifecycle': 'node lifecycle loop',
  'taint-eviction': 'taint eviction loop',
};
