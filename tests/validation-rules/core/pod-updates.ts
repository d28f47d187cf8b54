/** Rules of what may change in Pods: by updates, and by the paths of their parts. */
import type { JsonObject } from '../../../src/engine/meta/index.ts';
import { duplicate, forbidden, invalid, isImmutable, isNoId, isNoIp, isNoQualifiedName, isNoSubdomain, notFound, required, unsupported } from '../messages.ts';
import { because, creates, differs, unreachable, updates, updatesPart, updatesStatus, upstream } from '../rule.ts';

const of = upstream('Pod', 'pkg/apis/core/validation/validation.go');
const update = 'api/core/v1/pod/update-validation.ts';
const status = 'extensions/validation/pod/status.ts';
const spec = 'extensions/validation/pod/spec.ts';
const resize = 'api/core/v1/pod/resize-validation.ts';
const ephemeral = 'api/core/v1/pod/ephemeral-validation.ts';

const container = { name: 'c', image: 'i' };
const withSpec = (fields: JsonObject): JsonObject => ({ spec: fields });
const gated = (fields: JsonObject): JsonObject => withSpec({ schedulingGates: [{ name: 'g' }], ...fields });
const hard = 'requiredDuringSchedulingIgnoredDuringExecution';
const nodes = (...nodeSelectorTerms: readonly JsonObject[]): JsonObject => ({ affinity: { nodeAffinity: { [hard]: { nodeSelectorTerms } } } });
const term = { matchExpressions: [{ key: 'k', operator: 'Exists' }] };
const otherTerm = { matchExpressions: [{ key: 'l', operator: 'Exists' }] };
const terms = `spec.affinity.nodeAffinity.${hard}.nodeSelectorTerms`;
const mutable =
  '`spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';
const tolerated = { key: 'k', operator: 'Exists' };
const ended = (exitCode: number) => ({ name: 'c', state: { terminated: { exitCode } }, ready: false, restartCount: 0, image: 'i', imageID: 'x' });
const running = { name: 'c', state: { running: {} }, ready: false, restartCount: 0, image: 'i', imageID: 'x' };
const noReturn = 'may not be transitioned to non-terminated state';
const debug = { name: 'd', image: 'i' };
const withDebug = (fields: JsonObject): JsonObject => withSpec({ ephemeralContainers: [{ ...debug, ...fields }] });
const e = 'spec.ephemeralContainers[0]';
const notHere = 'cannot be set for an Ephemeral Container';
const sized = (resources: JsonObject, fields: JsonObject = {}): JsonObject => withSpec({ containers: [{ ...container, resources, ...fields }] });
const r = 'spec.containers[0].resources';
const mirrored = { metadata: { annotations: { 'kubernetes.io/config.mirror': 'a' } }, spec: { nodeName: 'n' } };
const of1 = { requests: { cpu: '1', memory: '1Gi' }, limits: { memory: '1Gi' } };
const allocated = (...list: readonly JsonObject[]): JsonObject => ({ containerStatuses: [{ ...running, allocatedResourcesStatus: list }] });
const user = (linux: JsonObject): JsonObject => ({ containerStatuses: [{ ...running, user: { linux } }] });

export const podUpdateRules = [
  of('ValidatePodCreate', 'api/core/v1/pod/validation.ts', [
    creates('ephemeral containers come later', withDebug({}), forbidden('spec.ephemeralContainers', 'cannot be set on create')),
    creates('a gated Pod has no node', gated({ nodeName: 'n' }), forbidden('spec.nodeName', 'cannot be set until all schedulingGates have been cleared')),
  ]),
  of('validatePodMetadataAndSpec', spec, [
    unreachable('admission gives every Pod an account', creates('a token is of an account', { spec: { volumes: [{ name: 'v', projected: { sources: [{ serviceAccountToken: { path: 'p' } }] } }] } })),
  ]),
  of('ValidateContainerUpdates', update, [
    updates('containers are neither added nor removed', {}, withSpec({ containers: [container, { name: 'd', image: 'i' }] }), forbidden('spec.containers', 'pod updates may not add or remove containers')),
    updates('nor init containers', {}, withSpec({ initContainers: [debug] }), forbidden('spec.initContainers', 'pod updates may not add or remove containers')),
    updates('a container keeps an image', {}, withSpec({ containers: [{ ...container, image: '' }] }), required('spec.containers[0].image'), required('spec.containers[0].image')),
    updates(
      'a new image has no spaces around',
      {},
      withSpec({ containers: [{ ...container, image: 'i ' }] }),
      ...[1, 2].map(() => invalid('spec.containers[0].image', 'i ', 'must not have leading or trailing whitespace')),
    ),
  ]),
  of('ValidatePodUpdate', update, [
    updates(
      'the time to run isn’t negative',
      {},
      withSpec({ activeDeadlineSeconds: -1 }),
      invalid('spec.activeDeadlineSeconds', -1, 'must be between 1 and 2147483647, inclusive'),
      invalid('spec.activeDeadlineSeconds', -1, 'must be between 0 and 2147483647, inclusive'),
    ),
    updates('it gets only shorter', withSpec({ activeDeadlineSeconds: 5 }), withSpec({ activeDeadlineSeconds: 6 }), invalid('spec.activeDeadlineSeconds', 6, 'must be less than or equal to previous value')),
    updates('it stays', withSpec({ activeDeadlineSeconds: 5 }), withSpec({ activeDeadlineSeconds: null }), 'spec.activeDeadlineSeconds: Invalid value: "null": must not update from a positive integer to nil value'),
    differs(because.diff, updates('all else stays', {}, withSpec({ hostname: 'h' }), forbidden('spec', `pod updates may not change fields other than ${mutable}`))),
  ]),
  of('validateOnlyAddedTolerations', update, [
    updates(
      'tolerations are only added',
      withSpec({ tolerations: [tolerated] }),
      withSpec({ tolerations: [{ key: 'l', operator: 'Exists' }] }),
      forbidden('spec.tolerations', 'existing toleration can not be modified except its tolerationSeconds'),
    ),
  ]),
  of('validateOnlyDeletedSchedulingGates', update, [
    updates('gates are only removed', {}, withSpec({ schedulingGates: [{ name: 'g' }] }), forbidden('spec.schedulingGates[0].name', "only deletion is allowed, but found new scheduling gate 'g'")),
  ]),
  of('validateNodeSelectorMutation', 'api/core/v1/pod/gated-update.ts', [
    updates(
      'a gated Pod’s selector only grows',
      gated({ nodeSelector: { a: 'b' } }),
      withSpec({ nodeSelector: { a: 'c' } }),
      'spec.nodeSelector: Invalid value: map[string]string{"a":"c"}: only additions to spec.nodeSelector are allowed (no mutations or deletions)',
    ),
  ]),
  of('validateNodeAffinityMutation', 'api/core/v1/pod/gated-update.ts', [
    differs(
      'upstream prints the terms as Go values',
      updates('a gated Pod gets no further terms', gated(nodes(term)), withSpec(nodes(term, otherTerm)), invalid(terms, [term, otherTerm], 'no additions/deletions to non-empty NodeSelectorTerms list are allowed')),
    ),
    differs(
      'upstream prints the terms as Go values',
      updates('its terms only grow', gated(nodes(term)), withSpec(nodes(otherTerm)), invalid(`${terms}[0]`, otherTerm, 'only additions are allowed (no mutations or deletions)')),
    ),
  ]),
  of('ValidatePodStatusUpdate', status, [
    unreachable('an update of the status leaves the spec', updatesPart('status', 'the node stays', {}, withSpec({ nodeName: 'n' }))),
    updatesStatus('a nominated node is a node', {}, { nominatedNodeName: 'A' }, invalid('status.nominatedNodeName', 'A', isNoSubdomain)),
    updatesStatus('an observed generation isn’t negative', {}, { observedGeneration: -1 }, invalid('status.observedGeneration', -1, 'must be a non-negative integer')),
    updatesStatus('the class of quality stays', {}, { qosClass: 'Guaranteed' }, invalid('status.qosClass', 'Guaranteed', isImmutable)),
  ]),
  of('validatePodConditions', status, [
    updatesStatus('a condition observes no negative generation', {}, { conditions: [{ type: 'Ready', status: 'True', observedGeneration: -1 }] }, invalid('status.conditions[0].observedGeneration', -1, 'must be a non-negative integer')),
    updatesStatus('a condition has a qualified name', {}, { conditions: [{ type: '-', status: 'True' }] }, invalid('status.conditions[0].Type', '-', isNoQualifiedName)),
  ]),
  of('ValidateContainerStateTransition', status, [
    updatesStatus('what has ended stays ended', { spec: { restartPolicy: 'Never' }, status: { containerStatuses: [ended(1)] } }, { containerStatuses: [running] }, forbidden('status.containerStatuses[0].state', noReturn)),
  ]),
  of('ValidateInitContainerStateTransition', status, [
    updatesStatus(
      'so does an init container that succeeded',
      { spec: { restartPolicy: 'OnFailure', initContainers: [{ name: 'init', image: 'i' }] }, status: { initContainerStatuses: [{ ...ended(0), name: 'init' }] } },
      { initContainerStatuses: [{ ...running, name: 'init' }] },
      forbidden('status.initContainerStatuses[0].state', noReturn),
    ),
  ]),
  of('validatePodResourceClaimStatuses', status, [
    updatesStatus('a claim is the Pod’s', {}, { resourceClaimStatuses: [{ name: 'x' }] }, invalid('status.resourceClaimStatuses[0].name', 'x', 'must match the name of an entry in `spec.resourceClaims`')),
    updatesStatus(
      'claims are unique',
      withSpec({ resourceClaims: [{ name: 'a', resourceClaimName: 'g' }] }),
      { resourceClaimStatuses: [{ name: 'a' }, { name: 'a' }] },
      duplicate('status.resourceClaimStatuses[1].name', 'a'),
    ),
    updatesStatus(
      'an object’s name is a subdomain',
      withSpec({ resourceClaims: [{ name: 'a', resourceClaimName: 'g' }] }),
      { resourceClaimStatuses: [{ name: 'a', resourceClaimName: 'A' }] },
      invalid('status.resourceClaimStatuses[0].name', 'A', isNoSubdomain),
    ),
  ]),
  of('validatePodIPs', status, [
    updatesStatus('a Pod’s address is one', {}, { podIPs: [{ ip: 'x' }] }, invalid('status.podIPs[0]', 'x', isNoIp)),
    updatesStatus(
      'it has one of each family',
      {},
      { podIPs: [{ ip: '1.1.1.1' }, { ip: '1.1.1.2' }] },
      'status.podIPs: Invalid value: []core.PodIP{core.PodIP{IP:"1.1.1.1"}, core.PodIP{IP:"1.1.1.2"}}: may specify no more than one IP for each IP family',
    ),
  ]),
  of('validateHostIPs', status, [
    updatesStatus('the node’s first address is the node’s', {}, { hostIP: '1.1.1.1', hostIPs: [{ ip: '1.1.1.2' }] }, invalid('status.hostIPs[0].ip', '1.1.1.2', 'must be equal to `hostIP`')),
    updatesStatus('the node’s address is one', {}, { hostIP: 'x', hostIPs: [{ ip: 'x' }] }, invalid('status.hostIPs[0]', 'x', isNoIp)),
    updatesStatus(
      'it has one of each family',
      {},
      { hostIP: '1.1.1.1', hostIPs: [{ ip: '1.1.1.1' }, { ip: '1.1.1.2' }] },
      'status.hostIPs: Invalid value: []core.HostIP{core.HostIP{IP:"1.1.1.1"}, core.HostIP{IP:"1.1.1.2"}}: may specify no more than one IP for each IP family',
    ),
  ]),
  of('validateLinuxContainerUser', status, [
    updatesStatus('a user is one', {}, user({ uid: -1, gid: 0 }), invalid('status.containerStatuses[0].user.linux.uid', -1, isNoId)),
    updatesStatus('a group is one', {}, user({ uid: 0, gid: -1 }), invalid('status.containerStatuses[0].user.linux.gid', -1, isNoId)),
    updatesStatus('further groups are', {}, user({ uid: 0, gid: 0, supplementalGroups: [-1] }), invalid('status.containerStatuses[0].user.linux.supplementalGroups[0]', -1, isNoId)),
  ]),
  of('validateContainerStatusUsers', status, [
    updatesStatus('no user of Linux on Windows', { spec: { os: { name: 'windows' } } }, user({ uid: 0, gid: 0 }), forbidden('status.containerStatuses[0].user.linux', 'cannot be set for a windows pod')),
  ]),
  of('validateContainerStatusAllocatedResourcesStatus', status, [
    updatesStatus('a device was asked for', {}, allocated({ name: 'a.b/c' }), invalid('status.containerStatuses[0].allocatedResourcesStatus[0].name', 'a.b/c', "must match one of the container's resource requests")),
    updatesStatus(
      'its health is known',
      {},
      { containerStatuses: [{ ...running, name: 'x', allocatedResourcesStatus: [{ name: 'a', resources: [{ resourceID: '1', health: 'x' }] }] }] },
      unsupported('status.containerStatuses[0].allocatedResourcesStatus[0].resources[0].health', 'x', 'Healthy', 'Unhealthy', 'Unknown'),
    ),
    updatesStatus(
      'a device is told once',
      {},
      { containerStatuses: [{ ...running, name: 'x', allocatedResourcesStatus: [{ name: 'a', resources: [1, 2].map(() => ({ resourceID: '1', health: 'Healthy' })) }] }] },
      duplicate('status.containerStatuses[0].allocatedResourcesStatus[0].resources[1].resourceID', '1'),
    ),
  ]),
  of('validateContainerStatusNoAllocatedResourcesStatus', status, [
    updatesStatus(
      'ephemeral containers have no devices',
      {},
      { ephemeralContainerStatuses: [{ ...running, allocatedResourcesStatus: [{ name: 'a' }] }] },
      forbidden('status.ephemeralContainerStatuses[0].allocatedResourcesStatus', 'must not be specified in container status'),
    ),
  ]),
  of('validateEphemeralContainers', ephemeral, [
    updatesPart('ephemeralcontainers', 'names are unique among all containers', {}, withDebug({ name: 'c' }), duplicate(`${e}.name`, 'c')),
    updatesPart('ephemeralcontainers', 'the target is a container', {}, withDebug({ targetContainerName: 'x' }), notFound(`${e}.targetContainerName`, 'x')),
    updatesPart('ephemeralcontainers', 'no part of a volume', { spec: { volumes: [{ name: 'v', emptyDir: {} }] } }, withDebug({ volumeMounts: [{ name: 'v', mountPath: '/v', subPath: 'a' }] }), forbidden(`${e}.volumeMounts[0].subPath`, notHere)),
    updatesPart('ephemeralcontainers', 'however named', { spec: { volumes: [{ name: 'v', emptyDir: {} }] } }, withDebug({ volumeMounts: [{ name: 'v', mountPath: '/v', subPathExpr: 'a' }] }), forbidden(`${e}.volumeMounts[0].subPathExpr`, notHere)),
    ...[
      ['ports', [{ containerPort: 1 }]],
      ['resources', { limits: { cpu: '1' } }],
      ['livenessProbe', { tcpSocket: { port: 1 } }],
      ['readinessProbe', { tcpSocket: { port: 1 } }],
      ['startupProbe', { tcpSocket: { port: 1 } }],
      ['lifecycle', { preStop: { exec: { command: ['a'] } } }],
      ['restartPolicy', 'Always'],
      ['resizePolicy', [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }]],
    ].map(([field, value]) => updatesPart('ephemeralcontainers', `no ${field}`, {}, withDebug({ [`${field}`]: value as JsonObject }), forbidden(`${e}.${field}`, notHere))),
  ]),
  of('ValidatePodEphemeralContainersUpdate', ephemeral, [
    updatesPart('ephemeralcontainers', 'Pods of manifests have none', mirrored, withDebug({}), forbidden('', 'static pods do not support ephemeral containers')),
  ]),
  of('ValidatePodResize', resize, [
    unreachable('the gate PodLevelResources is off in 1.33', updatesPart('resize', 'Pods with resources of their own stay', {}, {})),
    updatesPart('resize', 'Pods of manifests stay', mirrored, sized({ limits: { cpu: '1' } }), forbidden('', 'static pods cannot be resized')),
    updatesPart('resize', 'Pods of Windows stay', withSpec({ os: { name: 'windows' } }), sized({ limits: { cpu: '1' } }), forbidden('', 'windows pods cannot be resized')),
    updatesPart('resize', 'the class of quality stays', {}, sized({ requests: { cpu: '1' } }), invalid('spec', 'BestEffort', 'Pod QOS Class may not change as a result of resizing')),
    differs(
      'kubelets here don’t say it of containers that ask for nothing',
      updatesPart('resize', 'the node knows of resizing', { ...sized(of1), status: { containerStatuses: [running] } }, sized({ ...of1, requests: { cpu: '2', memory: '1Gi' } })),
    ),
    updatesPart('resize', 'CPU and memory change, and nothing else', sized({ requests: { cpu: '1', 'ephemeral-storage': '1' } }), sized({ requests: { cpu: '1', 'ephemeral-storage': '2' } }), forbidden('spec', 'only cpu and memory resources are mutable')),
    updatesPart(
      'resize',
      'so they do in sidecars',
      withSpec({ initContainers: [{ ...debug, restartPolicy: 'Always', resources: { requests: { cpu: '1', 'ephemeral-storage': '1' } } }] }),
      withSpec({ initContainers: [{ ...debug, restartPolicy: 'Always', resources: { requests: { cpu: '1', 'ephemeral-storage': '2' } } }] }),
      forbidden('spec', 'only cpu and memory resources for sidecar containers are mutable'),
    ),
    differs(
      'what is sent of init containers that end is dropped',
      updatesPart('resize', 'init containers stay', withSpec({ initContainers: [{ ...debug, resources: of1 }] }), withSpec({ initContainers: [{ ...debug, resources: { ...of1, requests: { cpu: '2', memory: '1Gi' } } }] })),
    ),
  ]),
  of('validatePodResizeContainerOrdering', resize, ['added or removed', 'renamed or reordered'].flatMap((what) =>
    ['containers', 'initContainers'].map((list) =>
      unreachable('what isn’t of a container that is there is dropped', updatesPart('resize', `${list} aren’t ${what}`, sized(of1), withSpec({ containers: [{ name: 'x', image: 'i' }, { ...container, resources: of1 }] }))),
    ),
  )),
  of('validateContainerResize', resize, [
    updatesPart('resize', 'requests stay', sized({ requests: { cpu: '1', memory: '1Gi' } }), sized({ requests: { cpu: '1' } }), forbidden(`${r}.requests`, 'resource requests cannot be removed')),
    updatesPart('resize', 'limits stay', sized({ ...of1, limits: { memory: '1Gi', cpu: '2' } }), sized({ ...of1, limits: { memory: '1Gi' } }), forbidden(`${r}.limits`, 'resource limits cannot be removed')),
    updatesPart(
      'resize',
      'less memory needs a restart',
      sized({ ...of1, requests: { cpu: '1', memory: '512Mi' } }),
      sized({ ...of1, requests: { cpu: '1', memory: '512Mi' }, limits: { memory: '600Mi' } }),
      forbidden(`${r}.limits[memory]`, 'memory limits cannot be decreased unless resizePolicy is RestartContainer'),
    ),
    updatesPart('resize', 'so does a first limit of memory', sized({ requests: { cpu: '1' } }), sized({ requests: { cpu: '1' }, limits: { memory: '1Gi' } }), forbidden(`${r}.limits[memory]`, 'memory limits cannot be added unless resizePolicy is RestartContainer')),
  ]),
];
