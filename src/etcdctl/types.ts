/** What etcdctl needs from where it runs. It talks only to etcd's JSON gateway and knows no engine internals. */
import type { Gateway } from '../engine/index.ts';

/** The machines that etcd runs on, as they are reached from a terminal. */
export interface EtcdAccess {
  /** What listens on a host's client port; undefined where there is no such host. `127.0.0.1` is the first member's machine. */
  gateway(host: string): Gateway | undefined;
  /** Runs after so many virtual milliseconds, unless what it returns is called before. */
  after(ms: number, run: () => void): () => void;
  /**
   * Puts a snapshot file's content in the place of every member's data and starts them again: what an operator does with
   * `etcdutl snapshot restore` on each machine. Throws an Error that says why it can't.
   * `bumpRevision` is added to its revision, and what came before marked as compacted.
   */
  restore(snapshot: string, bumpRevision: number): void;
}

export interface Io {
  readonly etcd: EtcdAccess;
  /** Virtual milliseconds since the Unix epoch. */
  now(): number;
  stdout(text: string): void;
  stderr(text: string): void;
  /** Standard input, whole; '' when there is none. */
  stdin(): string;
  /** A file of the workspace, or undefined. Paths are relative to it. */
  readFile(path: string): string | undefined;
  writeFile(path: string, text: string): void;
  /** An environment variable: `ETCDCTL_ENDPOINTS`. */
  variable(name: string): string | undefined;
  /** Runs when the user interrupts (Ctrl+C); returns what forgets it. */
  onInterrupt(run: () => void): () => void;
  /** Says that from now on it only waits for news, without end (`watch`). */
  listens?(): void;
}

/** Runs one command line, without the leading name. Resolves with the exit code. Never rejects. */
export type Etcdctl = (argv: readonly string[], io: Io) => Promise<number>;
