/**
 * Shells and small programs come from outside: the engine gets them by injection (`ClusterOptions.unix`) and gives them a host. A cluster
 * without them boots all the same; the programs of its Unix images aren't found then.
 */
import type { HttpAnswer, HttpRequest, Image, Socket } from '../sdk/index.ts';
import { connectTo, lookup, type Found, searchDomains } from './network/client.ts';
import type { ConnectFailure } from './network/pod-network.ts';
import { type OwnProcess, type RunningProcess, type Stdio, startProcess } from './process.ts';

/** Shells and small programs, for the images that have them. */
export interface Unix {
  /** Starts a program; false where there is none of this name. */
  run(host: UnixHost, argv: readonly string[]): boolean;
  /** Names that stand in /bin of an image with these further packages. */
  programNames(packages: readonly string[]): readonly string[];
}

/** What shells of one container have in common, counted by them. */
export interface UnixLoad {
  processes: number;
  instantMs: number;
  commands: number;
  total?: number;
  matching?: { readonly instantMs: number; left: number };
}

/** One process of a container as its shell sees it: `src/posix/host.ts` says what each member means. */
export interface UnixHost
  extends Pick<
    OwnProcess,
    'pid' | 'env' | 'cwd' | 'hostname' | 'stdio' | 'files' | 'alive' | 'now' | 'random' | 'after' | 'exit' | 'onTerminate'
  > {
  readonly packages: readonly string[];
  readonly load: UnixLoad;
  takePid(): number;
  hasProgram(name: string): boolean;
  spawn(options: UnixSpawn): RunningProcess | { readonly error: string };
  readonly network: UnixNetwork;
  readonly machine: UnixMachine;
  readonly limits: UnixLimits;
}

/** A loop that never waits is made to, and so is a shell that runs too many commands in one instant. */
export interface UnixLimits {
  readonly idleTurns: number;
  readonly idleWaitMs: number;
  readonly busyMs: number;
  readonly jobs: true;
}

/** `busyMs` is so long that the cluster may be quiet meanwhile. */
const limits: UnixLimits = { idleTurns: 500, idleWaitMs: 10_000, busyMs: 31_000, jobs: true };

export interface UnixSpawn {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly stdio: Stdio;
  exited(code: number): void;
}

/** Names and HTTP, as the pod reaches them. */
export interface UnixNetwork {
  resolve(name: string, done: (found: Found | undefined) => void): void;
  request(
    to: { readonly ip: string; readonly port: number },
    request: HttpRequest,
    done: (answer: HttpAnswer | ConnectFailure) => void,
  ): void;
}

/** The pod's network and the container's processes. */
export interface UnixMachine {
  readonly ip: string;
  /** Domains that a name without dots is searched in. */
  readonly searchDomains: readonly string[];
  /** The id that the next process gets. */
  readonly nextPid: number;
  processes(): Iterable<RunningProcess>;
  openPorts(): readonly number[];
  connect(host: string, port: number, peer: Socket, opened: (socket: Socket | string) => void): void;
  listen(port: number, accept: (peer: Socket) => Socket): boolean;
  /** One packet there and back; false where no pod has this address. */
  echo(ip: string, done: () => void): boolean;
}

/** The names in /bin of an image: none where it has no shell, or the cluster none to give. */
export function unixPrograms(unix: Unix | undefined, image: Image): readonly string[] {
  if (unix === undefined || image.unix === undefined || image.unix === false) return [];
  return unix.programNames(packagesOf(image));
}

function packagesOf({ unix }: Image): readonly string[] {
  return Array.isArray(unix) ? unix : [];
}

/** The host of a process, made when it runs a shell or a small program. */
export function createUnixHost(process: OwnProcess): UnixHost {
  const { surroundings } = process;
  const { image, network, link } = surroundings;
  surroundings.load ??= { processes: 0, instantMs: 0, commands: 0 };
  return {
    pid: process.pid,
    env: process.env,
    cwd: process.cwd,
    hostname: process.hostname,
    stdio: process.stdio,
    files: process.files,
    get alive() {
      return process.alive;
    },
    now: process.now,
    random: process.random,
    after: process.after,
    exit: process.exit,
    onTerminate: process.onTerminate,
    packages: packagesOf(image),
    load: surroundings.load,
    takePid() {
      const pid = surroundings.nextPid;
      surroundings.nextPid += 1;
      return pid;
    },
    hasProgram: (name) => hasOwnProgram(image, name),
    spawn: (options) => startProcess({ surroundings, ...options }),
    network: {
      resolve: (name, done) => lookup(network, surroundings, name, done),
      request: (to, request, done) => network.request(link, to, request, done),
    },
    machine: createMachine(process),
    limits,
  };
}

function hasOwnProgram({ programs }: Image, name: string): boolean {
  if (programs === undefined) return false;
  return Object.hasOwn(programs, name) || Object.hasOwn(programs, name.slice(name.lastIndexOf('/') + 1));
}

function createMachine(process: OwnProcess): UnixMachine {
  const { surroundings } = process;
  const { network, link } = surroundings;
  return {
    ip: process.ip,
    searchDomains: searchDomains(surroundings.namespace),
    get nextPid() {
      return surroundings.nextPid;
    },
    processes: () => surroundings.processes.values(),
    openPorts: () => [...(link.ports?.keys() ?? [])].sort((a, b) => a - b),
    connect: (host, port, peer, opened) => connectTo(network, surroundings, host, port, peer, opened),
    listen: process.listenTcp,
    echo(ip, done) {
      const target = ip.startsWith('127.') ? link : network.find(ip);
      if (target === undefined) return false;
      network.echo(link, target, done);
      return true;
    },
  };
}
