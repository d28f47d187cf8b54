/** What the processes of a container share, and what programs of our own see of one process. */
import type { Clock, Random } from '../kernel/index.ts';
import type { Files, Image, Process } from '../sdk/index.ts';
import type { Dns } from './network/dns.ts';
import type { PodLink, PodNetwork } from './network/pod-network.ts';
import type { RunningProcess, Stdio, Unix, UnixLoad } from './unix-host.ts';
import type { ProcessUser } from './user.ts';

/** What the processes of a container have in common. */
export interface Surroundings {
  readonly clock: Clock;
  readonly random: () => Random;
  readonly image: Image;
  readonly unix: Unix | undefined;
  readonly tag: string;
  readonly hostname: string;
  /** Root, where there is none. */
  readonly user: ProcessUser | undefined;
  readonly link: PodLink;
  readonly network: PodNetwork;
  /** Made when they are first read. */
  readonly files: Files;
  readonly filesMade: () => boolean;
  /** What its own layer has become larger since. */
  readonly writtenBytes: () => number;
  readonly workingDir: string;
  readonly dns: Dns;
  /** By process id; made when there is more than the first. */
  readonly processes: Map<number, RunningProcess>;
  nextPid: number;
  /** What its processes use may be more or less than before. */
  readonly usageChanged: () => void;
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

/** What programs of our own see beside what an image's author does. */
export interface OwnProcess extends Process {
  readonly stdio: Stdio;
  readonly surroundings: Surroundings;
  readonly cwd: string;
  readonly alive: boolean;
}
