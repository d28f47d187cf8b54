/** Rules of the containers of Pods: what they run, with what, and how it is looked after. */
import type { JsonObject } from '../../../src/engine/meta/index.ts';
import {
  duplicate,
  forbidden,
  invalid,
  isNegative,
  isNoConfigKey,
  isNoLabel,
  isNoPort,
  isNoQualifiedName,
  isNoSubdomain,
  notFound,
  required,
  unsupported,
} from '../messages.ts';
import { because, creates, differs, unreachable, upstream } from '../rule.ts';
import { withContainer, withInitContainer } from '../valid-objects.ts';

const of = upstream('Pod', 'pkg/apis/core/validation/validation.go');
const base = 'api/core/v1/pod/container-validation.ts';
const containers = 'extensions/validation/pod/containers.ts';
const handlers = 'extensions/validation/pod/handlers.ts';
const c = 'spec.containers[0]';
const init = 'spec.initContainers[0]';
const i = { image: 'i' };

const withPort = (...ports: readonly JsonObject[]): JsonObject => withContainer({ ports });
const withEnv = (variable: JsonObject): JsonObject => withContainer({ env: [{ name: 'A', ...variable }] });
const valueFrom = (source: JsonObject): JsonObject => withEnv({ valueFrom: source });
const envFrom = (source: JsonObject): JsonObject => withContainer({ envFrom: [source] });
const probe = (handler: JsonObject): JsonObject => withContainer({ livenessProbe: handler });
const tcp = { tcpSocket: { port: 1 } };
const hook = (handler: JsonObject): JsonObject => withContainer({ lifecycle: { preStop: handler } });
const volumes = [{ name: 'v', emptyDir: {} }, { name: 'w', emptyDir: {} }, { name: 'b', persistentVolumeClaim: { claimName: 'p' } }];
const inSpec = (fields: JsonObject, spec: JsonObject = {}): JsonObject => ({ spec: { volumes, containers: [{ name: 'c', ...i, ...fields }], ...spec } });
const mount = { name: 'v', mountPath: '/v' };
const withMounts = (...volumeMounts: readonly JsonObject[]): JsonObject => inSpec({ volumeMounts });
const withMount = (fields: JsonObject): JsonObject => withMounts({ ...mount, ...fields });
const device = { name: 'b', devicePath: '/b' };
const withDevices = (...volumeDevices: readonly JsonObject[]): JsonObject => inSpec({ volumeDevices });
const resources = (fields: JsonObject): JsonObject => withContainer({ resources: fields });
const withClaims = (...claims: readonly JsonObject[]): JsonObject =>
  inSpec({ resources: { claims } }, { resourceClaims: [{ name: 'gpu', resourceClaimName: 'g' }] });
const r = `${c}.resources`;
const oneHandler = 'may not specify more than 1 handler type';
const onlyRunning = 'may not be set for init containers without restartPolicy=Always';

export const podContainerRules = [
  of('validateContainerCommon', base, [
    creates('a container has a name', { spec: { containers: [i] } }, required(`${c}.name`)),
    creates('the name is a label', { spec: { containers: [{ name: 'A', ...i }] } }, invalid(`${c}.name`, 'A', isNoLabel)),
    creates('a name without dots is said', { spec: { containers: [{ name: 'a.b', ...i }] } }, invalid(`${c}.name`, 'a.b', 'must not contain dots')),
    creates('a container has an image', { spec: { containers: [{ name: 'c' }] } }, required(`${c}.image`)),
    unreachable(because.defaulted, creates('a policy for last messages', withContainer({ terminationMessagePolicy: '' }))),
    creates('the policy is known', withContainer({ terminationMessagePolicy: 'x' }), unsupported(`${c}.terminationMessagePolicy`, 'x', 'File', 'FallbackToLogsOnError')),
  ]),
  of('validateContainerOnlyForPod', 'extensions/validation/pod/spec.ts', [
    creates('an image has no spaces around', withContainer({ image: ' i' }), invalid(`${c}.image`, ' i', 'must not have leading or trailing whitespace')),
  ]),
  of('validateInitContainers', base, [
    creates('names are unique among all containers', { spec: { initContainers: [{ name: 'c', ...i }] } }, duplicate(`${init}.name`, 'c')),
    creates('no hooks of what ends', withInitContainer({ lifecycle: { preStop: { exec: { command: ['a'] } } } }), forbidden(`${init}.lifecycle`, onlyRunning)),
    ...['livenessProbe', 'readinessProbe', 'startupProbe'].map((name) =>
      creates(`no ${name} of what ends`, withInitContainer({ [name]: tcp }), forbidden(`${init}.${name}`, onlyRunning)),
    ),
    unreachable(
      'the gate InPlacePodVerticalScaling is on in 1.33, and with it policies of sidecars',
      creates('no resize policy of what ends', withInitContainer({ resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }] })),
    ),
  ]),
  of('validateInitContainerRestartPolicy', containers, [
    creates('a sidecar’s restart policy is Always', withInitContainer({ restartPolicy: 'Never' }), unsupported(`${init}.restartPolicy`, 'Never', 'Always')),
  ]),
  of('AccumulateUniqueHostPorts', containers, [
    creates(
      'ports of the node are taken once',
      withPort({ containerPort: 1, hostPort: 80 }, { containerPort: 2, hostPort: 80 }),
      duplicate(`${c}.ports[1].hostPort`, 'TCP//80'),
    ),
  ]),
  of('validateContainerPorts', base, [
    creates('a port’s name has at most 15 characters', withPort({ containerPort: 1, name: 'a'.repeat(16) }), invalid(`${c}.ports[0].name`, 'a'.repeat(16), 'must be no more than 15 characters')),
    creates('it has letters, digits and hyphens', withPort({ containerPort: 1, name: 'a_b' }), invalid(`${c}.ports[0].name`, 'a_b', 'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)')),
    creates('it has a letter', withPort({ containerPort: 1, name: '1' }), invalid(`${c}.ports[0].name`, '1', 'must contain at least one letter (a-z)')),
    creates('it has no two hyphens in a row', withPort({ containerPort: 1, name: 'a--b' }), invalid(`${c}.ports[0].name`, 'a--b', 'must not contain consecutive hyphens')),
    creates('it has no hyphen at its ends', withPort({ containerPort: 1, name: 'a-' }), invalid(`${c}.ports[0].name`, 'a-', 'must not begin or end with a hyphen')),
    creates('names of ports are unique', withPort({ containerPort: 1, name: 'a' }, { containerPort: 2, name: 'a' }), duplicate(`${c}.ports[1].name`, 'a')),
    creates('a port has a number', withPort({ name: 'a' }), required(`${c}.ports[0].containerPort`)),
    creates('the number is a port', withPort({ containerPort: 65_536 }), invalid(`${c}.ports[0].containerPort`, 65_536, isNoPort)),
    creates('the node’s port is one', withPort({ containerPort: 1, hostPort: -1 }), invalid(`${c}.ports[0].hostPort`, -1, isNoPort)),
    unreachable(because.defaulted, creates('a port has a protocol', withPort({ containerPort: 1, protocol: '' }))),
    creates('the protocol is known', withPort({ containerPort: 1, protocol: 'x' }), unsupported(`${c}.ports[0].protocol`, 'x', 'SCTP', 'TCP', 'UDP')),
  ]),
  of('ValidateEnv', base, [
    creates('a variable has a name', withEnv({ name: '' }), required(`${c}.env[0].name`)),
    creates('the name is printable', withEnv({ name: 'a=b' }), invalid(`${c}.env[0].name`, 'a=b', "a valid environment variable name must consist only of printable ASCII characters other than '='")),
    unreachable('the gate RelaxedEnvironmentVariableValidation is on', creates('the name begins with a letter', withEnv({ name: '1' }))),
  ]),
  of('validateEnvVarValueFrom', 'extensions/validation/pod/env.ts', [
    creates('a value comes from somewhere', valueFrom({}), invalid(`${c}.env[0].valueFrom`, '', 'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`')),
    creates(
      'not from two places',
      withEnv({ value: 'a', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }),
      invalid(`${c}.env[0].valueFrom`, '', 'may not be specified when `value` is not empty'),
    ),
    creates(
      'not from two sources',
      valueFrom({ fieldRef: { fieldPath: 'metadata.name' }, secretKeyRef: { name: 's', key: 'k' } }),
      invalid(`${c}.env[0].valueFrom`, '', 'may not have more than one field specified at a time'),
    ),
  ]),
  of('validateConfigMapKeySelector', 'extensions/validation/pod/env.ts', [
    creates('a ConfigMap has a name', valueFrom({ configMapKeyRef: { key: 'k' } }), invalid(`${c}.env[0].valueFrom.configMapKeyRef.name`, '', isNoSubdomain)),
    creates('a key of it is named', valueFrom({ configMapKeyRef: { name: 'm', key: '' } }), required(`${c}.env[0].valueFrom.configMapKeyRef.key`)),
    creates('the key is one', valueFrom({ configMapKeyRef: { name: 'm', key: 'a b' } }), invalid(`${c}.env[0].valueFrom.configMapKeyRef.key`, 'a b', isNoConfigKey)),
  ]),
  of('validateSecretKeySelector', 'extensions/validation/pod/env.ts', [
    creates('a Secret has a name', valueFrom({ secretKeyRef: { key: 'k' } }), invalid(`${c}.env[0].valueFrom.secretKeyRef.name`, '', isNoSubdomain)),
    creates('a key of it is named', valueFrom({ secretKeyRef: { name: 'm', key: '' } }), required(`${c}.env[0].valueFrom.secretKeyRef.key`)),
    creates('the key is one', valueFrom({ secretKeyRef: { name: 'm', key: '..' } }), invalid(`${c}.env[0].valueFrom.secretKeyRef.key`, '..', "must not be '..'")),
  ]),
  of('ValidateEnvFrom', 'extensions/validation/pod/env.ts', [
    creates(
      'a prefix is printable',
      envFrom({ prefix: '=', configMapRef: { name: 'm' } }),
      invalid(`${c}.envFrom[0].prefix`, '=', "a valid environment variable name must consist only of printable ASCII characters other than '='"),
    ),
    unreachable('the gate RelaxedEnvironmentVariableValidation is on', creates('a prefix begins with a letter', envFrom({ prefix: '1', configMapRef: { name: 'm' } }))),
    creates('all variables come from somewhere', envFrom({}), invalid(`${c}.envFrom`, '', 'must specify one of: `configMapRef` or `secretRef`')),
    creates(
      'not from two sources',
      envFrom({ configMapRef: { name: 'm' }, secretRef: { name: 's' } }),
      invalid(`${c}.envFrom`, '', 'may not have more than one field specified at a time'),
    ),
  ]),
  of('validateConfigMapEnvSource', 'extensions/validation/pod/env.ts', [
    creates('a ConfigMap has a name', envFrom({ configMapRef: {} }), required(`${c}.envFrom[0].configMapRef.name`)),
    creates('its name is a subdomain', envFrom({ configMapRef: { name: 'A' } }), invalid(`${c}.envFrom[0].configMapRef.name`, 'A', isNoSubdomain)),
  ]),
  of('validateSecretEnvSource', 'extensions/validation/pod/env.ts', [
    creates('a Secret has a name', envFrom({ secretRef: {} }), required(`${c}.envFrom[0].secretRef.name`)),
    creates('its name is a subdomain', envFrom({ secretRef: { name: 'A' } }), invalid(`${c}.envFrom[0].secretRef.name`, 'A', isNoSubdomain)),
  ]),
  of('ValidateVolumeMounts', 'extensions/validation/pod/mounts.ts', [
    creates('a mount names a volume', withMounts({ mountPath: '/v' }), required(`${c}.volumeMounts[0].name`), notFound(`${c}.volumeMounts[0].name`, '')),
    creates('the volume is there', withMount({ name: 'x' }), notFound(`${c}.volumeMounts[0].name`, 'x')),
    creates('a mount has a path', withMounts({ name: 'v' }), required(`${c}.volumeMounts[0].mountPath`)),
    creates('paths are unique', withMounts(mount, { ...mount, name: 'w' }), invalid(`${c}.volumeMounts[1].mountPath`, '/v', 'must be unique')),
    creates(
      'a volume isn’t a device, too',
      inSpec({ volumeMounts: [{ name: 'b', mountPath: '/v' }], volumeDevices: [device] }),
      invalid(`${c}.volumeMounts[0].name`, 'b', 'must not already exist in volumeDevices'),
      invalid(`${c}.volumeDevices[0].name`, 'b', 'must not already exist in volumeMounts'),
    ),
    creates(
      'a path isn’t a device, too',
      inSpec({ volumeMounts: [{ name: 'v', mountPath: '/b' }], volumeDevices: [device] }),
      invalid(`${c}.volumeMounts[0].mountPath`, '/b', 'must not already exist as a path in volumeDevices'),
      invalid(`${c}.volumeDevices[0].devicePath`, '/b', 'must not already exist as a path in volumeMounts'),
    ),
    creates('a part of a volume is below it', withMount({ subPath: '/a' }), invalid(`${c}.volumeMounts.subPath`, '/a', 'must be a relative path')),
    creates('a part is named in one way', withMount({ subPath: 'a', subPathExpr: 'b' }), invalid(`${c}.volumeMounts[0].subPathExpr`, 'b', 'subPathExpr and subPath are mutually exclusive')),
  ]),
  of('validateMountPropagation', 'extensions/validation/pod/mounts.ts', [
    creates('a propagation is known', withMount({ mountPropagation: 'x' }), unsupported(`${c}.volumeMounts.mountPropagation`, 'x', 'Bidirectional', 'HostToContainer', 'None')),
    creates(
      'both ways for the privileged only',
      withMount({ mountPropagation: 'Bidirectional' }),
      forbidden(`${c}.volumeMounts.mountPropagation`, 'Bidirectional mount propagation is available only to privileged containers'),
    ),
  ]),
  of('validateMountRecursiveReadOnly', 'extensions/validation/pod/mounts.ts', [
    creates('only what is read-only is so below', withMount({ recursiveReadOnly: 'Enabled' }), forbidden(`${c}.volumeMounts.recursiveReadOnly`, 'may only be specified when readOnly is true')),
    creates(
      'nothing comes in from the node then',
      withMount({ readOnly: true, recursiveReadOnly: 'Enabled', mountPropagation: 'HostToContainer' }),
      forbidden(`${c}.volumeMounts.recursiveReadOnly`, 'may only be specified when mountPropagation is None or not specified'),
    ),
    creates('the mode is known', withMount({ recursiveReadOnly: 'x' }), unsupported(`${c}.volumeMounts.recursiveReadOnly`, 'x', 'Disabled', 'Enabled', 'IfPossible')),
  ]),
  of('ValidateVolumeDevices', 'extensions/validation/pod/mounts.ts', [
    creates('a device names a volume', withDevices({ devicePath: '/b' }), required(`${c}.volumeDevices[0].name`), notFound(`${c}.volumeDevices[0].name`, '')),
    creates('devices are unique', withDevices(device, { ...device, devicePath: '/c' }), invalid(`${c}.volumeDevices[1].name`, 'b', 'must be unique')),
    creates(
      'a device is a claimed volume',
      withDevices({ name: 'v', devicePath: '/b' }),
      invalid(`${c}.volumeDevices[0].name`, 'v', 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode'),
    ),
    creates('the volume is there', withDevices({ ...device, name: 'x' }), notFound(`${c}.volumeDevices[0].name`, 'x')),
    creates('a device has a path', withDevices({ name: 'b' }), required(`${c}.volumeDevices[0].devicePath`)),
    creates(
      'paths are unique',
      inSpec({ volumeDevices: [device, { ...device, name: 'd' }] }, { volumes: [...volumes, { name: 'd', persistentVolumeClaim: { claimName: 'p' } }] }),
      invalid(`${c}.volumeDevices[1].devicePath`, '/b', 'must be unique'),
    ),
    creates('a path doesn’t go up', withDevices({ ...device, devicePath: '/../b' }), invalid(`${c}.volumeDevices[0].devicePath`, '/../b', "can not contain backsteps ('..')")),
  ]),
  of('validatePullPolicy', base, [
    unreachable(because.defaulted, creates('a policy for pulling', withContainer({ imagePullPolicy: '' }))),
    creates('the policy is known', withContainer({ imagePullPolicy: 'x' }), unsupported(`${c}.imagePullPolicy`, 'x', 'Always', 'IfNotPresent', 'Never')),
  ]),
  of('validateResourceName', 'api/core/v1/resource-names.ts', [
    creates('a resource has a name', resources({ requests: { '-': '1' }, limits: { '-': '1' } }), ...['limits', 'requests'].flatMap((list) => [
      invalid(`${r}.${list}[-]`, '-', isNoQualifiedName),
      invalid(`${r}.${list}[-]`, '-', 'must be a standard resource for containers'),
    ])),
    creates('a name without a domain is a standard one', resources({ limits: { x: '1' }, requests: { x: '1' } }), ...['limits', 'requests'].flatMap((list) => [
      invalid(`${r}.${list}[x]`, 'x', 'must be a standard resource type or fully qualified'),
      invalid(`${r}.${list}[x]`, 'x', 'must be a standard resource for containers'),
    ])),
  ]),
  of('validateContainerResourceName', 'api/core/v1/resource-names.ts', [
    creates('containers don’t ask for storage', resources({ requests: { storage: '1' } }), invalid(`${r}.requests[storage]`, 'storage', 'must be a standard resource for containers')),
    creates('a device isn’t named as a request', resources({ limits: { 'requests.a.b/c': '1' } }), ...['limits', 'requests'].map((list) =>
      invalid(`${r}.${list}[requests.a.b/c]`, 'requests.a.b/c', "doesn't follow extended resource name standard"),
    )),
  ]),
  of('validateResourceRequirements', 'extensions/validation/pod/resources.ts', [
    creates('a request is within its limit', resources({ requests: { cpu: '2' }, limits: { cpu: '1' } }), invalid(`${r}.requests`, '2', 'must be less than or equal to cpu limit of 1')),
    creates('a device is requested as limited', resources({ requests: { 'a.b/c': '1' }, limits: { 'a.b/c': '2' } }), invalid(`${r}.requests`, '1', 'must be equal to a.b/c limit of 2')),
    creates('a device has a limit', resources({ requests: { 'a.b/c': '1' } }), required(`${r}.limits`, 'Limit must be set for non overcommitable resources')),
    creates('huge pages come with CPU or memory', resources({ limits: { 'hugepages-2Mi': '2Mi' } }), forbidden(r, 'HugePages require cpu or memory')),
    creates(
      'huge pages are whole ones',
      resources({ limits: { 'hugepages-2Mi': '3Mi', cpu: '1' } }),
      ...['limits', 'requests'].map((list) => invalid(`${r}.${list}[hugepages-2Mi]`, '3Mi', '3Mi is not positive integer multiple of hugepages-2Mi')),
    ),
  ]),
  of('ValidateNonnegativeQuantity', base, [creates('an amount isn’t negative', resources({ requests: { cpu: '-1' } }), invalid(`${r}.requests[cpu]`, '-1', isNegative))]),
  of('ValidateResourceQuantityValue', 'extensions/validation/pod/resources.ts', [
    differs(
      because.quantity,
      creates('a device is whole', resources({ limits: { 'a.b/c': '1500m' } }), ...['limits', 'requests'].map((list) => invalid(`${r}.${list}[a.b/c]`, '1500m', 'must be an integer'))),
    ),
  ]),
  of('validateResourceClaimNames', 'extensions/validation/pod/resources.ts', [
    creates('a claim has a name', withClaims({ name: '' }), required(`${r}.claims[0]`)),
    creates('a claim is named once', withClaims({ name: 'gpu' }, { name: 'gpu' }), duplicate(`${r}.claims[1]`, 'gpu')),
    creates('a request of it is named once', withClaims({ name: 'gpu', request: 'r' }, { name: 'gpu', request: 'r' }), duplicate(`${r}.claims[1]`, 'gpu/r')),
    creates('a claim as a whole, or parts of it', withClaims({ name: 'gpu', request: 'r' }, { name: 'gpu' }), duplicate(`${r}.claims[1]`, 'gpu')),
    creates('a request is a label', withClaims({ name: 'gpu', request: 'A' }), invalid(`${r}.claims[0].request`, 'A', isNoLabel)),
    creates('the Pod has the claim', withClaims({ name: 'x' }), `${notFound(`${r}.claims[0]`, 'x')}: must be one of the names in pod.spec.resourceClaims: gpu`),
    creates('the Pod has a claim', resources({ claims: [{ name: 'x' }] }), `${notFound(`${r}.claims[0]`, 'x')}: must be one of the names in pod.spec.resourceClaims which is empty`),
  ]),
  of('validateResizePolicy', containers, [
    creates(
      'a resource has one policy',
      withContainer({ resizePolicy: [1, 2].map(() => ({ resourceName: 'cpu', restartPolicy: 'NotRequired' })) }),
      duplicate(`${c}.resizePolicy[1]`, 'cpu'),
    ),
    creates('a policy has a resource', withContainer({ resizePolicy: [{ restartPolicy: 'NotRequired' }] }), required(`${c}.resizePolicy`)),
    creates('CPU and memory can be resized', withContainer({ resizePolicy: [{ resourceName: 'x', restartPolicy: 'NotRequired' }] }), unsupported(`${c}.resizePolicy`, 'x', 'cpu', 'memory')),
    creates('a policy says whether to restart', withContainer({ resizePolicy: [{ resourceName: 'cpu' }] }), required(`${c}.resizePolicy`)),
    creates('it is known', withContainer({ resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'x' }] }), unsupported(`${c}.resizePolicy`, 'x', 'NotRequired', 'RestartContainer')),
    creates(
      'what never restarts isn’t restarted',
      { spec: { restartPolicy: 'Never', ...inSpec({ resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] })['spec'] as JsonObject } },
      invalid(`${c}.resizePolicy`, 'RestartContainer', "must be 'NotRequired' when `restartPolicy` is 'Never'"),
    ),
  ]),
  of('validateHandler', handlers, [
    creates('a probe has a handler', probe({}), required(`${c}.livenessProbe`, 'must specify a handler type')),
    creates('a hook has a handler', hook({}), required(`${c}.lifecycle.preStop`, 'must specify a handler type')),
    ...[
      ['httpGet', { port: 1 }],
      ['tcpSocket', { port: 1 }],
      ['grpc', { port: 1 }],
    ].map(([name, handler]) => creates(`one handler: another ${name}`, probe({ exec: { command: ['a'] }, [`${name}`]: handler as JsonObject }), forbidden(`${c}.livenessProbe.${name}`, oneHandler))),
    creates('one handler: another sleep', hook({ exec: { command: ['a'] }, sleep: { seconds: 1 } }), forbidden(`${c}.lifecycle.preStop.sleep`, oneHandler)),
    unreachable('exec is looked for first', creates('one handler: another exec', probe({ exec: { command: ['a'] } }))),
  ]),
  of('validateExecAction', handlers, [creates('a command is there', probe({ exec: {} }), required(`${c}.livenessProbe.exec.command`))]),
  of('validateHTTPGetAction', handlers, [
    unreachable(because.defaulted, creates('a request has a path', probe({ httpGet: { port: 1, path: '' } }))),
    creates('the scheme is known', probe({ httpGet: { port: 1, scheme: 'x' } }), unsupported(`${c}.livenessProbe.httpGet.scheme`, 'x', 'HTTP', 'HTTPS')),
    creates(
      'a header has a name',
      probe({ httpGet: { port: 1, httpHeaders: [{ name: 'a b', value: 'c' }] } }),
      invalid(`${c}.livenessProbe.httpGet.httpHeaders`, 'a b', "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')"),
    ),
  ]),
  of('ValidatePortNumOrName', handlers, [
    creates('the port is one', probe({ httpGet: { port: 0 } }), invalid(`${c}.livenessProbe.httpGet.port`, 0, isNoPort)),
    creates('the name of a port is one', probe({ tcpSocket: { port: '-a' } }), invalid(`${c}.livenessProbe.tcpSocket.port`, '-a', 'must not begin or end with a hyphen')),
    creates('the port of gRPC is one', probe({ grpc: { port: 0 } }), invalid(`${c}.livenessProbe.grpc.port`, 0, isNoPort)),
    unreachable('JSON has numbers and texts', creates('a port is a number or a name', probe({ tcpSocket: { port: 'http' } }))),
  ]),
  of('validateSleepAction', handlers, [
    creates(
      'a sleep ends before the grace period',
      hook({ sleep: { seconds: 31 } }),
      invalid(`${c}.lifecycle.preStop.sleep`, 31, 'must be non-negative and less than terminationGracePeriodSeconds (30)'),
    ),
    unreachable('the gate PodLifecycleSleepActionAllowZero is on', creates('a sleep isn’t empty', hook({ sleep: { seconds: 0 } }))),
  ]),
  of('validateStopSignal', handlers, ['an operating system', 'a signal of Windows', 'a signal of Linux'].map((what) =>
    unreachable('the gate ContainerStopSignals is off in 1.33', creates(`a stop signal has ${what}`, withContainer({ lifecycle: { stopSignal: 'x' } }))),
  )),
  of('validateProbe', base, [
    ...['initialDelaySeconds', 'timeoutSeconds', 'periodSeconds', 'failureThreshold'].map((field) =>
      creates(`${field} isn’t negative`, probe({ ...tcp, [field]: -1 }), invalid(`${c}.livenessProbe.${field}`, -1, isNegative)),
    ),
    creates('successThreshold isn’t negative', withContainer({ readinessProbe: { ...tcp, successThreshold: -1 } }), invalid(`${c}.readinessProbe.successThreshold`, -1, isNegative)),
    creates('a grace period is there', probe({ ...tcp, terminationGracePeriodSeconds: 0 }), invalid(`${c}.livenessProbe.terminationGracePeriodSeconds`, 0, 'must be greater than 0')),
  ]),
  of('validateLivenessProbe', base, [creates('one success is enough', probe({ ...tcp, successThreshold: 2 }), invalid(`${c}.livenessProbe.successThreshold`, 2, 'must be 1'))]),
  of('validateStartupProbe', base, [
    creates('one success is enough', withContainer({ startupProbe: { ...tcp, successThreshold: 2 } }), invalid(`${c}.startupProbe.successThreshold`, 2, 'must be 1')),
  ]),
  of('validateReadinessProbe', handlers, [
    creates(
      'nothing is ended by it',
      withContainer({ readinessProbe: { ...tcp, terminationGracePeriodSeconds: 1 } }),
      invalid(`${c}.readinessProbe.terminationGracePeriodSeconds`, 1, 'must not be set for readinessProbes'),
    ),
  ]),
];
