/** A container's environment (upstream kubelet_pods.go makeEnvironmentVariables). */
import { ConfigMap, type Container, type EnvVar, isNotFound, type Pod } from '../sdk/index.ts';
import type { ConnectedClient } from '../sdk/machinery.ts';

export type Environment = Readonly<Record<string, string>>;

/** Whether values come from ConfigMaps, which must be asked for. */
export function needsConfigMaps({ env = [], envFrom = [] }: Container): boolean {
  return env.some((each) => each.valueFrom?.configMapKeyRef !== undefined) || envFrom.length > 0;
}

export interface EnvironmentInput {
  readonly pod: Pod;
  readonly container: Container;
  readonly nodeName: string;
  readonly hostIP: string;
  readonly podIP: string;
  /** Data of the ConfigMaps it names; undefined for those that don't exist. */
  readonly configMaps: ReadonlyMap<string, Readonly<Record<string, string>> | undefined>;
}

/** The variables, or why the container can't be made (`configmap "x" not found`). */
export function environmentOf(input: EnvironmentInput): { readonly env: Environment } | { readonly error: string } {
  const result: Record<string, string> = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOSTNAME: input.pod.spec.hostname ?? input.pod.metadata.name,
    KUBERNETES_SERVICE_HOST: '10.96.0.1',
    KUBERNETES_SERVICE_PORT: '443',
  };
  for (const { configMapRef, prefix = '' } of input.container.envFrom ?? []) {
    if (configMapRef?.name === undefined) continue;
    const data = input.configMaps.get(configMapRef.name);
    if (data === undefined && configMapRef.optional !== true) return missing(configMapRef.name);
    for (const [key, value] of Object.entries(data ?? {})) result[`${prefix}${key}`] = value;
  }
  for (const variable of input.container.env ?? []) {
    const value = variableValue(variable, input, result);
    if (typeof value === 'object') return value;
    if (value !== undefined) result[variable.name] = value;
  }
  return { env: result };
}

function missing(name: string): { readonly error: string } {
  return { error: `configmap "${name}" not found` };
}

function variableValue(
  { value, valueFrom }: EnvVar,
  input: EnvironmentInput,
  defined: Environment,
): string | undefined | { readonly error: string } {
  if (valueFrom === undefined) return expandReferences(value ?? '', defined);
  const { configMapKeyRef: reference, fieldRef } = valueFrom;
  if (fieldRef !== undefined) return fieldOf(fieldRef.fieldPath, input);
  if (reference?.name === undefined) return '';
  const data = input.configMaps.get(reference.name);
  const found = data?.[reference.key];
  if (found !== undefined || reference.optional === true) return found;
  if (data === undefined) return missing(reference.name);
  const { namespace = 'default' } = input.pod.metadata;
  return { error: `couldn't find key ${reference.key} in ConfigMap ${namespace}/${reference.name}` };
}

function fieldOf(path: string, { pod, nodeName, hostIP, podIP }: EnvironmentInput): string {
  const { name, namespace = 'default', uid, labels = {}, annotations = {} } = pod.metadata;
  const bracket = /^metadata\.(labels|annotations)\['(.+)'\]$/.exec(path);
  if (bracket !== null) return (bracket[1] === 'labels' ? labels : annotations)[bracket[2] ?? ''] ?? '';
  const fields: Environment = {
    'metadata.name': name,
    'metadata.namespace': namespace,
    'metadata.uid': uid,
    'spec.nodeName': nodeName,
    'spec.serviceAccountName': pod.spec.serviceAccountName ?? 'default',
    'status.hostIP': hostIP,
    'status.podIP': podIP,
  };
  return fields[path] ?? '';
}

/** `$(NAME)` becomes the variable's value when it is defined; `$$` is a dollar. */
export function expandReferences(text: string, variables: Environment): string {
  return text.replace(/\$\$|\$\(([^)]+)\)/g, (whole, name: string | undefined) =>
    name === undefined ? '$' : (variables[name] ?? whole),
  );
}

/** Asks for the ConfigMaps a container's environment names. Rejects when the API server can't be asked. */
export async function readConfigMaps(
  client: ConnectedClient,
  pod: Pod,
  container: Container,
): Promise<EnvironmentInput['configMaps']> {
  const names = new Set<string>();
  for (const { configMapRef } of container.envFrom ?? [])
    if (configMapRef?.name !== undefined) names.add(configMapRef.name);
  for (const { valueFrom } of container.env ?? []) {
    const name = valueFrom?.configMapKeyRef?.name;
    if (name !== undefined) names.add(name);
  }
  const found = new Map<string, Readonly<Record<string, string>> | undefined>();
  for (const name of names) {
    const { namespace = 'default' } = pod.metadata;
    try {
      found.set(name, (await client.get(ConfigMap, { namespace, name })).data ?? {});
    } catch (error) {
      if (!isNotFound(error)) throw error;
      found.set(name, undefined);
    }
  }
  return found;
}
