/**
 * All built-in controllers, a line each, in the order they start. To add one: its folder and a line here. In the page those of the profile
 * `full` alone come in a piece: what is imported is used only when a controller is created.
 */
import type { ControllerFactory } from 'converge/sdk';
import { createAttachDetachController } from './attachdetach/index.ts';
import { createCloudAttachDetachController } from './cloud-attachdetach/index.ts';
import { createCloudNodeController } from './cloud-node/index.ts';
import { cloudNodeLifecycleController } from './cloud-node-lifecycle/index.ts';
import { createCloudVolumeProvisioner } from './cloud-volume-provisioner/index.ts';
import { createCloudVolumeResizer } from './cloud-volume-resizer/index.ts';
import { createClusterAutoscaler } from './cluster-autoscaler/index.ts';
import { clusterRoleAggregationController } from './clusterrole-aggregation/index.ts';
import { createCronJobController } from './cronjob/index.ts';
import { createDaemonSetController } from './daemonset/index.ts';
import { deploymentController } from './deployment/index.ts';
import { createDisruptionController } from './disruption/index.ts';
import { endpointController } from './endpoints/index.ts';
import { endpointSliceController } from './endpointslice/index.ts';
import { endpointSliceMirroringController } from './endpointslicemirroring/index.ts';
import { ephemeralVolumeController } from './ephemeral-volume/index.ts';
import { createGarbageCollector } from './garbage-collector/index.ts';
import { createHorizontalPodAutoscaler } from './horizontal-pod-autoscaler/index.ts';
import { createIngressController } from './ingress/index.ts';
import { createJobController } from './job/index.ts';
import { createNamespaceController } from './namespace/index.ts';
import { createNodeLifecycleController } from './node-lifecycle/index.ts';
import { createNodeRouteController } from './node-route/index.ts';
import { createPersistentVolumeBinder } from './persistentvolume-binder/index.ts';
import { createPersistentVolumeExpander } from './persistentvolume-expander/index.ts';
import { createPodGcController } from './pod-gc/index.ts';
import { pvProtectionController } from './pv-protection/index.ts';
import { pvcProtectionController } from './pvc-protection/index.ts';
import { replicaSetController } from './replicaset/index.ts';
import { replicationControllerController } from './replicationcontroller/index.ts';
import { createResourceQuotaController } from './resourcequota/index.ts';
import { rootCaCertPublisher } from './root-ca-cert-publisher/index.ts';
import { createServiceController } from './service/index.ts';
import { serviceAccountController } from './serviceaccount/index.ts';
import { statefulSetController } from './statefulset/index.ts';
import { createTaintEvictionController } from './taint-eviction/index.ts';
import { ttlAfterFinishedController } from './ttl-after-finished/index.ts';
import { volumeProvisioner } from './volume-provisioner/index.ts';
import { createVolumeResizer } from './volume-resizer/index.ts';

export const controllers: readonly ControllerFactory[] = [
  { name: 'deployment', create: () => deploymentController },
  { name: 'garbage-collector', create: createGarbageCollector },
  { name: 'namespace', create: createNamespaceController },
  { name: 'node-lifecycle', create: createNodeLifecycleController },
  { name: 'pod-gc', create: createPodGcController },
  { name: 'replicaset', create: () => replicaSetController },
  { name: 'taint-eviction', create: createTaintEvictionController },
  { name: 'attachdetach', create: () => createAttachDetachController() },
  { name: 'clusterrole-aggregation', create: () => clusterRoleAggregationController },
  { name: 'cronjob', create: () => createCronJobController() },
  { name: 'daemonset', create: () => createDaemonSetController() },
  { name: 'disruption', create: (kinds) => createDisruptionController(kinds) },
  { name: 'endpoints', create: (kinds) => endpointController.create(kinds) },
  { name: 'endpointslice', create: (kinds) => endpointSliceController.create(kinds) },
  { name: 'endpointslicemirroring', create: (kinds) => endpointSliceMirroringController.create(kinds) },
  { name: 'ephemeral-volume', create: () => ephemeralVolumeController },
  { name: 'horizontal-pod-autoscaler', create: (kinds) => createHorizontalPodAutoscaler(kinds) },
  { name: 'job', create: () => createJobController() },
  { name: 'persistentvolume-binder', create: () => createPersistentVolumeBinder() },
  { name: 'persistentvolume-expander', create: () => createPersistentVolumeExpander() },
  { name: 'pv-protection', create: () => pvProtectionController },
  { name: 'pvc-protection', create: () => pvcProtectionController },
  { name: 'replicationcontroller', create: () => replicationControllerController },
  { name: 'resourcequota', create: () => createResourceQuotaController() },
  { name: 'root-ca-cert-publisher', create: () => rootCaCertPublisher },
  { name: 'serviceaccount', create: () => serviceAccountController },
  { name: 'statefulset', create: () => statefulSetController },
  { name: 'ttl-after-finished', create: () => ttlAfterFinishedController },
  { name: 'volume-provisioner', create: () => volumeProvisioner },
  { name: 'volume-resizer', create: () => createVolumeResizer() },
];

/**
 * The cloud controller manager's: they run where the cluster has a cloud, in every profile, and come in a piece with it. One that is named as
 * another takes its place there.
 */
export const cloudControllers: readonly ControllerFactory[] = [
  { name: 'attachdetach', create: () => createCloudAttachDetachController() },
  { name: 'cloud-node', create: () => createCloudNodeController() },
  { name: 'cloud-node-lifecycle', create: () => cloudNodeLifecycleController },
  { name: 'service', create: () => createServiceController() },
  { name: 'volume-provisioner', create: () => createCloudVolumeProvisioner() },
  { name: 'volume-resizer', create: () => createCloudVolumeResizer() },
];

/** Of add-ons: each runs where the cluster has the one of its name, and comes in a piece of the page with it. */
export const addonControllers: readonly ControllerFactory[] = [
  { name: 'cluster-autoscaler', create: () => createClusterAutoscaler() },
  { name: 'ingress', create: () => createIngressController() },
  { name: 'node-route', create: () => createNodeRouteController() },
];
