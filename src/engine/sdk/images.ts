/** What an author of a container image meets: a program as a small function over a simulated process. */

export interface Image {
  /** As it is pulled: `docker.io/library/nginx`. */
  readonly repository: string;
  /** Whether this tag exists. */
  hasTag(tag: string): boolean;
  /** Compressed, as a pull reports it. */
  readonly sizeBytes: number;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  /**
   * Starts the program: sets timers, listens, logs, and returns. It runs until it calls `exit`.
   * A text returned is why it couldn't be started (`exec: "x": executable file not found in $PATH`).
   */
  run(process: Process): string | undefined;
}

/** One process in a container; everything it has set up ends with it. */
export interface Process {
  /** Command and arguments. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly tag: string;
  readonly hostname: string;
  /** Path -> content. Lives as long as the container. */
  readonly files: Map<string, string>;
  /** Virtual milliseconds since the Unix epoch. */
  now(): number;
  /** Writes lines to the container's log. A function is asked when somebody reads. */
  log(text: string | (() => string)): void;
  exit(code: number): void;
  /** Waits that don't keep the cluster from being quiet are `background`. */
  after(delayMs: number, run: () => void, options?: { readonly background?: boolean }): void;
  /** Answers connections to a port: the HTTP status for a path. */
  listen(port: number, answer: (path: string) => number): void;
  /** Without a handler SIGTERM does nothing: it is process 1. */
  onTerminate(run: () => void): void;
}
