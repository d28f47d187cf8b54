/**
 * The container runtime of one node. It knows pods by uid and containers by name; it outlives the kubelet, whose memory
 * of what runs is this.
 */
import { hash32, type Kernel, type Random } from '../kernel/index.ts';
import type { Image } from '../sdk/index.ts';
import { fromByteText } from './bytes.ts';
import { createContainerFiles, filesOnce, type Mount } from './files/container-files.ts';
import type { Tree } from './files/tree.ts';
import { createImageStore, type ImageStore, type PulledImage } from './image-store.ts';
import { type ContainerLog, createContainerLog } from './logs.ts';
import { type Console, createConsole } from './main-stdio.ts';
import type { PodLink, PodNetwork } from './network/pod-network.ts';
import { type RunningProcess, type Stdio, type Surroundings, startProcess } from './process.ts';
import { type Unix, unixPrograms } from './unix.ts';

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
  readonly surroundings: Surroundings;
  readonly console: Console;
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
  /** Its place in the network. */
  readonly link: PodLink;
  /** By name; made by the kubelet before the containers are. */
  readonly volumes: Map<string, Tree>;
  /** Instances of each container, oldest first; the last two are kept. */
  readonly containers: Map<string, RuntimeContainer[]>;
}

export interface Launch {
  readonly name: string;
  readonly image: PulledImage;
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The rest of what the spec says about it. */
  readonly setup: Setup;
}

export interface Setup {
  readonly namespace: string;
  readonly tty?: boolean;
  readonly stdin?: boolean;
  readonly stdinOnce?: boolean;
  readonly workingDir?: string;
  readonly terminationMessagePath?: string;
  readonly terminationMessagePolicy?: string;
  readonly hostAliases?: readonly { readonly ip: string; readonly hostnames?: readonly string[] }[];
  readonly mounts?: readonly Mount[];
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
  /** Runs a command in a running container; `done` gets its exit code. Killed with the container. */
  exec(
    pod: RuntimePod,
    container: RuntimeContainer,
    argv: readonly string[],
    stdio: Stdio,
    done: (code: number) => void,
  ): RunningProcess | { readonly error: string; readonly id: string };
  readonly network: PodNetwork;
  /** Called whenever a container has ended. One listener: the kubelet. */
  onEnded: ((uid: string, name: string) => void) | undefined;
}

export interface RuntimeOptions {
  readonly kernel: Kernel;
  readonly nodeName: string;
  /** `10.244.1` : the first three parts of pods' addresses. */
  readonly podNetwork: string;
  /** That of all nodes. */
  readonly network: PodNetwork;
  /** Those that can be pulled; of two of the same repository, the first. */
  readonly images: readonly Image[];
  readonly unix?: Unix | undefined;
}

/** Of a termination message, and of a log that stands in for one. */
const longestMessage = 4096;
const longestFallback = 2048;

/** Creates a runtime without images or pods. */
export function createContainerRuntime({
  kernel,
  nodeName,
  podNetwork,
  network,
  images,
  unix,
}: RuntimeOptions): ContainerRuntime {
  const { clock } = kernel;
  const random = kernel.random.fork(`runtime/${nodeName}`);
  const pods = new Map<string, RuntimePod>();
  const usedHosts = new Set<number>();
  let lastHost = 1;
  let started = 0;
  let executed = 0;

  /** The next free address, going round (as the host-local plugin does). */
  function freeHost(): number {
    for (let tries = 0; tries < 253; tries += 1) {
      lastHost = lastHost >= 254 ? 2 : lastHost + 1;
      if (!usedHosts.has(lastHost)) break;
    }
    usedHosts.add(lastHost);
    return lastHost;
  }

  function surroundingsOf(pod: RuntimePod, { image, setup, name }: Launch, id: string): Surroundings {
    let made = false;
    let chance: Random | undefined;
    return {
      clock,
      random() {
        chance ??= random.fork(`${name}/${id}`);
        return chance;
      },
      image: image.image,
      unix,
      tag: image.reference.tag,
      hostname: pod.hostname,
      link: pod.link,
      network,
      files: filesOnce(() => {
        made = true;
        return createContainerFiles({
          image: image.image,
          programs: unixPrograms(unix, image.image),
          hostname: pod.hostname,
          ip: pod.ip,
          namespace: setup.namespace,
          hostAliases: setup.hostAliases ?? [],
          terminationMessagePath: setup.terminationMessagePath ?? '/dev/termination-log',
          mounts: setup.mounts ?? [],
          now: clock.now,
        });
      }),
      filesMade: () => made,
      workingDir: setup.workingDir ?? image.image.workingDir ?? '/',
      namespace: setup.namespace,
      processes: new Map(),
      nextPid: 1,
    };
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
    const terminalOrPipe = createConsole(log, clock.now, options.setup);
    const surroundings = surroundingsOf(pod, options, id);
    let ended: Ended | undefined;
    let container: RuntimeContainer | undefined;
    const process = startProcess({
      surroundings,
      argv,
      env: options.env,
      stdio: terminalOrPipe.stdio,
      exited(code) {
        for (const other of [...surroundings.processes.values()]) other.kill();
        terminalOrPipe.streams.flush();
        ended = { atMs: clock.now(), code, ...reasonOf(code, surroundings, log, options.setup) };
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
    const common = { id, name, attempt, image: options.image, log, startedAtMs, env, surroundings };
    const created: RuntimeContainer = { ...common, ended, process: running, console: terminalOrPipe };
    container = created;
    instances.push(created);
    if (instances.length > 2) instances.shift();
    pod.containers.set(options.name, instances);
    return created;
  }

  const runtime: ContainerRuntime = {
    images: createImageStore(kernel, random, images, digest),
    pods: () => pods.values(),
    pod: (uid) => pods.get(uid),
    createPod(uid, hostname) {
      const existing = pods.get(uid);
      if (existing !== undefined) return existing;
      const ip = `${podNetwork}.${freeHost()}`;
      const link: PodLink = { ip, node: nodeName, ports: undefined };
      const pod: RuntimePod = { uid, ip, hostname, link, volumes: new Map(), containers: new Map() };
      pods.set(uid, pod);
      network.attach(link);
      return pod;
    },
    removePod(uid) {
      const pod = pods.get(uid);
      if (pod === undefined) return;
      pods.delete(uid);
      network.detach(pod.link);
      usedHosts.delete(Number(pod.ip.slice(pod.ip.lastIndexOf('.') + 1)));
      for (const instances of pod.containers.values()) instances.at(-1)?.process?.kill();
    },
    start: launch,
    exec(pod, container, argv, stdio, exited) {
      const { surroundings, env } = container;
      const process = startProcess({ surroundings, argv, env, stdio, exited });
      if (!('error' in process)) return process;
      executed += 1;
      return { error: process.error, id: digest(`${nodeName}/${pod.uid}/exec/${executed}`) };
    },
    network,
    onEnded: undefined,
  };
  return runtime;
}

/** What the container left at its termination message's path goes into its status. */
function reasonOf(
  code: number,
  { filesMade, files }: Surroundings,
  log: ContainerLog,
  setup: Setup,
): Pick<Ended, 'reason' | 'message'> {
  const reason = code === 0 ? 'Completed' : 'Error';
  const path = setup.terminationMessagePath ?? '/dev/termination-log';
  const written = filesMade() ? fromByteText((files.read(path) ?? '').slice(0, longestMessage)) : '';
  if (written !== '') return { reason, message: written };
  if (setup.terminationMessagePolicy !== 'FallbackToLogsOnError' || code === 0) return { reason };
  const lines = log.entries().slice(-80).map(({ text }) => (typeof text === 'string' ? text : text()));
  const last = lines.join('\n').split('\n').slice(-80).join('\n').slice(-longestFallback);
  return last === '' ? { reason } : { reason, message: `${last}\n` };
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
