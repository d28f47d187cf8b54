/** What works, but hardly as meant, in pods and templates of pods (upstream: pkg/api/pod/warnings.go). */
import type { Container, ContainerPort, NodeSelectorTerm, PodSpec } from '../../api/index.ts';
import { type ObjectMeta, parseQuantity } from '../../meta/index.ts';

type Meta = Pick<ObjectMeta, 'annotations'>;

/** `path`: '' for a pod, else its template's path with a dot at the end. */
export function podWarnings(path: string, spec: PodSpec, meta: Meta): readonly string[] {
  const warnings: string[] = [];
  nodeLabels(path, spec, warnings);
  annotations(path, spec, meta, warnings);
  volumes(path, spec, warnings);
  doubles(path, spec, warnings);
  const containers = containersOf(path, spec);
  for (const [at, container] of containers) {
    amounts(at, container, warnings);
    variables(at, container, warnings);
  }
  ports(containers, warnings);
  if ((spec.terminationGracePeriodSeconds ?? 0) < 0) {
    warnings.push(
      `${path}spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`,
    );
  }
  affinities(path, spec, warnings);
  return warnings;
}

const nodeLabelWords: Readonly<Record<string, string>> = {
  'beta.kubernetes.io/arch': 'deprecated since v1.14; use "kubernetes.io/arch" instead',
  'beta.kubernetes.io/os': 'deprecated since v1.14; use "kubernetes.io/os" instead',
  'failure-domain.beta.kubernetes.io/region': 'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  'failure-domain.beta.kubernetes.io/zone': 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  'beta.kubernetes.io/instance-type': 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
};

const wordsFor = (label: string): string | undefined =>
  Object.hasOwn(nodeLabelWords, label) ? nodeLabelWords[label] : undefined;

function nodeLabels(path: string, spec: PodSpec, warnings: string[]): void {
  for (const key of Object.keys(spec.nodeSelector ?? {})) {
    const words = wordsFor(key);
    if (words !== undefined) warnings.push(`${path}spec.nodeSelector[${key}]: ${words}`);
  }
  const term = ({ matchExpressions = [] }: NodeSelectorTerm, at: string): void => {
    matchExpressions.forEach(({ key }, index) => {
      const words = wordsFor(key);
      if (words !== undefined) warnings.push(`${at}.matchExpressions[${index}].key: ${key} is ${words}`);
    });
  };
  const affinity = spec.affinity?.nodeAffinity;
  const at = `${path}spec.affinity.nodeAffinity`;
  affinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms?.forEach((each, index) => {
    term(each, `${at}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[${index}]`);
  });
  affinity?.preferredDuringSchedulingIgnoredDuringExecution?.forEach(({ preference = {} }, index) => {
    term(preference, `${at}.preferredDuringSchedulingIgnoredDuringExecution[${index}].preference`);
  });
  spec.topologySpreadConstraints?.forEach(({ topologyKey, labelSelector }, index) => {
    const spread = `${path}spec.topologySpreadConstraints[${index}]`;
    const words = wordsFor(topologyKey);
    if (words !== undefined) warnings.push(`${spread}.topologyKey: ${topologyKey} is ${words}`);
    if (labelSelector === undefined) warnings.push(`${spread}.labelSelector: ${noPod}`);
  });
}

const noPod = 'a null labelSelector results in matching no pod';

const annotationWords: Readonly<Record<string, string>> = {
  'scheduler.alpha.kubernetes.io/critical-pod': 'non-functional in v1.16+; use the "priorityClassName" field instead',
  'security.alpha.kubernetes.io/sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
  'security.alpha.kubernetes.io/unsafe-sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
};
const seccomp = 'seccomp.security.alpha.kubernetes.io/pod';

function annotations(path: string, spec: PodSpec, { annotations: given = {} }: Meta, warnings: string[]): void {
  for (const [key, words] of Object.entries(annotationWords)) {
    if (given[key] !== undefined) warnings.push(`${path}metadata.annotations[${key}]: ${words}`);
  }
  if (given[seccomp] !== undefined && spec.securityContext?.seccompProfile === undefined) {
    const words = 'non-functional in v1.27+; use the "seccompProfile" field instead';
    warnings.push(`${path}metadata.annotations[${seccomp}]: ${words}`);
  }
}

const pluginWords = {
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  gitRepo: 'deprecated in v1.11',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  flocker: 'deprecated in v1.22, non-functional in v1.25+',
  storageos: 'deprecated in v1.22, non-functional in v1.25+',
  quobyte: 'deprecated in v1.22, non-functional in v1.25+',
  glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
  cephfs: 'deprecated in v1.28, non-functional in v1.31+',
  rbd: 'deprecated in v1.28, non-functional in v1.31+',
};

function volumes(path: string, spec: PodSpec, warnings: string[]): void {
  spec.volumes?.forEach((volume, index) => {
    for (const [plugin, words] of Object.entries(pluginWords)) {
      // Upstream names this one by its Go field.
      const shown = plugin === 'storageos' ? 'storageOS' : plugin;
      if (plugin in volume) warnings.push(`${path}spec.volumes[${index}].${shown}: ${words}`);
    }
  });
}

function doubles(path: string, spec: PodSpec, warnings: string[]): void {
  const addresses = new Set<string>();
  spec.hostAliases?.forEach(({ ip }, index) => {
    if (addresses.has(ip)) warnings.push(`${path}spec.hostAliases[${index}].ip: duplicate ip ${JSON.stringify(ip)}`);
    addresses.add(ip);
  });
  const names = new Set<string>();
  spec.imagePullSecrets?.forEach(({ name = '' }, index) => {
    const at = `${path}spec.imagePullSecrets[${index}].name`;
    if (names.has(name)) warnings.push(`${at}: duplicate name ${JSON.stringify(name)}`);
    if (name === '') warnings.push(`${at}: invalid empty name ""`);
    names.add(name);
  });
}

function containersOf(path: string, spec: PodSpec): readonly (readonly [at: string, container: Container])[] {
  const of = (field: 'initContainers' | 'containers') =>
    (spec[field] ?? []).map((each, index) => [`${path}spec.${field}[${index}]`, each] as const);
  return [...of('initContainers'), ...of('containers')];
}

function amounts(at: string, { resources = {} }: Container, warnings: string[]): void {
  for (const resource of ['memory', 'ephemeral-storage']) {
    for (const field of ['limits', 'requests'] as const) {
      const text = resources[field]?.[resource];
      const amount = text === undefined ? undefined : parseQuantity(text);
      if (amount === undefined || 'error' in amount || amount.nanos % 1_000_000_000n === 0n) continue;
      const words = `fractional byte value ${JSON.stringify(text)} is invalid, must be an integer`;
      warnings.push(`${at}.resources.${field}[${resource}]: ${words}`);
    }
  }
}

/** A variable given twice is fine where the second one builds on the first. */
function variables(at: string, { env = [] }: Container, warnings: string[]): void {
  const names = new Set<string>();
  env.forEach(({ name, value = '', valueFrom }, index) => {
    const reference = `$(${name})`;
    const hides = valueFrom !== undefined || value === reference || !value.includes(reference);
    if (names.has(name) && hides) {
      const words = `hides previous definition of ${JSON.stringify(name)}, which may be dropped when using apply`;
      warnings.push(`${at}.env[${index}]: ${words}`);
    }
    names.add(name);
  });
}

/** Each has a text of its own, so that no more of them fit into an answer (`createWarnings`). */
const mostWarnings = 4_096;

function ports(containers: ReturnType<typeof containersOf>, warnings: string[]): void {
  const seen = new Map<string, PortGroup>();
  for (const [path, container] of containers) {
    for (const [index, port] of (container.ports ?? []).entries()) {
      const at = `${path}.ports[${index}]`;
      const group = getOrMake(seen, `${port.containerPort}/${port.protocol ?? 'TCP'}`, newGroup);
      for (const other of rivals(group, port)) {
        if (warnings.length >= mostWarnings) return;
        const how = overlap(port, other.port);
        if (how !== undefined) warnings.push(`${at}: ${how} port definition with ${other.at}`);
      }
      const place = { at, port, order: group.all.length };
      group.all.push(place);
      getOrMake(group.byHostPort, port.hostPort ?? 0, newList).push(place);
      getOrMake(group.byHost, hostOf(port), newList).push(place);
    }
  }
}

interface PortPlace {
  readonly at: string;
  readonly port: ContainerPort;
  readonly order: number;
}

/** Ports of one number and protocol, and by what they may overlap: comparing each with each would take n² steps. */
interface PortGroup {
  readonly all: PortPlace[];
  readonly byHostPort: Map<number, PortPlace[]>;
  readonly byHost: Map<string, PortPlace[]>;
}

const newGroup = (): PortGroup => ({ all: [], byHostPort: new Map(), byHost: new Map() });
const newList = (): PortPlace[] => [];
const hostOf = ({ hostIP = '', hostPort = 0 }: ContainerPort): string => `${hostIP}:${hostPort}`;

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Those of a group that a further port overlaps, in their order. */
function rivals({ all, byHostPort, byHost }: PortGroup, port: ContainerPort): readonly PortPlace[] {
  const { hostIP = '', hostPort = 0 } = port;
  if (hostPort === 0) return all;
  const withoutHostPort = byHostPort.get(0) ?? [];
  const sameHostPort =
    hostIP === ''
      ? (byHostPort.get(hostPort) ?? [])
      : [...(byHost.get(hostOf({ ...port, hostIP: '' })) ?? []), ...(byHost.get(hostOf(port)) ?? [])];
  return [...withoutHostPort, ...sameHostPort].sort((a, b) => a.order - b.order);
}

function overlap(a: ContainerPort, b: ContainerPort): string | undefined {
  const [{ hostIP: ip = '', hostPort: port = 0 }, { hostIP: otherIp = '', hostPort: otherPort = 0 }] = [a, b];
  if (ip === otherIp && port === otherPort) return 'duplicate';
  if (port === 0 || otherPort === 0) return 'overlapping';
  return port === otherPort && (ip === '') !== (otherIp === '') ? 'dangerously ambiguous' : undefined;
}

function affinities(path: string, { affinity = {} }: PodSpec, warnings: string[]): void {
  for (const kind of ['podAffinity', 'podAntiAffinity'] as const) {
    const at = `${path}spec.affinity.${kind}`;
    affinity[kind]?.requiredDuringSchedulingIgnoredDuringExecution?.forEach(({ labelSelector }, index) => {
      if (labelSelector !== undefined) return;
      warnings.push(`${at}.requiredDuringSchedulingIgnoredDuringExecution[${index}].labelSelector: ${noPod}`);
    });
    affinity[kind]?.preferredDuringSchedulingIgnoredDuringExecution?.forEach(({ podAffinityTerm }, index) => {
      if (podAffinityTerm?.labelSelector !== undefined) return;
      const field = `preferredDuringSchedulingIgnoredDuringExecution[${index}].podAffinityTerm.labelSelector`;
      warnings.push(`${at}.${field}: ${noPod}`);
    });
  }
}
