/**
 * The container runtime of one node. It knows pods by uid and containers by name; it outlives the kubelet, whose memory
 * of what runs is this.
 */
import { hash32, type Kernel } from '../kernel/index.ts';
import type { Image } from '../sdk/index.ts';
import { createImageStore, type ImageStore, type PulledImage } from './image-store.ts';
import { builtInImages } from './images/registry.ts';
import { type ContainerLog, createContainerLog } from './logs.ts';
import { type RunningProcess, startProcess } from './process.ts';

export interface RuntimeContainer {
  /** `containerd://` and 64 hexadecimal digits. */
  readonly id: string;
  readonly name: string;
  /** 0 for the first instance. */
  readonly attempt: number;
  readonly image: PulledImage;
  readonly log: ContainerLog;
  readonly startedAtMs: number;
  /** Undefined while it runs. */
  ended: Ended | undefined;
  readonly process: RunningProcess | undefined;
  readonly files: Map<string, string>;
  readonly env: Readonly<Record<string, string>>;
}

export interface Ended {
  readonly atMs: number;
  readonly code: number;
  readonly reason: string;
  readonly message?: string;
}

export interface RuntimePod {
  readonly uid: string;
  readonly ip: string;
  readonly hostname: string;
  /** Instances of each container, oldest first; the last two are kept. */
  readonly containers: Map<string, RuntimeContainer[]>;
}

export interface Launch {
  readonly name: string;
  readonly image: PulledImage;
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface ContainerRuntime {
  readonly images: ImageStore;
  pods(): Iterable<RuntimePod>;
  pod(uid: string): RuntimePod | undefined;
  /** Gives the pod its network: an address from the node's range. */
  createPod(uid: string, hostname: string): RuntimePod;
  /** Kills what runs and frees the address. */
  removePod(uid: string): void;
  /** Starts the next instance of a container. One that can't be started ends at once with 128. */
  start(pod: RuntimePod, launch: Launch): RuntimeContainer;
  /** Runs a command in a running container; the result is its exit code. Killed with the container. */
  exec(
    pod: RuntimePod,
    container: RuntimeContainer,
    argv: readonly string[],
    done: (code: number, output: string) => void,
  ): void;
  /** Called whenever a container has ended. One listener: the kubelet. */
  onEnded: ((uid: string, name: string) => void) | undefined;
}

export interface RuntimeOptions {
  readonly kernel: Kernel;
  readonly nodeName: string;
  /** `10.244.1` : the first three parts of pods' addresses. */
  readonly podNetwork: string;
  /** Beyond the built-in ones. */
  readonly images?: readonly Image[];
}

/** Creates a runtime without images or pods. */
export function createContainerRuntime({
  kernel,
  nodeName,
  podNetwork,
  images = [],
}: RuntimeOptions): ContainerRuntime {
  const { clock } = kernel;
  const random = kernel.random.fork(`runtime/${nodeName}`);
  const pods = new Map<string, RuntimePod>();
  const usedHosts = new Set<number>();
  let lastHost = 1;
  let started = 0;

  /** The next free address, going round (as the host-local plugin does). */
  function freeHost(): number {
    for (let tries = 0; tries < 253; tries += 1) {
      lastHost = lastHost >= 254 ? 2 : lastHost + 1;
      if (!usedHosts.has(lastHost)) break;
    }
    usedHosts.add(lastHost);
    return lastHost;
  }

  function launch(pod: RuntimePod, options: Launch): RuntimeContainer {
    const instances = pod.containers.get(options.name) ?? [];
    const attempt = (instances.at(-1)?.attempt ?? -1) + 1;
    started += 1;
    const id = `containerd://${digest(`${nodeName}/${pod.uid}/${options.name}/${attempt}/${started}`)}`;
    const { image } = options.image;
    const entrypoint = options.command.length > 0 ? options.command : (image.entrypoint ?? []);
    const standard = options.command.length > 0 ? [] : (image.command ?? []);
    const argv = [...entrypoint, ...(options.args.length > 0 ? options.args : standard)];
    const log = createContainerLog();
    const files = new Map<string, string>();
    let ended: Ended | undefined;
    let container: RuntimeContainer | undefined;
    const process = startProcess({
      clock,
      image,
      tag: options.image.reference.tag,
      argv,
      env: options.env,
      hostname: pod.hostname,
      files,
      log: (text) => log.append(clock.now(), text),
      exited(code) {
        ended = { atMs: clock.now(), code, reason: code === 0 ? 'Completed' : 'Error' };
        if (container === undefined) return;
        container.ended = ended;
        log.close();
        runtime.onEnded?.(pod.uid, options.name);
      },
    });
    const failure = 'error' in process ? startError(process.error) : undefined;
    const startedAtMs = failure === undefined ? clock.now() : 0;
    if (failure !== undefined) ended = { ...failure, atMs: clock.now() };
    const running = 'error' in process ? undefined : process;
    const { name, env } = options;
    const common = { id, name, attempt, image: options.image, log, startedAtMs, files, env };
    const created: RuntimeContainer = { ...common, ended, process: running };
    container = created;
    instances.push(created);
    if (instances.length > 2) instances.shift();
    pod.containers.set(options.name, instances);
    return created;
  }

  const runtime: ContainerRuntime = {
    images: createImageStore(clock, random, [...images, ...builtInImages], digest),
    pods: () => pods.values(),
    pod: (uid) => pods.get(uid),
    createPod(uid, hostname) {
      const existing = pods.get(uid);
      if (existing !== undefined) return existing;
      const pod: RuntimePod = { uid, ip: `${podNetwork}.${freeHost()}`, hostname, containers: new Map() };
      pods.set(uid, pod);
      return pod;
    },
    removePod(uid) {
      const pod = pods.get(uid);
      if (pod === undefined) return;
      pods.delete(uid);
      usedHosts.delete(Number(pod.ip.slice(pod.ip.lastIndexOf('.') + 1)));
      for (const instances of pod.containers.values()) instances.at(-1)?.process?.kill();
    },
    start: launch,
    exec(pod, container, argv, done) {
      const output: string[] = [];
      const process = startProcess({
        clock,
        image: container.image.image,
        tag: container.image.reference.tag,
        argv,
        env: container.env,
        hostname: pod.hostname,
        files: container.files,
        log: (text) => void output.push(typeof text === 'string' ? text : text()),
        exited: (code) => done(code, output.join('\n')),
      });
      if ('error' in process) done(126, process.error);
    },
    onEnded: undefined,
  };
  return runtime;
}

function startError(why: string): { readonly code: number; readonly reason: string; readonly message: string } {
  const chain =
    'failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed';
  const message = `${chain}: unable to start container process: ${why}: unknown`;
  return { code: 128, reason: 'StartError', message };
}

/** 64 hexadecimal digits that only depend on the text. */
function digest(text: string): string {
  let state = hash32(text);
  let result = '';
  for (let part = 0; part < 8; part += 1) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    result += ((state ^ (state >>> 13)) >>> 0).toString(16).padStart(8, '0');
  }
  return result;
}
