/** NodeRestriction: a kubelet changes its own node and the pods bound to it, nothing else (upstream: plugin/pkg/admission/noderestriction). */
import { Node, Pod, type PodSpec } from '../../api/index.ts';
import type { Attributes, PluginFactory } from '../../apiserver/admission/admission.ts';
import { asJson } from '../../apiserver/codec.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { isOf } from '../../apiserver/resource.ts';
import type { Resources } from '../../apiserver/resources.ts';
import {
  deepEqual,
  forbidden,
  isJsonObject,
  type Json,
  type KubeObject,
  type Labels,
  notFound,
  mirrorPodAnnotation,
} from '../../meta/index.ts';
import { nodeNameOf } from './authorizer.ts';

export const nodeRestriction: PluginFactory = ({ resources }) => {
  function check(object: KubeObject | undefined, attributes: Attributes): void {
    const nodeName = nodeNameOf(attributes.user);
    if (nodeName === undefined || attributes.operation === 'CONNECT') return;
    const why = objection(nodeName, object, attributes, resources);
    if (why !== undefined) refuse(forbidden(attributes.resource, attributes.name, why));
  }
  return {
    name: 'NodeRestriction',
    mutate(object, attributes) {
      check(object, attributes);
      return object;
    },
    // Deletions have nothing to mutate.
    validate(object, attributes) {
      if (attributes.operation === 'DELETE') check(object, attributes);
    },
  };
};

/** Why a node may not do this; undefined when it may. */
function objection(
  nodeName: string,
  object: KubeObject | undefined,
  attributes: Attributes,
  resources: Resources,
): string | undefined {
  const { resource, subresource, name } = attributes;
  switch (`${resource.group}/${resource.plural}`) {
    case '/pods':
      return podObjection(nodeName, object, attributes, resources);
    case '/nodes':
      return nodeObjection(nodeName, object, attributes);
    case '/serviceaccounts':
      if (subresource !== 'token' || object === undefined) return undefined;
      return tokenObjection(nodeName, asJson(object), attributes, resources);
    case 'storage.k8s.io/csinodes':
      return name === nodeName ? undefined : 'can only access CSINode with the same name as the requesting node';
    case 'coordination.k8s.io/leases':
      if (attributes.namespace !== 'kube-node-lease') {
        return 'can only access leases in the "kube-node-lease" system namespace';
      }
      return name === nodeName ? undefined : 'can only access node lease with the same name as the requesting node';
    default:
      return undefined;
  }
}

function podObjection(
  nodeName: string,
  object: KubeObject | undefined,
  attributes: Attributes,
  resources: Resources,
): string | undefined {
  const { operation, subresource, old, namespace, name } = attributes;
  const node = `node ${JSON.stringify(nodeName)}`;
  if (subresource === 'status') {
    if (operation !== 'UPDATE') return `unexpected operation ${JSON.stringify(operation)}`;
    if (nodeOf(old) !== nodeName) return `${node} can only update pod status for pods with spec.nodeName set to itself`;
    const sameLabels = deepEqual(old?.metadata.labels ?? {}, object?.metadata.labels ?? {});
    return sameLabels ? undefined : `${node} cannot update labels through pod status`;
  }
  if (subresource === 'eviction') {
    const pod = podIn(resources, namespace, name);
    return nodeOf(pod) === nodeName
      ? undefined
      : `node ${nodeName} can only evict pods with spec.nodeName set to itself`;
  }
  if (subresource !== '') {
    return `unexpected pod subresource ${JSON.stringify(subresource)}, only 'status' and 'eviction' are allowed`;
  }
  if (operation === 'DELETE') {
    return nodeOf(old) === nodeName ? undefined : `${node} can only delete pods with spec.nodeName set to itself`;
  }
  if (operation !== 'CREATE') {
    return `unexpected operation ${JSON.stringify(operation)}, ${node} can only create and delete mirror pods`;
  }
  return object !== undefined && isOf(Pod, object) ? mirrorObjection(nodeName, object, resources) : undefined;
}

function mirrorObjection(nodeName: string, { metadata, spec }: Pod, resources: Resources): string | undefined {
  const node = `node ${JSON.stringify(nodeName)}`;
  if (metadata.annotations?.[mirrorPodAnnotation] === undefined) {
    return `pod does not have ${JSON.stringify(mirrorPodAnnotation)} annotation, ${node} can only create mirror pods`;
  }
  if (spec.nodeName !== nodeName) return `${node} can only create pods with spec.nodeName set to itself`;
  const owners = metadata.ownerReferences ?? [];
  const [owner] = owners;
  if (owners.length > 1) return `${node} can only create pods with a single owner reference set to itself`;
  if (owner === undefined || owner.apiVersion !== 'v1' || owner.kind !== 'Node' || owner.name !== nodeName) {
    return `${node} can only create pods with an owner reference set to itself`;
  }
  if (owner.controller !== true) return `${node} can only create pods with a controller owner reference set to itself`;
  if (owner.blockOwnerDeletion === true) return `${node} must not set blockOwnerDeletion on an owner reference`;
  const own = resources.find('', 'v1', 'nodes')?.cache.get(nodeName);
  if (own === undefined) return refuse(notFound({ group: '', plural: 'nodes' }, nodeName));
  if (owner.uid !== own.metadata.uid) {
    return `node ${nodeName} UID mismatch: expected ${owner.uid} got ${own.metadata.uid}`;
  }
  if (spec.serviceAccountName) return `${node} can not create pods that reference a service account`;
  const referenced = references(spec);
  return referenced === undefined ? undefined : `${node} can not create pods that reference ${referenced}`;
}

/** The first of upstream's list of kinds whose objects the pod needs. */
function references(spec: PodSpec): string | undefined {
  const { volumes = [], containers, initContainers = [], imagePullSecrets = [] } = spec;
  const every = [...containers, ...initContainers];
  const fromEnv = (field: 'secretRef' | 'configMapRef'): boolean =>
    every.some(({ envFrom = [] }) => envFrom.some((source) => source[field] !== undefined));
  const fromValue = (field: 'secretKeyRef' | 'configMapKeyRef'): boolean =>
    every.some(({ env = [] }) => env.some(({ valueFrom }) => valueFrom?.[field] !== undefined));
  const inVolume = (field: 'secret' | 'configMap'): boolean =>
    volumes.some(
      (volume) =>
        volume[field] !== undefined ||
        volume.projected?.sources?.some((source) => source[field] !== undefined) === true,
    );
  if (imagePullSecrets.length > 0 || fromEnv('secretRef') || fromValue('secretKeyRef') || inVolume('secret')) {
    return 'secrets';
  }
  if (fromEnv('configMapRef') || fromValue('configMapKeyRef') || inVolume('configMap')) return 'configmaps';
  return volumes.some(({ persistentVolumeClaim }) => persistentVolumeClaim !== undefined)
    ? 'persistentvolumeclaims'
    : undefined;
}

function nodeObjection(
  nodeName: string,
  object: KubeObject | undefined,
  { name, operation, old }: Attributes,
): string | undefined {
  const node = `node ${JSON.stringify(nodeName)}`;
  if (name !== nodeName) return `${node} is not allowed to modify node ${JSON.stringify(name)}`;
  if (object === undefined || !isOf(Node, object)) return undefined;
  if (operation === 'CREATE') {
    const labels = forbiddenLabels(object.metadata.labels, undefined);
    return labels === '' ? undefined : `${node} is not allowed to set the following labels: ${labels}`;
  }
  if (old === undefined || !isOf(Node, old)) return undefined;
  if (!deepEqual(object.spec?.taints ?? [], old.spec?.taints ?? [])) return `${node} is not allowed to modify taints`;
  const labels = forbiddenLabels(object.metadata.labels, old.metadata.labels);
  return labels === '' ? undefined : `is not allowed to modify labels: ${labels}`;
}

/** Labels below kubernetes.io and k8s.io that kubelets may set (upstream: kubelet/pkg/apis/well_known_labels.go). */
const kubeletLabels = new Set([
  'kubernetes.io/hostname',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
  'node.kubernetes.io/instance-type',
  'beta.kubernetes.io/instance-type',
  'kubernetes.io/os',
  'kubernetes.io/arch',
  'beta.kubernetes.io/os',
  'beta.kubernetes.io/arch',
]);

const within = (space: string, root: string): boolean => space === root || space.endsWith(`.${root}`);

function forbiddenLabels(now: Labels = {}, before: Labels = {}): string {
  const keys = [...new Set([...Object.keys(now), ...Object.keys(before)])].filter((key) => now[key] !== before[key]);
  const refused = keys.filter((key) => {
    const space = key.includes('/') ? (key.split('/', 1)[0] ?? '') : '';
    if (within(space, 'node-restriction.kubernetes.io')) return true;
    const ours =
      within(space, 'kubelet.kubernetes.io') || within(space, 'node.kubernetes.io') || kubeletLabels.has(key);
    return !ours && (within(space, 'kubernetes.io') || within(space, 'k8s.io'));
  });
  return refused.sort().join(', ');
}

function tokenObjection(
  nodeName: string,
  request: Json,
  { namespace }: Attributes,
  resources: Resources,
): string | undefined {
  const spec = isJsonObject(request) ? request['spec'] : undefined;
  const given = isJsonObject(spec) ? spec['boundObjectRef'] : undefined;
  const { apiVersion, kind, name, uid } = isJsonObject(given) ? given : {};
  if (apiVersion !== 'v1' || kind !== 'Pod' || typeof name !== 'string' || name === '') {
    return 'node requested token not bound to a pod';
  }
  if (!uid) return 'node requested token with a pod binding without a uid';
  const pod = podIn(resources, namespace, name);
  if (uid !== pod.metadata.uid) {
    return `the UID in the bound object reference (${String(uid)}) does not match the UID in record. The object might have been deleted and then recreated`;
  }
  return nodeOf(pod) === nodeName ? undefined : 'node requested token bound to a pod scheduled on a different node';
}

function podIn(resources: Resources, namespace: string, name: string): KubeObject {
  const pod = resources.find('', 'v1', 'pods')?.cache.get(`${namespace}/${name}`);
  return pod ?? refuse(notFound({ group: '', plural: 'pods' }, name));
}

function nodeOf(pod: KubeObject | undefined): string | undefined {
  return pod !== undefined && isOf(Pod, pod) ? pod.spec.nodeName : undefined;
}
