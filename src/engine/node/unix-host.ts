/** What shells and small programs are given, and what they are to the engine: types that both sides share. */
import type { HttpAnswer, HttpRequest, Process, Socket } from '../sdk/index.ts';
import type { Found } from './network/client.ts';
import type { ConnectFailure } from './network/pod-network.ts';
import type { Input, Output } from './streams/pipe.ts';
import type { Terminal } from './streams/terminal.ts';
import type { ProcessUser } from './user.ts';

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
}

/** One process of a container as its shell sees it: `src/posix/host.ts` says what each member means. */
export interface UnixHost
  extends Pick<Process, 'pid' | 'env' | 'hostname' | 'files' | 'now' | 'random' | 'after' | 'exit' | 'onTerminate'> {
  readonly stdio: Stdio;
  readonly cwd: string;
  readonly alive: boolean;
  readonly packages: readonly string[];
  /** Root, where there is none. */
  readonly user: ProcessUser | undefined;
  readonly load: UnixLoad;
  takePid(): number;
  hasProgram(name: string): boolean;
  spawn(options: UnixSpawn): RunningProcess | { readonly error: string };
  readonly network: UnixNetwork;
  readonly machine: UnixMachine;
  readonly limits: UnixLimits;
}

/** How long a process waits that does too much in one instant, and a loop that never waits by itself. */
export interface UnixLimits {
  readonly throttledMs: number;
  readonly busyLoopWaitMs: number;
  readonly jobs: true;
}

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

export interface Stdio {
  readonly input: Input;
  readonly output: LineOutput;
  readonly error: LineOutput;
  readonly terminal?: Terminal;
}

/** An output that may take whole lines as they are, made only when they are read. */
export interface LineOutput extends Output {
  line?(text: string | (() => string)): void;
}

export interface RunningProcess {
  readonly argv: readonly string[];
  readonly pid: number;
  readonly startedMs: number;
  /** SIGTERM. */
  terminate(): void;
  kill(): void;
}
