/** What kubectl needs from where it runs. It talks only HTTP-shaped requests and knows no engine internals. */
import type { Handler } from '../engine/index.ts';

/** Somebody who types, and sees what is written. */
export interface Terminal {
  /** Calls back with what is typed as it is typed; returns what ends that. */
  onInput(typed: (text: string) => void): () => void;
  /** Calls back when the size has changed; returns what ends that. */
  onResize?(resized: () => void): () => void;
  readonly columns: number;
  readonly rows: number;
}

/** One end of a connection: bytes as text, a character each. */
export interface Connected {
  write(bytes: string): void;
  end(): void;
}

/** Connects; the peer gets what comes back, and what went wrong on the way. */
export type Dial = (peer: Connected & { error(message: string): void }) => Promise<Connected>;

export interface SessionPorts {
  /** Opens a port (0: any); the port, or undefined when it can't be had. */
  listen(port: number, dial: Dial): number | undefined;
  /** Closes it, where it still leads there. */
  close(port: number, dial: Dial): void;
}

export interface Io {
  readonly connect: Handler;
  /** Virtual milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after so many virtual milliseconds. */
  sleep(ms: number): Promise<void>;
  stdout(text: string): void;
  stderr(text: string): void;
  /** Standard input, whole; '' when there is none. */
  stdin(): string;
  /**
   * A terminal to type into, for `exec -it` and `attach -it`: calls back with what is typed as it is typed. Returns what ends that. Absent:
   * standard input is no terminal.
   */
  readonly terminal?: Terminal;
  /** Stands for the server behind `connect`, where that isn't always the same: what is known of it is kept as long. */
  readonly server?: object;
  /** Keeps the ports of `port-forward`. Absent: nobody could reach them. */
  readonly ports?: SessionPorts;
  /** A file of the workspace, or undefined. Paths are relative to it. */
  readFile(path: string): string | undefined;
  /** Every file's path: for folders given to -f. */
  listFiles?(): readonly string[];
  writeFile(path: string, text: string): void;
  /** The session's kubeconfig: `read` is undefined as long as nobody changed the built-in one. Absent: changes are forgotten. */
  readonly kubeconfig?: { readonly path: string; read(): string | undefined; write(text: string): void };
  /** `KUBE_EDITOR`-like: changes a text (kubectl edit); undefined when there is none here. */
  readonly edit?: (text: string, name: string) => Promise<string>;
  /** Runs when the user interrupts (Ctrl+C); returns what forgets it. */
  onInterrupt(run: () => void): () => void;
  /** Says that from now on it only waits for news, without end (`get -w`, `logs -f`), or for somebody who types. */
  listens?(): void;
  /** Descriptions for `kubectl explain` come with the OpenAPI the server serves. */
}

/** Runs one command line, without the leading `kubectl`. Resolves with the exit code. Never rejects. */
export type Kubectl = (argv: readonly string[], io: Io) => Promise<number>;
