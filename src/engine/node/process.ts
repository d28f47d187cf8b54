/** One simulated process in a container: its timers, ports and signals end with it. */
import type { Clock, Random, Timer } from '../kernel/index.ts';
import type { Files, HttpAnswer, Image, Process } from '../sdk/index.ts';
import { toByteText } from './bytes.ts';
import { requestUrl } from './network/client.ts';
import type { Listener, PodLink, PodNetwork } from './network/pod-network.ts';
import type { Input, Output } from './streams/pipe.ts';
import type { Terminal } from './streams/terminal.ts';
import { createUnixHost, type Unix, type UnixLoad } from './unix.ts';

/** What the processes of a container have in common. */
export interface Surroundings {
  readonly clock: Clock;
  readonly random: () => Random;
  readonly image: Image;
  readonly unix: Unix | undefined;
  readonly tag: string;
  readonly hostname: string;
  readonly link: PodLink;
  readonly network: PodNetwork;
  /** Made when somebody looks. */
  readonly files: Files;
  readonly filesMade: () => boolean;
  readonly workingDir: string;
  /** Names beyond DNS: /etc/resolv.conf and /etc/hosts are made of it. */
  readonly namespace: string;
  /** By process id; made when there is more than the first. */
  readonly processes: Map<number, RunningProcess>;
  nextPid: number;
  /** What its shells do; made for the first one. */
  load?: UnixLoad;
}

export interface ProcessOptions {
  readonly surroundings: Surroundings;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly stdio: Stdio;
  /** Another folder than the container's to begin in. */
  readonly cwd?: string;
  exited(code: number): void;
}

export interface Stdio {
  readonly input: Input;
  readonly output: LineOutput;
  readonly error: LineOutput;
  readonly terminal?: Terminal;
}

/** An output that may take whole lines as they are, made only when somebody reads them. */
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

/** What programs of our own see beside what an image's author does. */
export interface OwnProcess extends Process {
  readonly stdio: Stdio;
  readonly surroundings: Surroundings;
  readonly cwd: string;
  readonly alive: boolean;
}

/** What changes while it runs. */
type OwnState = OwnProcess & { argv: readonly string[]; alive: boolean };

/** Exit code of a process ended by SIGKILL, and by SIGTERM. */
export const killedCode = 137;
const terminatedCode = 143;

/** Starts a program; a text says why it couldn't be. */
export function startProcess(options: ProcessOptions): RunningProcess | { readonly error: string } {
  const { surroundings, stdio, argv } = options;
  const { clock, link, network, image } = surroundings;
  const pid = surroundings.nextPid;
  surroundings.nextPid += 1;
  const timers = new Set<Timer>();
  const owner = {};
  let listens = false;
  let onTerminate: (() => void) | undefined;

  function tidy(): void {
    process.alive = false;
    for (const timer of timers) timer.cancel();
    timers.clear();
    surroundings.processes.delete(pid);
    if (!listens) return;
    for (const [port, listener] of link.ports ?? []) {
      if (listener.owner !== owner) continue;
      link.ports?.delete(port);
      for (const end of [...listener.open]) end();
    }
  }
  function exit(code: number): void {
    if (!process.alive) return;
    tidy();
    options.exited(code);
  }
  function listen(port: number, listener: Listener): boolean {
    link.ports ??= new Map();
    if (link.ports.has(port)) return false;
    link.ports.set(port, listener);
    listens = true;
    return true;
  }
  function writeLines(to: LineOutput, text: string | (() => string)): void {
    if (!process.alive) return;
    if (to.line !== undefined) to.line(text);
    else to.write(toByteText(`${typeof text === 'string' ? text : text()}\n`));
  }

  const process: OwnState = {
    argv,
    env: options.env,
    tag: surroundings.tag,
    hostname: surroundings.hostname,
    ip: link.ip,
    pid,
    stdio,
    surroundings,
    cwd: options.cwd ?? surroundings.workingDir,
    alive: true,
    files: surroundings.files,
    now: clock.now,
    random: () => surroundings.random().next(),
    log: (text) => writeLines(stdio.output, text),
    warn: (text) => writeLines(stdio.error, text),
    become(next) {
      process.argv = next;
      return run(image, process);
    },
    exit,
    after(delayMs, run, timerOptions) {
      if (!process.alive) return;
      const timer = clock.after(
        delayMs,
        () => {
          timers.delete(timer);
          if (process.alive) run();
        },
        timerOptions,
      );
      timers.add(timer);
    },
    listen: (port, http) => listen(port, { http, owner, open: new Set() }),
    listenTcp: (port, accept) => listen(port, { accept, owner, open: new Set() }),
    request(url, request, done) {
      requestUrl(network, surroundings, url, request, (answer: HttpAnswer | string) => {
        if (process.alive) done(answer);
      });
    },
    onTerminate(run) {
      onTerminate = run;
    },
  };
  const started: RunningProcess = {
    argv,
    pid,
    startedMs: clock.now(),
    terminate: () => {
      if (!process.alive) return;
      if (onTerminate !== undefined) onTerminate();
      else if (pid !== 1) exit(terminatedCode);
    },
    kill: () => exit(killedCode),
  };
  surroundings.processes.set(pid, started);
  const error = run(image, process);
  if (error !== undefined) {
    tidy();
    return { error };
  }
  return started;
}

function run(image: Image, process: OwnProcess): string | undefined {
  const [name = ''] = process.argv;
  const own = image.programs?.[name] ?? image.programs?.[name.slice(name.lastIndexOf('/') + 1)];
  if (own !== undefined) return own(process) ?? undefined;
  const { unix } = process.surroundings;
  const isUnix = image.unix !== undefined && image.unix !== false;
  if (isUnix && unix?.run(createUnixHost(process), process.argv) === true) return undefined;
  return notFound(name);
}

/** runc's words for a program that isn't there. */
function notFound(name: string): string {
  return name.startsWith('/')
    ? `exec: "${name}": stat ${name}: no such file or directory`
    : `exec: "${name}": executable file not found in $PATH`;
}
