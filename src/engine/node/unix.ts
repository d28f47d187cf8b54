/**
 * Shells and small programs come from outside: the engine gets them by injection (`ClusterOptions.unix`) and gives them a host. A cluster
 * without them boots all the same; the programs of its Unix images aren't found then.
 */
import type { Image } from '../sdk/index.ts';
import { lookup } from './network/client.ts';
import type { OwnProcess, ProcessOptions } from './surroundings.ts';
import type { RunningProcess, Unix, UnixHost, UnixLimits, UnixMachine } from './unix-host.ts';

/** A process is throttled for a period of the kernel's CFS quotas. */
const limits: UnixLimits = { throttledMs: 100, busyLoopWaitMs: 10_000, jobs: true };

/** The names in /bin of an image: none where it has no shell, or the cluster none to give. */
export function unixPrograms(unix: Unix | undefined, image: Image): readonly string[] {
  if (unix === undefined || image.unix === undefined || image.unix === false) return [];
  return unix.programNames(packagesOf(image));
}

function packagesOf({ unix }: Image): readonly string[] {
  return Array.isArray(unix) ? unix : [];
}

type StartProcess = (options: ProcessOptions) => RunningProcess | { readonly error: string };

/** The host of a process, made when it runs a shell or a small program. `start` runs another process beside it. */
export function createUnixHost(process: OwnProcess, start: StartProcess): UnixHost {
  const { surroundings } = process;
  const { image, network, link } = surroundings;
  surroundings.load ??= { processes: 0 };
  return {
    pid: process.pid,
    env: process.env,
    cwd: process.cwd,
    hostname: process.hostname,
    user: surroundings.user,
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
    spawn: (options) => start({ surroundings, ...options }),
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
    searchDomains: surroundings.dns.searches,
    get nextPid() {
      return surroundings.nextPid;
    },
    processes: () => surroundings.processes.values(),
    openPorts: () => [...(link.ports?.keys() ?? [])].sort((a, b) => a - b),
    connect: process.connect,
    listen: process.listenTcp,
    echo(ip, done) {
      const target = ip.startsWith('127.') ? link : network.find(ip);
      if (target === undefined) return false;
      network.echo(link, target, done);
      return true;
    },
  };
}
