/** Warnings that kinds send along with what they take (upstream: WarningsOnCreate and WarningsOnUpdate of pkg/registry's strategies). */
import {
  CronJob,
  DaemonSet,
  Deployment,
  Ingress,
  Job,
  PersistentVolume,
  Pod,
  PodTemplate,
  type PodTemplateSpec,
  ReplicaSet,
  Service,
  ServiceAccount,
  StatefulSet,
} from '../../api/index.ts';
import { isQualifiedFinalizer } from '../../api/metadata-validation.ts';
import { type PluginFactory, warn } from '../../apiserver/admission/admission.ts';
import { isOf } from '../../apiserver/resource.ts';
import { checkDnsLabel, checkQualifiedName, type KubeObject } from '../../meta/index.ts';
import { podWarnings } from './pods.ts';

/** Called like an admission plugin that validates; refuses nothing. */
export const kindWarnings: PluginFactory = () => ({
  name: 'KindWarnings',
  validate(object, attributes) {
    const { operation, subresource, old, kind, resource } = attributes;
    if (object === undefined || subresource !== '' || kind !== undefined) return;
    if (operation !== 'CREATE' && operation !== 'UPDATE') return;
    const warnings = resource.definition.custom === undefined ? warningsOf(object, old) : finalizerWarnings(object, old);
    for (const text of warnings) warn(attributes, text);
  },
});

const none: readonly string[] = [];

/** A custom resource may have finalizers that a built-in kind refuses. */
function finalizerWarnings({ metadata }: KubeObject, old: KubeObject | undefined): readonly string[] {
  const advice =
    'prefer a domain-qualified finalizer name including a path (/) to avoid accidental conflicts with other finalizer writers';
  const before = new Set(old?.metadata.finalizers);
  const added = (metadata.finalizers ?? []).filter((name) => !before.has(name));
  return [...new Set(added)].sort().flatMap((name) => {
    const problems = isQualifiedFinalizer(name) ? checkQualifiedName(name) : [...checkQualifiedName(name), advice];
    return problems.map((problem) => `metadata.finalizers: ${JSON.stringify(name)}: ${problem}`);
  });
}

function warningsOf(object: KubeObject, old: KubeObject | undefined): readonly string[] {
  if (isOf(Pod, object)) {
    // Upstream doesn't check pods on updates.
    return old === undefined
      ? [...badName(object, "the Pod's hostname"), ...podWarnings('', object.spec, object.metadata)]
      : none;
  }
  if (isOf(Service, object)) return serviceWarnings(object);
  if (isOf(Ingress, object)) return old === undefined ? ingressWarnings(object) : none;
  if (isOf(ServiceAccount, object)) return accountWarnings(object);
  if (isOf(PersistentVolume, object)) return volumeWarnings(object);
  return old !== undefined && old.metadata.generation === object.metadata.generation
    ? none
    : workloadWarnings(object, old === undefined);
}

function workloadWarnings(object: KubeObject, isNew: boolean): readonly string[] {
  const own = (named: boolean, path: string, template: PodTemplateSpec | undefined): readonly string[] => [
    ...(named && isNew ? badName(object, 'Pod names and hostnames') : none),
    ...(template?.spec === undefined ? none : podWarnings(`${path}.`, template.spec, template.metadata ?? {})),
  ];
  if (isOf(Deployment, object) || isOf(ReplicaSet, object) || isOf(Job, object)) {
    return own(true, 'spec.template', object.spec?.template);
  }
  if (isOf(DaemonSet, object) || isOf(StatefulSet, object)) return own(false, 'spec.template', object.spec?.template);
  if (isOf(PodTemplate, object)) return own(false, 'template', object.template);
  if (!isOf(CronJob, object)) return none;
  const { jobTemplate, schedule } = object.spec;
  const warnings = own(true, 'spec.jobTemplate.spec.template', jobTemplate.spec?.template);
  return schedule.includes('TZ') ? [...warnings, zoneInSchedule] : warnings;
}

const zoneInSchedule =
  'cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details';

function badName({ metadata: { name } }: KubeObject, where: string): readonly string[] {
  const problems = checkDnsLabel(name);
  const what = `metadata.name: this is used in ${where}, which can result in surprising behavior; a DNS label is recommended`;
  return problems.length === 0 ? none : [`${what}: [${problems.join(' ')}]`];
}

function serviceWarnings({ metadata, spec }: Service): readonly string[] {
  const { type = 'ClusterIP', clusterIP = '', externalIPs = [], externalName = '', loadBalancerIP = '' } = spec;
  const warnings: string[] = [];
  if (metadata.annotations?.['service.kubernetes.io/topology-aware-hints'] !== undefined) {
    const [old, now] = ['service.kubernetes.io/topology-aware-hints', 'service.kubernetes.io/topology-mode'];
    warnings.push(`annotation ${old} is deprecated, please use ${now} instead`);
  }
  if (type === 'ClusterIP' && clusterIP === 'None') {
    if (loadBalancerIP !== '') warnings.push('spec.loadBalancerIP is ignored for headless services');
    if (externalIPs.length > 0) warnings.push('spec.externalIPs is ignored for headless services');
    if ((spec.sessionAffinity ?? 'None') !== 'None') {
      warnings.push('spec.SessionAffinity is ignored for headless services');
    }
  }
  if (type === 'ExternalName' && externalIPs.length > 0) {
    warnings.push('spec.externalIPs is ignored when spec.type is "ExternalName"');
  }
  if (type !== 'ExternalName' && externalName !== '') {
    warnings.push('spec.externalName is ignored when spec.type is not "ExternalName"');
  }
  return warnings;
}

const ingressClass = 'kubernetes.io/ingress.class';

function ingressWarnings({ metadata, spec }: Ingress): readonly string[] {
  if (metadata.annotations?.[ingressClass] === undefined || spec?.ingressClassName !== undefined) return none;
  return [`annotation ${JSON.stringify(ingressClass)} is deprecated, please use 'spec.ingressClassName' instead`];
}

const mountable = 'kubernetes.io/enforce-mountable-secrets';

function accountWarnings({ metadata }: ServiceAccount): readonly string[] {
  if (metadata.annotations?.[mountable] === undefined) return none;
  const words = 'deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets';
  return [`metadata.annotations[${mountable}]: ${words}`];
}

function volumeWarnings({ spec }: PersistentVolume): readonly string[] {
  if (spec?.persistentVolumeReclaimPolicy !== 'Recycle') return none;
  const words =
    'The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.';
  return [`spec.persistentVolumeReclaimPolicy: ${words}`];
}
