/** What an author of a container image meets: a program as a small function over a simulated process. */
import type { HttpAnswer, HttpRequest } from '../meta/index.ts';

/** A container image: a program, and what a pull says of it. */
export interface Image {
  /** As it is pulled: `docker.io/library/nginx`. */
  readonly repository: string;
  /** Whether this tag exists. */
  hasTag(tag: string): boolean;
  /** Compressed, as a pull reports it. */
  readonly sizeBytes: number;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  /** Its own programs, by path (`/app/server`) or by name. */
  readonly programs?: Readonly<Record<string, Program>>;
  /** A shell and the small programs of a Unix beside its own: those of busybox, and more by name (`curl`). */
  readonly unix?: boolean | readonly string[];
  /** Path -> content, as the image has them. */
  readonly files?: Readonly<Record<string, string>>;
  /** The folder programs begin in; `/` by default. */
  readonly workingDir?: string;
  /** The id of the user that its programs run as; 0, root, by default. */
  readonly user?: number;
}

/**
 * Starts a program: sets timers, listens, writes, and returns. It runs until it calls `exit`.
 * A text returned is why it couldn't be started (`exec: "x": executable file not found in $PATH`).
 */
export type Program = (process: Process) => string | undefined | void;

/** One process in a container; everything it has set up ends with it. */
export interface Process {
  /** Command and arguments. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly tag: string;
  readonly hostname: string;
  /** The pod's address. */
  readonly ip: string;
  readonly pid: number;
  /** Lives as long as the container. Volumes are part of it. */
  readonly files: Files;
  /** Virtual milliseconds since the Unix epoch. */
  now(): number;
  /** Uniform in [0, 1), from the seed. */
  random(): number;
  /** Writes lines to standard output: of process 1, the container's log. A function is called when the log is read. */
  log(text: string | (() => string)): void;
  /** The same to standard error. */
  warn(text: string | (() => string)): void;
  /** Another program of the image takes this one's place, as exec does; a text says why it can't. */
  become(argv: readonly string[]): string | undefined;
  exit(code: number): void;
  /** Waits that don't keep the cluster from being quiet are `background`. */
  after(delayMs: number, run: () => void, options?: { readonly background?: boolean }): void;
  /** Answers HTTP on a port of the pod. False: another process of the pod listens there. */
  listen(port: number, handler: HttpHandler): boolean;
  /** The same for bytes: gets what takes the answer, and returns what takes the bytes of the client. */
  listenTcp(port: number, accept: (peer: Socket, remote: string) => Socket): boolean;
  /** Takes no new connections on a port where it has listened. Requests that are there already may still be answered. */
  close(port: number): void;
  /** Asks a server, by address or name. A text is why there was no answer (`connection refused`, `bad address`, `timed out`). */
  request(url: string, request: Partial<HttpRequest>, done: (answer: HttpAnswer | string) => void): void;
  /** Opens a connection for bytes: `peer` takes the server's, `opened` gets what takes one's own, or a text as that of `request`. */
  connect(host: string, port: number, peer: Socket, opened: (socket: Socket | string) => void): void;
  /** Without a handler SIGTERM does nothing to process 1, and ends others. */
  onTerminate(run: () => void): void;
}

/** Answers now or later, once. `remote` is the client's address. */
export type HttpHandler = (request: HttpRequest, answer: (answer: HttpAnswer) => void, remote: string) => void;

/** One end of a connection: bytes as text, one character a byte. */
export interface Socket {
  write(bytes: string): void;
  /** Calling it twice is harmless. */
  end(): void;
}

/** A container's file system. Paths are absolute; contents are bytes as text, one character a byte. */
export interface Files {
  /** Undefined where there is no file. */
  read(path: string): string | undefined;
  /** Makes or replaces a file; a text says why not (`Is a directory`, `No such file or directory`, `Read-only file system`). */
  write(path: string, content: string, mode?: number): string | undefined;
  /** Makes a folder; a text says why not (`File exists` …). */
  makeFolder(path: string): string | undefined;
  /** Removes a file or an empty folder; a text says why not (`Directory not empty` …). */
  remove(path: string): string | undefined;
  /** Names in a folder, sorted; undefined where there is none. */
  list(path: string): readonly string[] | undefined;
  stat(path: string): FileStat | undefined;
}

/** What is known of a file without reading it. */
export interface FileStat {
  readonly folder: boolean;
  readonly size: number;
  /** Permissions: 0o644. */
  readonly mode: number;
  readonly changedMs: number;
}

/** An image of a lesson's own, with what most don't care about filled in. */
export function defineImage(image: Omit<Image, 'hasTag' | 'sizeBytes'> & Partial<Image>): Image {
  return { hasTag: () => true, sizeBytes: 10_000_000, ...image };
}
