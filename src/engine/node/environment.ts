/** A container's environment (upstream kubelet_pods.go makeEnvironmentVariables). */
import type { Container, EnvVar, Pod, Service } from '../sdk/index.ts';
import { fromByteText } from './bytes.ts';
import type { Data, Names, References } from './references.ts';
import { resourceField } from './resource-field.ts';

export type Environment = Readonly<Record<string, string>>;

/** Notes the ConfigMaps and Secrets that values come from. */
export function addNames({ env = [], envFrom = [] }: Container, names: Names): void {
  for (const { configMapRef, secretRef } of envFrom) {
    if (configMapRef?.name !== undefined) names.configMaps.add(configMapRef.name);
    if (secretRef?.name !== undefined) names.secrets.add(secretRef.name);
  }
  for (const { valueFrom } of env) {
    if (valueFrom?.configMapKeyRef?.name !== undefined) names.configMaps.add(valueFrom.configMapKeyRef.name);
    if (valueFrom?.secretKeyRef?.name !== undefined) names.secrets.add(valueFrom.secretKeyRef.name);
  }
}

export interface EnvironmentInput {
  readonly pod: Pod;
  readonly container: Container;
  readonly nodeName: string;
  readonly hostIP: string;
  readonly podIP: string;
  /** What a container without limits may use. */
  readonly allocatable: Readonly<Record<string, string>>;
  /** What it names. */
  readonly references: References;
  /** Services of its namespace that are there when it starts. */
  readonly services: readonly Service[];
  /** `default/kubernetes`, which every container is told of. */
  readonly apiService: Service | undefined;
}

/** The variables, or why the container can't be made (`configmap "x" not found`). */
export function environmentOf(input: EnvironmentInput): { readonly env: Environment } | { readonly error: string } {
  const result: Record<string, string> = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOSTNAME: input.pod.spec.hostname ?? input.pod.metadata.name,
    KUBERNETES_SERVICE_HOST: '10.96.0.1',
    KUBERNETES_SERVICE_PORT: '443',
  };
  const links = input.pod.spec.enableServiceLinks === false ? [] : input.services;
  if (input.apiService !== undefined) addService(result, input.apiService);
  for (const service of links) addService(result, service);
  for (const { configMapRef, secretRef, prefix = '' } of input.container.envFrom ?? []) {
    const reference = configMapRef ?? secretRef;
    if (reference?.name === undefined) continue;
    const isMap = configMapRef !== undefined;
    const data = (isMap ? input.references.configMaps : input.references.secrets).get(reference.name);
    if (data === undefined && reference.optional !== true) {
      return { error: `${isMap ? 'configmap' : 'secret'} "${reference.name}" not found` };
    }
    for (const [key, value] of Object.entries(data ?? {})) result[`${prefix}${key}`] = fromByteText(value);
  }
  for (const variable of input.container.env ?? []) {
    const value = variableValue(variable, input, result);
    if (typeof value === 'object') return value;
    if (value !== undefined) result[variable.name] = value;
  }
  return { env: result };
}

/** The variables that links between Docker's containers used to have. */
function addService(result: Record<string, string>, { metadata, spec }: Service): void {
  const { clusterIP = '', ports = [] } = spec;
  const [first] = ports;
  if (clusterIP === '' || clusterIP === 'None' || first === undefined) return;
  const name = metadata.name.toUpperCase().replaceAll('-', '_');
  result[`${name}_SERVICE_HOST`] = clusterIP;
  result[`${name}_SERVICE_PORT`] = String(first.port);
  for (const port of ports) {
    if (port.name) result[`${name}_SERVICE_PORT_${port.name.toUpperCase().replaceAll('-', '_')}`] = String(port.port);
  }
  ports.forEach(({ port, protocol = 'TCP' }, index) => {
    const lower = protocol.toLowerCase();
    const url = `${lower}://${clusterIP}:${port}`;
    if (index === 0) result[`${name}_PORT`] = url;
    const prefix = `${name}_PORT_${port}_${protocol}`;
    result[prefix] = url;
    result[`${prefix}_PROTO`] = lower;
    result[`${prefix}_PORT`] = String(port);
    result[`${prefix}_ADDR`] = clusterIP;
  });
}

function variableValue(
  { value, valueFrom }: EnvVar,
  input: EnvironmentInput,
  defined: Environment,
): string | undefined | { readonly error: string } {
  if (valueFrom === undefined) return expandReferences(value ?? '', defined);
  const { configMapKeyRef, secretKeyRef, fieldRef, resourceFieldRef } = valueFrom;
  if (fieldRef !== undefined) return fieldOf(fieldRef.fieldPath, input);
  if (resourceFieldRef !== undefined) {
    const { containers, initContainers = [] } = input.pod.spec;
    const named = [...containers, ...initContainers].find(({ name }) => name === resourceFieldRef.containerName);
    return resourceField(named ?? input.container, resourceFieldRef, input.allocatable);
  }
  const { configMaps, secrets } = input.references;
  if (configMapKeyRef !== undefined) return keyOf(configMapKeyRef, configMaps, 'ConfigMap', input.pod);
  return secretKeyRef === undefined ? '' : keyOf(secretKeyRef, secrets, 'Secret', input.pod);
}

function keyOf(
  reference: { readonly key: string; readonly name?: string; readonly optional?: boolean },
  objects: ReadonlyMap<string, Data>,
  kind: string,
  pod: Pod,
): string | undefined | { readonly error: string } {
  const { name = '', key, optional } = reference;
  const data = objects.get(name);
  const found = data?.[key];
  if (found !== undefined) return fromByteText(found);
  if (optional === true) return undefined;
  if (data === undefined) return { error: `${kind.toLowerCase()} "${name}" not found` };
  return { error: `couldn't find key ${key} in ${kind} ${pod.metadata.namespace ?? 'default'}/${name}` };
}

/** A field of the pod, as variables and files of the downward API show it. */
export function fieldOf(
  path: string,
  { pod, nodeName, hostIP, podIP }: Pick<EnvironmentInput, 'pod' | 'nodeName' | 'hostIP' | 'podIP'>,
): string {
  const { name, namespace = 'default', uid, labels = {}, annotations = {} } = pod.metadata;
  const bracket = /^metadata\.(labels|annotations)\['(.+)'\]$/.exec(path);
  if (bracket !== null) return (bracket[1] === 'labels' ? labels : annotations)[bracket[2] ?? ''] ?? '';
  const fields: Environment = {
    'metadata.name': name,
    'metadata.namespace': namespace,
    'metadata.uid': uid,
    'metadata.labels': pairs(labels),
    'metadata.annotations': pairs(annotations),
    'status.podIPs': podIP,
    'status.hostIPs': hostIP,
    'spec.nodeName': nodeName,
    'spec.serviceAccountName': pod.spec.serviceAccountName ?? 'default',
    'status.hostIP': hostIP,
    'status.podIP': podIP,
  };
  return fields[path] ?? '';
}

function pairs(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join('\n');
}

/** `$(NAME)` becomes the variable's value when it is defined; `$$` is a dollar. */
export function expandReferences(text: string, variables: Environment): string {
  return text.replace(/\$\$|\$\(([^)]+)\)/g, (whole, name: string | undefined) =>
    name === undefined ? '$' : (variables[name] ?? whole),
  );
}
