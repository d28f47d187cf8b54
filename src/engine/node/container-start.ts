/** Starts one container: back-off, image, environment, creation, postStart hook (upstream kuberuntime_container.go). */
import type { Container, Pod } from '../sdk/index.ts';
import type { ContainerConfig } from './container-config.ts';
import { addNames, type Environment, environmentOf, expandReferences } from './environment.ts';
import { goDuration } from './go-duration.ts';
import { runHook } from './hooks.ts';
import { parseImageReference } from './image-reference.ts';
import type { PulledImage, PullResult } from './image-store.ts';
import { dnsOf } from './network/dns.ts';
import type { NodeContext } from './node-context.ts';
import { factsOfPod, fetchCredentials } from './pod-volumes.ts';
import { noNames, noReferences, type References, readReferences } from './references.ts';
import type { RuntimeContainer, RuntimePod, Setup } from './runtime.ts';
import { keyOf, latestOf, type Track } from './track.ts';
import { mountsOf } from './volumes.ts';

export interface StartOptions {
  readonly node: NodeContext;
  readonly pod: Pod;
  readonly sandbox: RuntimePod;
  readonly track: Track;
  /** How long the next start waits, should this one's container end. */
  readonly backOffMs: number;
  /** False once the pod is being stopped: whatever is under way comes to nothing. */
  wanted(): boolean;
  /** It couldn't be started for now; `track.waiting` says why. */
  blocked(forMs: number): void;
  /** It runs, or has already ended. */
  started(container: RuntimeContainer): void;
  /** Its postStart hook failed: it must be killed, and hasn't started. */
  hookFailed(failure: string): void;
}

/** Creating and starting a container, milliseconds: at least, and at most so much more. */
const createMs = 60;
const createSpreadMs = 60;
/** A failed pull is shown as such for this long, until the next sync finds it backing off. */
const pullFailureShownMs = 1_000;
/** How long before something that keeps a container from being made is checked again. */
const configRetryMs = 10_000;
const newDefinitionBackOffMs = 10_000;

/** Runs the whole start; ends in `blocked` or `started`, later. */
export function startContainer(options: StartOptions): void {
  const { node, pod, track, backOffMs } = options;
  const { uid } = pod.metadata;
  track.changed = false;
  track.resized = false;
  // The first run of a new definition counts as a restart.
  const leastMs = latestOf(node.runtime, uid, track.container.name) === undefined ? 0 : newDefinitionBackOffMs;
  node.starts.set(keyOf(uid, track), { atMs: node.clock.now(), backOffMs: Math.max(leastMs, backOffMs) });
  ensureImage(options);
}

/** Shows that it waits before it is started again. */
export function showBackOff(node: NodeContext, pod: Pod, track: Track): void {
  const { name } = track.container;
  const { namespace = '', uid } = pod.metadata;
  const who = `${pod.metadata.name}_${namespace}(${uid})`;
  const wait = goDuration(node.starts.get(keyOf(uid, track))?.backOffMs ?? 0);
  track.waiting = { reason: 'CrashLoopBackOff', message: `back-off ${wait} restarting failed container=${name} pod=${who}` };
  node.event('Warning', pod, 'BackOff', `Back-off restarting failed container ${name} in pod ${who}`, track.fieldPath);
}

function normal({ node, pod, track }: StartOptions, reason: string, message: string): void {
  node.event('Normal', pod, reason, message, track.fieldPath);
}

function warn({ node, pod, track }: StartOptions, reason: string, message: string): void {
  node.event('Warning', pod, reason, message, track.fieldPath);
}

function ensureImage(options: StartOptions): void {
  const { node, pod, track } = options;
  const { image = '' } = track.container;
  const reference = parseImageReference(image);
  if ('error' in reference) {
    const why = `couldn't parse image name "${image}": ${reference.error}`;
    fail(options, 'InvalidImageName', `Failed to apply default image tag "${image}": ${why}`, 'InspectFailed');
    return;
  }
  const policy = track.container.imagePullPolicy ?? (reference.tag === 'latest' ? 'Always' : 'IfNotPresent');
  const present = node.runtime.images.get(image);
  if (present !== undefined && policy !== 'Always') {
    normal(options, 'Pulled', `Container image "${image}" already present on machine`);
    prepare(options, present);
    return;
  }
  if (policy === 'Never') {
    const message = `Container image "${image}" is not present with pull policy of Never`;
    fail(options, 'ErrImageNeverPull', message, 'ErrImageNeverPull');
    return;
  }
  const key = pullKey(options, image);
  if (track.waiting?.reason === 'ErrImagePull') {
    const { message = '' } = track.waiting;
    track.waiting = {
      reason: 'ImagePullBackOff',
      message: `Back-off pulling image "${image}": ErrImagePull: ${message}`,
    };
    node.event('Normal', pod, 'BackOff', `Back-off pulling image "${image}"`, track.fieldPath);
    warn(options, 'Failed', 'Error: ImagePullBackOff');
    options.blocked(node.pullBackOff.current(key) - pullFailureShownMs);
    return;
  }
  normal(options, 'Pulling', `Pulling image "${image}"`);
  node.runtime.images.pull(image, (result) => pulled(options, image, result));
}

function pullKey({ pod }: StartOptions, image: string): string {
  return `${pod.metadata.uid}_${image}`;
}

function pulled(options: StartOptions, image: string, result: PullResult): void {
  const { node, track } = options;
  if (!options.wanted()) return;
  if ('pulled' in result) {
    node.pullBackOff.forget(pullKey(options, image));
    const took = goDuration(result.pullMs);
    const size = `Image size: ${result.pulled.image.sizeBytes} bytes.`;
    const waited = goDuration(result.waitedMs);
    normal(options, 'Pulled', `Successfully pulled image "${image}" in ${took} (${waited} including waiting). ${size}`);
    prepare(options, result.pulled);
    return;
  }
  node.pullBackOff.next(pullKey(options, image), node.clock.now());
  track.waiting = { reason: 'ErrImagePull', message: result.error };
  warn(options, 'Failed', `Failed to pull image "${image}": ${result.error}`);
  warn(options, 'Failed', 'Error: ErrImagePull');
  options.blocked(pullFailureShownMs);
}

/** Something about its making is wrong: shown and said each time, and checked again later. */
function fail(options: StartOptions, reason: string, message: string, eventReason: string): void {
  options.track.waiting = { reason, message };
  warn(options, eventReason, eventReason === 'Failed' ? `Error: ${message}` : message);
  if (eventReason !== 'Failed') warn(options, 'Failed', `Error: ${reason}`);
  options.blocked(configRetryMs);
}

function prepare(options: StartOptions, image: PulledImage): void {
  const { node, pod, track, sandbox } = options;
  if (usesToken(track.container, pod) && options.wanted()) {
    fetchCredentials(node, pod, sandbox, () => {
      if (options.wanted()) prepareNow(options, image);
    });
  } else prepareNow(options, image);
}

/**
 * Its command reads the token itself, or it mounts one in another place than admission does; others have it fetched when a command is run
 * in them.
 */
function usesToken({ command = [], args = [], volumeMounts = [] }: Container, { spec: { volumes = [] } }: Pod): boolean {
  if ([...command, ...args].some((word) => word.includes('serviceaccount'))) return true;
  const elsewhere = volumeMounts.filter(({ mountPath }) => !mountPath.endsWith('/serviceaccount'));
  return volumes.some(({ name, projected }) => {
    const hasToken = projected?.sources?.some((each) => each.serviceAccountToken) === true;
    return hasToken && elsewhere.some((mount) => mount.name === name);
  });
}

function prepareNow(options: StartOptions, image: PulledImage): void {
  const { node, pod, track, sandbox } = options;
  const { container } = track;
  const make = (references: References) => {
    const services = node.services(pod.metadata.namespace ?? 'default');
    const apiService = node.services('default').find(({ metadata }) => metadata.name === 'kubernetes');
    const made = environmentOf({ ...factsOfPod(node, pod, sandbox), container, references, services, apiService });
    if ('error' in made) fail(options, 'CreateContainerConfigError', made.error, 'Failed');
    else {
      const config = node.features?.configureContainer(pod, sandbox, container, image.image, made.env) ?? { container };
      if ('error' in config) fail(options, 'CreateContainerConfigError', config.error, 'Failed');
      else create(options, image, made.env, config);
    }
  };
  const names = noNames();
  addNames(container, names);
  if (names.configMaps.size + names.secrets.size === 0) {
    make(noReferences);
    return;
  }
  const cause = node.cause();
  readReferences(node.client(cause), pod, names).then(
    (references) => {
      if (options.wanted()) node.because(cause, () => make(references));
    },
    (error: unknown) => {
      if (!options.wanted()) return;
      fail(options, 'CreateContainerConfigError', error instanceof Error ? error.message : String(error), 'Failed');
    },
  );
}

function create(options: StartOptions, image: PulledImage, env: Environment, config: ContainerConfig): void {
  const { node, pod, sandbox, track } = options;
  const { name, command = [], args = [] } = track.container;
  const expand = (words: readonly string[]) => words.map((word) => expandReferences(word, env));
  node.clock.after(createMs + node.random.int(createSpreadMs), () => {
    if (!options.wanted()) return;
    const setup = setupOf(pod, config, sandbox);
    const words = { command: expand(command), args: expand(args) };
    const container = node.runtime.start(sandbox, { name, image, ...words, env, setup });
    normal(options, 'Created', `Created container: ${name}`);
    if (container.process === undefined) {
      const message = container.ended?.message ?? '';
      warn(options, 'Failed', `Error: ${message}`);
      track.waiting = { reason: 'RunContainerError', message };
      options.started(container);
      return;
    }
    normal(options, 'Started', `Started container ${name}`);
    track.waiting = undefined;
    node.trace(pod, `start ${name}, attempt ${container.attempt}`);
    afterStart(options, container);
  });
}

function setupOf(pod: Pod, { container, user, hosts }: ContainerConfig, { volumes }: RuntimePod): Setup {
  const { metadata, spec } = pod;
  const { tty, stdin, stdinOnce, workingDir, terminationMessagePath, terminationMessagePolicy } = container;
  return {
    dns: dnsOf(spec, metadata.namespace ?? 'default'),
    user,
    hosts,
    readOnlyRoot: container.securityContext?.readOnlyRootFilesystem,
    ...(tty === true && { tty }),
    ...(stdin === true && { stdin }),
    ...(stdinOnce === true && { stdinOnce }),
    ...(workingDir !== undefined && { workingDir }),
    ...(terminationMessagePath !== undefined && { terminationMessagePath }),
    ...(terminationMessagePolicy !== undefined && { terminationMessagePolicy }),
    ...(container.volumeMounts !== undefined && { mounts: mountsOf(container, volumes, pod) }),
  };
}

/** The postStart hook holds back the containers that come after this one. */
function afterStart(options: StartOptions, container: RuntimeContainer): void {
  const { node, sandbox, track } = options;
  const hook = track.container.lifecycle?.postStart;
  if (hook === undefined || container.ended !== undefined) {
    options.started(container);
    return;
  }
  const target = {
    clock: node.clock,
    runtime: node.runtime,
    pod: sandbox,
    container: track.container,
    running: container,
  };
  runHook(target, options.pod, hook, (failure) => {
    if (!options.wanted()) return;
    if (failure === undefined) {
      options.started(container);
      return;
    }
    // What it said may be a secret.
    warn(options, 'FailedPostStartHook', 'PostStartHook failed');
    options.hookFailed(failure);
  });
}
