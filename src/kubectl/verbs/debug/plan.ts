/** What `kubectl debug` makes: a container in a pod, a copy of a pod, a pod on a node. Pure. */
import type { Json, JsonObject } from '../../../engine/index.ts';
import { objects, record, text, withField } from '../../json.ts';

export type Profile = 'legacy' | 'general' | 'baseline' | 'restricted' | 'netadmin' | 'sysadmin';

export interface Wanted {
  /** '' where there is none yet. */
  readonly container: string;
  readonly image: string;
  readonly pullPolicy: string;
  readonly env: readonly JsonObject[];
  readonly words: readonly string[];
  readonly argumentsOnly: boolean;
  readonly stdin: boolean;
  readonly tty: boolean;
  /** The container whose processes are shared. */
  readonly target: string;
  readonly profile: Profile;
}

export interface Copy {
  readonly name: string;
  readonly setImages: ReadonlyMap<string, string>;
  /** Undefined: as it is. */
  readonly shareProcesses: boolean | undefined;
  readonly sameNode: boolean;
  readonly keep: Readonly<Record<'annotations' | 'labels' | 'liveness' | 'readiness' | 'startup' | 'init', boolean>>;
}

/** What it overrides of a container; a new one has nothing else but its name. */
function overrides(wanted: Wanted): JsonObject {
  const { words, argumentsOnly, env, image, pullPolicy, stdin, tty } = wanted;
  return {
    ...(words.length === 0 ? {} : { [argumentsOnly ? 'args' : 'command']: words }),
    ...(env.length === 0 ? {} : { env }),
    ...(image === '' ? {} : { image }),
    ...(pullPolicy === '' ? {} : { imagePullPolicy: pullPolicy }),
    ...(stdin && { stdin }),
    ...(tty && { tty }),
  };
}

/** One more container for a pod that runs. */
export function ephemeralContainer(wanted: Wanted): JsonObject {
  return {
    name: wanted.container,
    resources: {},
    terminationMessagePolicy: 'File',
    ...(wanted.target === '' ? {} : { targetContainerName: wanted.target }),
    ...overrides(wanted),
    ...security(wanted.profile, 'pod'),
  };
}

const EVERYTHING = { annotations: true, labels: true, liveness: true, readiness: true, startup: true, init: true };
/** The oldest profile asks nobody. */
const ALL_BUT_LABELS = { ...EVERYTHING, labels: false };

/** A pod like another, with a container that is new or changed; without one when only images change. */
export function copyOf(pod: JsonObject, wanted: Wanted, given: Copy): JsonObject {
  const keep = wanted.container === '' ? EVERYTHING : wanted.profile === 'legacy' ? ALL_BUT_LABELS : given.keep;
  const copy: Copy = { ...given, keep };
  const { ephemeralContainers: _, nodeName, initContainers, ...spec } = record(pod, 'spec');
  const containers = objects(pod, 'spec', 'containers').map((each) => {
    const image = copy.setImages.get(text(each, 'name')) ?? copy.setImages.get('*');
    return image === undefined ? each : { ...each, image };
  });
  const known = containers.some((each) => text(each, 'name') === wanted.container);
  const changed = known
    ? containers.map((each) => (text(each, 'name') === wanted.container ? changedContainer(each, wanted) : each))
    : wanted.container === ''
      ? containers
      : [...containers, changedContainer({ name: wanted.container, resources: {} }, wanted)];
  const onlyImages = wanted.container === '';
  const shares = copy.shareProcesses ?? (onlyImages || wanted.profile === 'legacy' ? undefined : true);
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: metadataOf(pod, copy),
    spec: {
      ...spec,
      ...(copy.sameNode && nodeName !== undefined && { nodeName }),
      ...(copy.keep.init && initContainers !== undefined && { initContainers }),
      ...(shares === undefined ? {} : { shareProcessNamespace: shares }),
      containers: changed.map((each) => withoutProbes(each, copy)),
    },
  };
}

function changedContainer(container: JsonObject, wanted: Wanted): JsonObject {
  const replaced =
    wanted.words.length > 0 && !wanted.argumentsOnly ? withField(container, ['args'], undefined) : container;
  return { ...replaced, ...overrides(wanted), ...security(wanted.profile, 'pod') };
}

function metadataOf(pod: JsonObject, { name, keep }: Copy): JsonObject {
  const { namespace, annotations, labels } = record(pod, 'metadata');
  const kept = (field: Json | undefined, keeps: boolean): Json | undefined => (keeps ? field : undefined);
  const [notes, tags] = [kept(annotations, keep.annotations), kept(labels, keep.labels)];
  return {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    ...(notes === undefined ? {} : { annotations: notes }),
    ...(tags === undefined ? {} : { labels: tags }),
  };
}

function withoutProbes(container: JsonObject, { keep }: Copy): JsonObject {
  const gone = (['liveness', 'readiness', 'startup'] as const).filter((each) => !keep[each]);
  return gone.reduce((rest: JsonObject, each) => withField(rest, [`${each}Probe`], undefined), container);
}

/** A pod that sees a node from within: its processes, its network, and its files below /host. */
export function nodePod(name: string, namespace: string, node: string, wanted: Wanted): JsonObject {
  const { profile } = wanted;
  const hosts =
    profile === 'baseline' || profile === 'restricted'
      ? {}
      : profile === 'netadmin'
        ? { hostNetwork: true, hostPID: true }
        : { hostNetwork: true, hostPID: true, hostIPC: true };
  const root = profile === 'legacy' || profile === 'general' || profile === 'sysadmin';
  const container = {
    name: wanted.container,
    resources: {},
    terminationMessagePolicy: 'File',
    ...overrides(wanted),
    ...security(profile, 'node'),
    ...(root && { volumeMounts: [{ name: 'host-root', mountPath: '/host' }] }),
  };
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name, namespace },
    spec: {
      containers: [container],
      nodeName: node,
      restartPolicy: 'Never',
      tolerations: [{ operator: 'Exists' }],
      ...hosts,
      ...(root && { volumes: [{ name: 'host-root', hostPath: { path: '/' } }] }),
    },
  };
}

/** What a profile lets the container do. */
function security(profile: Profile, where: 'pod' | 'node'): JsonObject {
  const adds = (...add: readonly string[]): JsonObject => ({ securityContext: { capabilities: { add } } });
  switch (profile) {
    case 'general':
      return where === 'pod' ? adds('SYS_PTRACE') : {};
    case 'netadmin':
      return adds('NET_ADMIN', 'NET_RAW');
    case 'sysadmin':
      return { securityContext: { privileged: true } };
    case 'restricted':
      return {
        securityContext: {
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
          runAsNonRoot: true,
          seccompProfile: { type: 'RuntimeDefault' },
        },
      };
    default:
      return {};
  }
}
