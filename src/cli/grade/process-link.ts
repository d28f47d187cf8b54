/** The judge's end of a submission's process: a line a batch, a line an answer. One process serves one submission, universe after universe. */
import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { type Batch, type SubjectLink, SubjectLost } from '../../session/apart/messages.ts';
import { waitedForCoreMs } from './core-wait.ts';
import { type Isolation, mostHeap } from './isolation.ts';

export interface SubjectProcesses {
  /** A link for the next universe. */
  open(): SubjectLink;
  /** Ends the process there is: the next universe begins with a fresh one. */
  end(): void;
}

export interface SubjectProgramFiles {
  /** The process's own program. */
  readonly subject: string;
  /** The script for its context. */
  readonly inside: string;
}

/** Real milliseconds, without those in which the process waited for a core. */
export interface SubjectLimits {
  /** Until the process has started, before any code of the submission is in it: a busy machine needs its time. */
  readonly startMs: number;
  /** For one moment of a universe. */
  readonly turnMs: number;
  /** For all moments of a universe. */
  readonly universeMs: number;
}

const usualLimits: SubjectLimits = { startMs: 12_000, turnMs: 3_000, universeMs: 10_000 };
/** Bytes of one answer, and of all that it writes where nobody expects it. */
const longestAnswer = 64_000_000;
const longestStderr = 1_000_000;

/** What waits for a core shorter than this since it was last asked isn't given more time: milliseconds. */
const shortestWaitMs = 20;

/** @param waitedMs How long a process has waited for a core since it began: see `waitedForCoreMs`. */
export function createSubjectProcesses(files: SubjectProgramFiles, isolation: Isolation, limits = usualLimits, waitedMs = waitedForCoreMs): SubjectProcesses {
  let current: SubjectProcess | undefined;
  return {
    open() {
      if (current === undefined || current.isOver) current = new SubjectProcess(files, isolation, limits, waitedMs);
      return current.link();
    },
    end() {
      current?.kill();
      current = undefined;
    },
  };
}

/** Who waits for the next line. */
interface Waiting {
  resolve(line: string): void;
  reject(lost: SubjectLost): void;
}

class SubjectProcess {
  readonly #process: ChildProcess;
  readonly #limits: SubjectLimits;
  readonly #waitedMs: (pid: number) => number;
  #isStarted = false;
  #lost: SubjectLost | undefined;
  #waiting: Waiting | undefined;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #stderr = '';
  #stderrBytes = 0;
  /** The exchange under way, or the last one. The first of all brings nothing: its answer says that the process runs. */
  #last: Promise<unknown>;

  constructor({ subject, inside }: SubjectProgramFiles, { prefix }: Isolation, limits: SubjectLimits, waitedMs: (pid: number) => number) {
    this.#limits = limits;
    this.#waitedMs = waitedMs;
    const flags = [
      '--permission',
      `--allow-fs-read=${subject}`,
      `--allow-fs-read=${inside}`,
      '--disallow-code-generation-from-strings',
      '--frozen-intrinsics',
      '--no-addons',
      '--no-experimental-sqlite',
      '--no-experimental-websocket',
      '--no-warnings',
      `--max-old-space-size=${mostHeap}`,
    ];
    const [program = '', ...args] = [...prefix, process.execPath, ...flags, subject, inside];
    // A group of its own: a signal to its group reaches nobody else, and ours reaches all of it.
    this.#process = spawn(program, args, { env: {}, cwd: tmpdir(), detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#process.stdout?.on('data', (piece: Buffer) => this.#take(piece));
    this.#process.stderr?.on('data', (piece: Buffer) => this.#hear(piece));
    this.#process.stdin?.on('error', () => {});
    this.#process.on('error', (error) => this.#end(`Its process can’t be started: ${error.message}.`));
    this.#process.on('exit', (code, signal) => this.#end(this.#deathWords(code, signal)));
    this.#last = this.#start().catch(() => {});
  }

  get isOver(): boolean {
    return this.#lost !== undefined;
  }

  link(): SubjectLink {
    const { turnMs, universeMs } = this.#limits;
    let leftMs = universeMs;
    let waitedMs = this.#waited();
    // Asked for only where a limit is reached: reading it takes longer than most exchanges.
    const waitedSince = (): number => {
      const beforeMs = waitedMs;
      waitedMs = this.#waited();
      return waitedMs - beforeMs;
    };
    return {
      exchange: (batch) => {
        // What a universe left behind when it broke is still to be heard.
        const answer = this.#last.then(async () => {
          const from = performance.now();
          const limitMs = Math.min(turnMs, leftMs);
          const line = await this.#exchange(batch, limitMs, () => new SubjectLost('hung', hungWords(limitMs)), waitedSince);
          leftMs -= performance.now() - from;
          return parsed(line);
        });
        this.#last = answer.catch(() => {});
        return answer;
      },
      close() {},
    };
  }

  kill(): void {
    this.#lose(new SubjectLost('died', 'It was ended.'));
  }

  async #start(): Promise<void> {
    const { startMs } = this.#limits;
    await this.#exchange({ nowMs: 0, events: [] }, startMs, () => new SubjectLost('unstarted', notStartedWords(startMs)));
    this.#isStarted = true;
  }

  #waited(): number {
    const { pid } = this.#process;
    return pid === undefined ? 0 : this.#waitedMs(pid);
  }

  /** `waitedSince`: milliseconds without a core since it was last asked; they are given once more. */
  #exchange(batch: Batch, limitMs: number, late: () => SubjectLost, waitedSince = (): number => 0): Promise<string> {
    if (this.#lost !== undefined) return Promise.reject(this.#lost);
    return new Promise((resolve, reject) => {
      const end = (): void => {
        const moreMs = waitedSince();
        if (moreMs < shortestWaitMs) this.#lose(late());
        else timer = setTimeout(end, moreMs);
      };
      let timer = setTimeout(end, Math.max(1, limitMs));
      this.#waiting = {
        resolve(line) {
          clearTimeout(timer);
          resolve(line);
        },
        reject(lost) {
          clearTimeout(timer);
          reject(lost);
        },
      };
      this.#process.stdin?.write(`${JSON.stringify(batch)}\n`);
    });
  }

  #take(piece: Buffer): void {
    const end = piece.indexOf(10);
    this.#bytes += piece.length;
    this.#pieces.push(end < 0 ? piece : piece.subarray(0, end));
    if (this.#bytes > longestAnswer || (end >= 0 && (end < piece.length - 1 || this.#waiting === undefined))) {
      this.#lose(new SubjectLost('nonsense', 'It said more than it was asked for.'));
      return;
    }
    if (end < 0) return;
    const line = Buffer.concat(this.#pieces).toString('utf8');
    const waiting = this.#waiting;
    this.#pieces = [];
    this.#bytes = 0;
    this.#waiting = undefined;
    waiting?.resolve(line);
  }

  #hear(piece: Buffer): void {
    this.#stderrBytes += piece.length;
    this.#stderr = `${this.#stderr}${piece.toString()}`.slice(-4_000);
    if (this.#stderrBytes > longestStderr) this.#lose(new SubjectLost('died', 'It wrote to standard error without end.'));
  }

  /** Before it has started, its end is none of the code's doing. */
  #end(because: string): void {
    this.#lose(new SubjectLost(this.#isStarted ? 'died' : 'unstarted', because));
  }

  #lose(lost: SubjectLost): void {
    if (this.#lost !== undefined) return;
    this.#lost = lost;
    const { pid } = this.#process;
    if (pid !== undefined && this.#process.exitCode === null && this.#process.signalCode === null) killGroup(pid);
    this.#waiting?.reject(lost);
    this.#waiting = undefined;
    this.#pieces = [];
  }

  #deathWords(code: number | null, signal: string | null): string {
    if (/heap out of memory|Reached heap limit|allocation failed|OOM/i.test(this.#stderr)) return 'It used more memory than a submission may have.';
    const last = this.#stderr.trim().split('\n').findLast((line) => /Error/.test(line));
    return `Its process ended (${signal ?? `code ${code}`})${last === undefined ? '.' : `: ${last.trim()}`}`;
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new SubjectLost('nonsense', 'It sent something that isn’t JSON.');
  }
}

const hungWords = (limitMs: number): string =>
  `Your code ran for ${Math.max(1, Math.round(limitMs / 1000))} s without giving the turn back, so it was ended. Nothing else in its universe could move.`;

const notStartedWords = (limitMs: number): string =>
  `The process for your code didn’t start within ${Math.round(limitMs / 1000)} s: the machine is too busy. Grade it again.`;
