/** One simulated process in a container: its timers, ports and signals end with it. */
import type { Timer } from '../kernel/index.ts';
import type { HttpAnswer, Image } from '../sdk/index.ts';
import { toByteText } from './bytes.ts';
import { connectTo, requestUrl } from './network/client.ts';
import type { Listener, PodLink } from './network/pod-network.ts';
import type { OwnProcess, ProcessOptions } from './surroundings.ts';
import { createUnixHost } from './unix.ts';
import type { LineOutput, RunningProcess } from './unix-host.ts';

/** What changes while it runs. */
type OwnState = OwnProcess & { argv: readonly string[]; alive: boolean };

/** What a process holds of the world, given back when it ends. */
interface Held {
  readonly timers: Set<Timer>;
  /** Those that it has had, closed ones among them: their connections break when it ends. */
  readonly listeners: Set<Listener>;
  onTerminate: (() => void) | undefined;
}

/** Exit code of a process ended by SIGKILL, and by SIGTERM. */
export const killedCode = 137;
const terminatedCode = 143;

/** Starts a program; a text says why it couldn't be. */
export function startProcess(options: ProcessOptions): RunningProcess | { readonly error: string } {
  const { surroundings, argv } = options;
  const pid = surroundings.nextPid;
  surroundings.nextPid += 1;
  const held: Held = { timers: new Set(), listeners: new Set(), onTerminate: undefined };
  const process = createProcess(options, pid, held);
  const started: RunningProcess = {
    argv,
    pid,
    startedMs: surroundings.clock.now(),
    terminate: () => {
      if (!process.alive) return;
      if (held.onTerminate !== undefined) held.onTerminate();
      else if (pid !== 1) process.exit(terminatedCode);
    },
    kill: () => process.exit(killedCode),
  };
  surroundings.processes.set(pid, started);
  surroundings.usageChanged();
  const error = run(surroundings.image, process);
  if (error === undefined) return started;
  giveBack(process, held);
  return { error };
}

/** What the program itself sees. */
function createProcess(options: ProcessOptions, pid: number, held: Held): OwnState {
  const { surroundings, stdio } = options;
  const { clock, link, network, image } = surroundings;
  const process: OwnState = {
    argv: options.argv,
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
    log: (text) => writeLines(process, stdio.output, text),
    warn: (text) => writeLines(process, stdio.error, text),
    become(next) {
      process.argv = next;
      return run(image, process);
    },
    exit(code) {
      if (!process.alive) return;
      giveBack(process, held);
      options.exited(code);
    },
    after: (delayMs, act, timerOptions) => setTimer(process, held, delayMs, act, timerOptions),
    listen: (port, http) => listen(link, held, port, { http, open: new Set() }),
    listenTcp: (port, accept) => listen(link, held, port, { accept, open: new Set() }),
    close: (port) => stopListening(link, held, port),
    request(url, request, done) {
      requestUrl(network, surroundings, url, request, (answer: HttpAnswer | string) => {
        if (process.alive) done(answer);
      });
    },
    connect(host, port, peer, opened) {
      connectTo(network, surroundings, host, port, peer, (socket) => {
        if (process.alive) opened(socket);
      });
    },
    onTerminate(act) {
      held.onTerminate = act;
    },
  };
  return process;
}

/** Its timers are cancelled, its ports closed. */
function giveBack(process: OwnState, held: Held): void {
  const { timers, listeners } = held;
  const { surroundings, pid } = process;
  const { link } = surroundings;
  process.alive = false;
  for (const timer of timers) timer.cancel();
  timers.clear();
  surroundings.processes.delete(pid);
  surroundings.usageChanged();
  if (listeners.size === 0) return;
  for (const port of link.ports?.keys() ?? []) stopListening(link, held, port);
  for (const { open } of listeners) for (const end of [...open]) end();
}

/** A port of another process of the pod stays open. */
function stopListening({ ports }: PodLink, { listeners }: Held, port: number): void {
  const listener = ports?.get(port);
  if (listener !== undefined && listeners.has(listener)) ports?.delete(port);
}

function setTimer(
  process: OwnState,
  { timers }: Held,
  delayMs: number,
  act: () => void,
  options: { readonly background?: boolean } | undefined,
): void {
  if (!process.alive) return;
  const due = (): void => {
    timers.delete(timer);
    if (process.alive) act();
  };
  const timer = process.surroundings.clock.after(delayMs, due, options);
  timers.add(timer);
}

function listen(link: PodLink, held: Held, port: number, listener: Listener): boolean {
  link.ports ??= new Map();
  if (link.ports.has(port)) return false;
  link.ports.set(port, listener);
  held.listeners.add(listener);
  return true;
}

function writeLines({ alive }: OwnState, to: LineOutput, text: string | (() => string)): void {
  if (!alive) return;
  if (to.line !== undefined) to.line(text);
  else to.write(toByteText(`${typeof text === 'string' ? text : text()}\n`));
}

function run(image: Image, process: OwnProcess): string | undefined {
  const [name = ''] = process.argv;
  const own = image.programs?.[name] ?? image.programs?.[name.slice(name.lastIndexOf('/') + 1)];
  if (own !== undefined) return own(process) ?? undefined;
  const { unix } = process.surroundings;
  const isUnix = image.unix !== undefined && image.unix !== false;
  if (isUnix && unix?.run(createUnixHost(process, startProcess), process.argv) === true) return undefined;
  return notFound(name);
}

/** runc's words for a program that isn't there. */
function notFound(name: string): string {
  return name.startsWith('/')
    ? `exec: "${name}": stat ${name}: no such file or directory`
    : `exec: "${name}": executable file not found in $PATH`;
}
