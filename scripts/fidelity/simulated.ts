/** What happens with the objects of each kind besides being served, and which of their fields have no effect. Kinds by `plural.group`. */
export interface Simulated {
  /** Who acts on them; '' when nobody does: they are kept only. */
  readonly by: string;
  /** Fields that are checked and kept, and change nothing. '' when all of them do something. */
  readonly keptOnly: string;
}

export const simulated: Readonly<Record<string, Simulated>> = {
  configmaps: { by: 'kubelet (environment, volumes)', keptOnly: '' },
  endpoints: { by: 'endpoints controller, `endpointslicemirroring`', keptOnly: '' },
  events: { by: 'every component; gone after an hour', keptOnly: '' },
  limitranges: { by: 'admission (LimitRanger)', keptOnly: '' },
  namespaces: { by: 'namespace controller, admission', keptOnly: '' },
  nodes: {
    by: 'kubelet, scheduler, node-lifecycle and taint-eviction controllers; in a cloud `cloud-node` and `cloud-node-lifecycle`',
    keptOnly: '`configSource`, `externalID`',
  },
  persistentvolumeclaims: {
    by: 'admission (protection, resize, default class), `ephemeral-volume`, `persistentvolume-binder`, `persistentvolume-expander`, `pvc-protection`, `volume-provisioner`, `volume-resizer`, kubelet, scheduler (VolumeBinding)',
    keptOnly: 'data sources, `volumeAttributesClassName` (compared when a volume is chosen)',
  },
  persistentvolumes: {
    by: '`persistentvolume-binder`, `pv-protection`, `volume-provisioner`, `volume-resizer`, `attachdetach`, kubelet, scheduler (VolumeBinding, VolumeZone)',
    keptOnly: 'mount options, recycling: with the policy Recycle a volume fails',
  },
  pods: {
    by: 'scheduler, kubelet, admission, endpointslice, disruption, taint-eviction and pod-gc controllers, garbage collector',
    keptOnly:
      'host namespaces, other fields of security contexts (checked by PodSecurity), devices',
  },
  podtemplates: { by: '', keptOnly: '' },
  replicationcontrollers: { by: 'replicationcontroller controller', keptOnly: '' },
  resourcequotas: { by: 'admission (ResourceQuota), resourcequota controller', keptOnly: '' },
  secrets: { by: 'kubelet (environment, volumes), authentication (tokens)', keptOnly: '' },
  serviceaccounts: { by: 'authentication, admission, serviceaccount controller', keptOnly: '' },
  services: {
    by: 'API server (addresses, node ports), endpointslice and endpoints controllers, the pod network; in a cloud the service controller',
    keptOnly: 'traffic distribution; load balancers where the cluster runs in no cloud',
  },
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': { by: 'admission', keptOnly: '' },
  'validatingadmissionpolicies.admissionregistration.k8s.io': { by: 'admission (CEL)', keptOnly: '' },
  'validatingadmissionpolicybindings.admissionregistration.k8s.io': { by: 'admission (CEL)', keptOnly: '' },
  'validatingwebhookconfigurations.admissionregistration.k8s.io': { by: 'admission', keptOnly: '' },
  'customresourcedefinitions.apiextensions.k8s.io': {
    by: 'API server: their objects are served',
    keptOnly: 'conversion by webhooks',
  },
  'controllerrevisions.apps': { by: 'daemonset and statefulset controllers', keptOnly: '' },
  'daemonsets.apps': { by: 'daemonset controller', keptOnly: '' },
  'deployments.apps': { by: 'deployment controller', keptOnly: '' },
  'replicasets.apps': { by: 'replicaset controller', keptOnly: '' },
  'statefulsets.apps': { by: 'statefulset controller', keptOnly: '`maxUnavailable`, which 1.32 doesn’t heed by default' },
  'horizontalpodautoscalers.autoscaling': { by: 'HorizontalPodAutoscaler controller', keptOnly: '' },
  'cronjobs.batch': { by: 'CronJob controller', keptOnly: '' },
  'jobs.batch': { by: 'job controller, TTL controller', keptOnly: '' },
  'leases.coordination.k8s.io': { by: 'kubelet, leader election', keptOnly: '`strategy`, `preferredHolder`' },
  'endpointslices.discovery.k8s.io': { by: 'endpointslice controller, the pod network', keptOnly: 'hints' },
  'events.events.k8s.io': { by: 'the same objects as core Events', keptOnly: '' },
  'ingressclasses.networking.k8s.io': { by: 'admission (default class), the controller of the add-on `ingress`', keptOnly: '`parameters`' },
  'ingresses.networking.k8s.io': { by: 'the controller and the proxies of the add-on `ingress`, where a cluster has it', keptOnly: 'certificates, backends that are other resources' },
  'networkpolicies.networking.k8s.io': { by: 'the agents of the add-on `network-policies`, where a cluster has it', keptOnly: '' },
  'runtimeclasses.node.k8s.io': { by: 'admission (RuntimeClass), kubelet: a handler other than `runc` fails the sandbox', keptOnly: '' },
  'poddisruptionbudgets.policy': { by: 'disruption controller, eviction API, preemption', keptOnly: '' },
  'clusterrolebindings.rbac.authorization.k8s.io': { by: 'authorization', keptOnly: '' },
  'clusterroles.rbac.authorization.k8s.io': { by: 'authorization, aggregation controller', keptOnly: '' },
  'rolebindings.rbac.authorization.k8s.io': { by: 'authorization', keptOnly: '' },
  'roles.rbac.authorization.k8s.io': { by: 'authorization', keptOnly: '' },
  'priorityclasses.scheduling.k8s.io': { by: 'admission (Priority), the scheduler’s queue, preemption', keptOnly: '' },
  'csidrivers.storage.k8s.io': { by: 'controller `attachdetach`, kubelet', keptOnly: 'all but `attachRequired`' },
  'csistoragecapacities.storage.k8s.io': { by: '', keptOnly: 'all: the scheduler reads none' },
  'csinodes.storage.k8s.io': {
    by: 'in a cloud kubelets (for the driver `disk.csi.converge.dev`), `volume-provisioner`; scheduler (NodeVolumeLimits)',
    keptOnly: 'which plugins have been migrated',
  },
  'storageclasses.storage.k8s.io': {
    by: 'admission (default class, resize), `persistentvolume-binder`, `volume-provisioner` (for `provisioner: disk.csi.converge.dev`), scheduler (VolumeBinding)',
    keptOnly: '',
  },
  'volumeattachments.storage.k8s.io': {
    by: 'controller `attachdetach` (which stands for the driver `disk.csi.converge.dev`, too), kubelet',
    keptOnly: 'inline volumes',
  },
};
