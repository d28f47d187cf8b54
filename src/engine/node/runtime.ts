/**
 * The container runtime of one node. It knows pods by uid and containers by name; it outlives the kubelet, whose memory
 * of what runs is this.
 */
import { hash32, type Kernel, type Random } from '../kernel/index.ts';
import type { Image, PodSpec } from '../sdk/index.ts';
import { createContainerFiles, filesOnce, type Mount } from './files/container-files.ts';
import { createTree, type Tree } from './files/tree.ts';
import { createImageStore, type ImageStore, type PulledImage } from './image-store.ts';
import { type ContainerLog, createContainerLog } from './logs.ts';
import { type Console, createConsole } from './main-stdio.ts';
import type { Dns } from './network/dns.ts';
import type { NodeClient } from './network/node-client.ts';
import type { PodLink, PodNetwork } from './network/pod-network.ts';
import { startProcess } from './process.ts';
import type { Surroundings } from './surroundings.ts';
import { reasonOf, startError } from './termination.ts';
import { unixPrograms } from './unix.ts';
import type { RunningProcess, Stdio, Unix } from './unix-host.ts';
import type { ProcessUser } from './user.ts';

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
  readonly dns: Dns;
  /** Root, where there is none. */
  readonly user?: ProcessUser | undefined;
  /** See FilesInput. */
  readonly hosts?: string | undefined;
  readonly readOnlyRoot?: boolean | undefined;
  readonly tty?: boolean;
  readonly stdin?: boolean;
  readonly stdinOnce?: boolean;
  readonly workingDir?: string;
  readonly terminationMessagePath?: string;
  readonly terminationMessagePolicy?: string;
  readonly mounts?: readonly Mount[];
}

export interface ContainerRuntime {
  readonly images: ImageStore;
  pods(): Iterable<RuntimePod>;
  pod(uid: string): RuntimePod | undefined;
  /** Gives the pod its network: an address from the node's range and ports of the node, or the node's own address and name. */
  createPod(uid: string, hostname: string, spec: PodSpec): RuntimePod;
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
  /** A request to another host than the pod; without it each goes to the pod. */
  readonly nodeClient: NodeClient | undefined;
  /** Another number whenever what is on the node may use more or less than before: processes, files and images. */
  usageGeneration(): number;
  usageChanged(): void;
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
  /** The node's own place in it, which Pods of the host's network share. */
  readonly host: PodLink;
  /** See ContainerRuntime. */
  readonly nodeClient?: NodeClient | undefined;
  /** Those that can be pulled; of two of the same repository, the first. */
  readonly images: readonly Image[];
  readonly unix?: Unix | undefined;
  /** What a container does on the node itself, beyond its own processes, while it runs; returns what ends that. */
  readonly workOnNode?: ((image: Image, link: PodLink) => (() => void) | undefined) | undefined;
}

/** Host parts of a node's range that pods get: 2 to 254. */
const firstHost = 2;
const lastHost = 254;

/** What one runtime remembers. */
interface Running {
  readonly options: RuntimeOptions;
  readonly random: Random;
  readonly pods: Map<string, RuntimePod>;
  readonly usedHosts: Set<number>;
  /** The address given out last. */
  host: number;
  /** Containers, and commands in them, that were started so far: their ids are made of it. */
  started: number;
  executed: number;
  usageGeneration: number;
  readonly runtime: ContainerRuntime;
}

/**
 * Creates a runtime without images or pods.
 *
 * No union of states: a container runs or has ended, which `ended` says, and each call of the kubelet is one sequence.
 */
export function createContainerRuntime(options: RuntimeOptions): ContainerRuntime {
  const { kernel, nodeName, network, images } = options;
  const random = kernel.random.fork(`runtime/${nodeName}`);
  const pods = new Map<string, RuntimePod>();
  const usageChanged = (): void => {
    running.usageGeneration += 1;
  };
  const runtime: ContainerRuntime = {
    images: createImageStore(kernel, random, images, digest, usageChanged),
    pods: () => pods.values(),
    pod: (uid) => pods.get(uid),
    createPod: (uid, hostname, spec) => pods.get(uid) ?? createPod(running, uid, hostname, spec),
    removePod: (uid) => removePod(running, uid),
    start: (pod, launch) => startContainer(running, pod, launch),
    exec(pod, container, argv, stdio, exited) {
      const { surroundings } = container;
      const env = stdio.terminal === undefined ? container.env : withTerm(container.env);
      const process = startProcess({ surroundings, argv, env, stdio, exited });
      if (!('error' in process)) return process;
      running.executed += 1;
      return { error: process.error, id: digest(`${nodeName}/${pod.uid}/exec/${running.executed}`) };
    },
    network,
    nodeClient: options.nodeClient,
    usageGeneration: () => running.usageGeneration,
    usageChanged,
    onEnded: undefined,
  };
  const running: Running = {
    options,
    random,
    pods,
    usedHosts: new Set(),
    host: firstHost - 1,
    started: 0,
    executed: 0,
    usageGeneration: 0,
    runtime,
  };
  return runtime;
}

/** A program with a terminal is told of its kind (containerd's criService: WithTTY, and its exec). */
function withTerm(env: RuntimeContainer['env']): RuntimeContainer['env'] {
  return { ...env, TERM: 'xterm' };
}

/** The next free address, going round (as the host-local plugin does). */
function freeHost(running: Running): number {
  const { usedHosts } = running;
  for (let tries = firstHost; tries <= lastHost; tries += 1) {
    running.host = running.host >= lastHost ? firstHost : running.host + 1;
    if (!usedHosts.has(running.host)) break;
  }
  usedHosts.add(running.host);
  return running.host;
}

function createPod(running: Running, uid: string, hostname: string, spec: PodSpec): RuntimePod {
  const { podNetwork, nodeName, network, host } = running.options;
  const shares = spec.hostNetwork === true;
  const link: PodLink = shares ? host : { ip: `${podNetwork}.${freeHost(running)}`, node: nodeName, ports: undefined };
  const pod: RuntimePod = { uid, ip: link.ip, hostname: shares ? nodeName : hostname, link, volumes: new Map(), containers: new Map() };
  running.pods.set(uid, pod);
  if (!shares) {
    network.attach(link);
    network.hostPorts?.open(host, link, spec);
  }
  return pod;
}

function removePod({ pods, options, usedHosts }: Running, uid: string): void {
  const pod = pods.get(uid);
  if (pod === undefined) return;
  pods.delete(uid);
  if (pod.link !== options.host) {
    options.network.detach(pod.link);
    options.network.hostPorts?.close(options.host, pod.link);
    usedHosts.delete(Number(pod.ip.slice(pod.ip.lastIndexOf('.') + 1)));
  }
  for (const instances of pod.containers.values()) instances.at(-1)?.process?.kill();
}

function startContainer(running: Running, pod: RuntimePod, launch: Launch): RuntimeContainer {
  const { clock } = running.options.kernel;
  const { name, setup } = launch;
  const env = setup.tty === true ? withTerm(launch.env) : launch.env;
  const instances = pod.containers.get(name) ?? [];
  const attempt = (instances.at(-1)?.attempt ?? -1) + 1;
  running.started += 1;
  const id = `containerd://${digest(`${running.options.nodeName}/${pod.uid}/${name}/${attempt}/${running.started}`)}`;
  const log = createContainerLog();
  const terminalOrPipe = createConsole(log, clock.now, setup);
  const surroundings = surroundingsOf(running, pod, launch, id);
  // The program may end before the container is made of it.
  const start: { container: RuntimeContainer | undefined; ended: Ended | undefined; endWork: (() => void) | undefined } = {
    container: undefined,
    ended: undefined,
    endWork: undefined,
  };
  const process = startProcess({
    surroundings,
    argv: argvOf(launch),
    env,
    stdio: terminalOrPipe.stdio,
    exited(code) {
      for (const other of [...surroundings.processes.values()]) other.kill();
      terminalOrPipe.streams.flush();
      start.endWork?.();
      start.ended = { atMs: clock.now(), code, ...reasonOf(code, surroundings, log, setup) };
      if (start.container === undefined) return;
      start.container.ended = start.ended;
      log.close();
      running.runtime.onEnded?.(pod.uid, name);
    },
  });
  const failed = 'error' in process ? { ...startError(process.error), atMs: clock.now() } : undefined;
  const container: RuntimeContainer = {
    id,
    name,
    attempt,
    image: launch.image,
    log,
    startedAtMs: failed === undefined ? clock.now() : 0,
    env,
    surroundings,
    ended: failed ?? start.ended,
    process: 'error' in process ? undefined : process,
    console: terminalOrPipe,
  };
  start.container = container;
  if (container.ended === undefined) start.endWork = running.options.workOnNode?.(launch.image.image, pod.link);
  instances.push(container);
  if (instances.length > 2) instances.shift();
  pod.containers.set(name, instances);
  return container;
}

/** The spec's command and arguments, or the image's. */
function argvOf({ image, command, args }: Launch): readonly string[] {
  const { entrypoint = [], command: standard = [] } = image.image;
  if (command.length > 0) return [...command, ...args];
  return [...entrypoint, ...(args.length > 0 ? args : standard)];
}

function surroundingsOf(running: Running, pod: RuntimePod, { image, setup, name }: Launch, id: string): Surroundings {
  const { kernel, network, unix } = running.options;
  const { usageChanged } = running.runtime;
  const { clock } = kernel;
  const made: { own: Tree | undefined; plantedBytes: number; random: Random | undefined } = { own: undefined, plantedBytes: 0, random: undefined };
  return {
    clock,
    random() {
      made.random ??= running.random.fork(`${name}/${id}`);
      return made.random;
    },
    image: image.image,
    unix,
    tag: image.reference.tag,
    hostname: pod.hostname,
    user: setup.user,
    link: pod.link,
    network,
    files: filesOnce(() => {
      const own = createTree(clock.now, usageChanged);
      const files = createContainerFiles({
        own,
        image: image.image,
        programs: unixPrograms(unix, image.image),
        hostname: pod.hostname,
        ip: pod.ip,
        dns: setup.dns,
        hosts: setup.hosts,
        readOnly: setup.readOnlyRoot,
        terminationMessagePath: setup.terminationMessagePath ?? '/dev/termination-log',
        mounts: setup.mounts ?? [],
      });
      made.own = own;
      made.plantedBytes = own.bytes();
      return files;
    }),
    filesMade: () => made.own !== undefined,
    writtenBytes: () => Math.max(0, (made.own?.bytes() ?? 0) - made.plantedBytes),
    workingDir: setup.workingDir ?? image.image.workingDir ?? '/',
    dns: setup.dns,
    processes: new Map(),
    nextPid: 1,
    usageChanged,
  };
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
