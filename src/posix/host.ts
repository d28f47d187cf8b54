/** What a shell runs on: files, time, other programs, a network. A container is one (`engine/node/unix.ts`), the terminal's session another. */
import type { Files, HttpAnswer, HttpRequest, Input, Output, ProcessUser, Socket } from '../engine/index.ts';

export interface Host {
  readonly pid: number;
  readonly env: Readonly<Record<string, string>>;
  /** The folder that it begins in. */
  readonly cwd: string;
  readonly hostname: string;
  /** Whom its programs run as; root, where there is none. */
  readonly user?: ProcessUser | undefined;
  readonly stdio: Stdio;
  readonly files: Files;
  /** False when all that runs on it is to end. */
  readonly alive: boolean;
  /** Virtual milliseconds since the Unix epoch. */
  now(): number;
  /** Uniform in [0, 1), from the seed. */
  random(): number;
  /** Runs later; the cluster may be quiet during a wait that is `background`. */
  after(delayMs: number, run: () => void, options?: { readonly background?: boolean }): void;
  /** The first shell has ended. */
  exit(code: number): void;
  /** SIGTERM has come. */
  onTerminate(run: () => void): void;
  /** Further programs that are installed beside those every shell has: `curl`. */
  readonly packages: readonly string[];
  /** Counted for all shells that share these limits. */
  readonly load: Load;
  /** The id of a new process. */
  takePid(): number;
  /** Whether `spawn` knows this program. */
  hasProgram(name: string): boolean;
  /** Starts a program that isn't one of the shell's. */
  spawn(options: Spawn): Child | { readonly error: string };
  /** The pod's network and the container's processes. */
  /** Names and HTTP, as far as they are reached from here. */
  readonly network: Network;
  /** The container's processes and its pod's network; absent where the shell runs on no machine. */
  readonly machine?: Machine;
  readonly limits: Limits;
  /** A command begins: its words, and its line of the script. */
  began?(words: readonly string[], line: number): void;
  /** What is said of a command that isn't found. */
  notFound?(name: string): string;
}

/** How a shell is kept from holding everything else; `cpu-time.ts` says how much it may do. */
export interface Limits {
  /** How long a process waits whose turn is used up. */
  readonly throttledMs: number;
  /** Steps that it takes to find a file, where they grow with the number of files. */
  lookupSteps?(): number;
  /** How long a loop waits at least that has used up half of the CPU time, for it may be all that a container is there for. Absent: its CPU time ends it. */
  readonly busyLoopWaitMs?: number;
  /** A file is written when its command has ended, all of it or nothing, and no larger than this. */
  readonly gatheredBytes?: number;
  /** Whether `command &` may outlive its script. */
  readonly jobs: boolean;
}

/** What the shells of one host do at this moment. */
export interface Load {
  /** Processes that shells have started and that have not ended. */
  processes: number;
}

export interface Stdio {
  readonly input: Input;
  readonly output: Output;
  readonly error: Output;
  /** Present where a person types. */
  readonly terminal?: Terminal;
}

export interface Terminal {
  readonly size: { readonly columns: number; readonly rows: number };
  /** Ctrl+C; the shell in front sets what happens. */
  onInterrupt: (() => void) | undefined;
}

export interface Spawn {
  /** Text, not bytes. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly stdio: Stdio;
  exited(code: number): void;
}

/** A program that runs beside the shell. */
export interface Child {
  readonly pid: number;
  readonly argv: readonly string[];
  /** SIGTERM. */
  terminate(): void;
  kill(): void;
}

/** A name and its addresses, as the DNS server has them. */
export interface NameRecord {
  readonly name: string;
  readonly addresses: readonly string[];
}

export interface Network {
  /** Asks the DNS server. */
  resolve(name: string, done: (found: NameRecord | undefined) => void): void;
  /** One HTTP request; a text is why there was no answer. */
  request(
    to: { readonly ip: string; readonly port: number },
    request: HttpRequest,
    done: (answer: HttpAnswer | string) => void,
  ): void;
}

export interface Machine {
  readonly ip: string;
  /** Domains that a name without dots is searched in. */
  readonly searchDomains: readonly string[];
  /** The id that the next process gets. */
  readonly nextPid: number;
  processes(): Iterable<Child>;
  openPorts(): readonly number[];
  /** A TCP connection; a text is why there is none. */
  connect(host: string, port: number, peer: Socket, opened: (socket: Socket | string) => void): void;
  /** False where the port is taken. */
  listen(port: number, accept: (peer: Socket) => Socket): boolean;
  /** One packet there and back; false where nothing has this address. */
  echo(ip: string, done: () => void): boolean;
}

/** A file couldn't be written; thrown by `Files.write` where the message says all, the file's name too. */
export class FileError extends Error {}
