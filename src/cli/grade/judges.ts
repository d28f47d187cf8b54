/** Judges for what others hand in: processes that are kept from one submission to the next, as they never hold a line of any. */
import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { FromGrader, GraderLink, GradingOptions } from '../../lesson/universes/grading.ts';
import { isFromGrader } from '../../lesson/universes/grader-schema.ts';
import { startTimer } from '../../runtimes/timer.ts';
import { findIsolation, type Isolation } from './isolation.ts';
import type { JudgeSetting, ToJudge } from './judge.ts';
import type { SubjectLimits } from './process-link.ts';

export interface Judges {
  readonly grading: GradingOptions;
  readonly isolation: Isolation;
  /** Ends them all. */
  close(): void;
}

/** Real milliseconds: a judge ends code that hangs by itself, long before. */
const hangMs = 20_000;

/** @param folder Where the build has put `judge.mjs`, `subject.cjs` and `inside.txt`. */
export function openJudges(folder: string, count = Math.max(1, Math.min(8, availableParallelism())), limits?: SubjectLimits): Judges {
  const isolation = findIsolation();
  const setting: JudgeSetting = { subject: join(folder, 'subject.cjs'), inside: join(folder, 'inside.txt'), isolation, ...(limits && { limits }) };
  const idle: Judge[] = [];
  const all = new Set<Judge>();
  const grading: GradingOptions = {
    graders: count,
    open(listen) {
      const judge = idle.pop() ?? new Judge(join(folder, 'judge.mjs'), setting);
      all.add(judge);
      return judge.serve(listen, () => {
        if (judge.isFree) idle.push(judge);
        else {
          judge.kill();
          all.delete(judge);
        }
      });
    },
    after: startTimer,
    hangMs,
    nowMs: () => performance.now(),
  };
  return {
    grading,
    isolation,
    close() {
      for (const judge of all) judge.kill();
    },
  };
}

class Judge {
  readonly #process: ChildProcess;
  /** Universes that were requested and not yet answered. */
  #open = 0;
  #isReady = false;
  #isOver = false;
  #listen: (message: FromGrader) => void = () => {};

  constructor(program: string, setting: JudgeSetting) {
    this.#process = fork(program, [JSON.stringify(setting)], {
      execArgv: ['--max-old-space-size=1024', '--no-warnings'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#process.on('message', (message) => {
      if (!isFromGrader(message)) return;
      if (message.type === 'hello') this.#isReady = true;
      else this.#open -= 1;
      this.#listen(message);
    });
    this.#process.on('exit', (code, signal) => {
      this.#isOver = true;
      this.#listen({ type: 'died', because: `The judge’s own process ended (${signal ?? `code ${code}`}).` });
    });
  }

  get isFree(): boolean {
    return this.#isReady && !this.#isOver && this.#open === 0;
  }

  serve(listen: (message: FromGrader) => void, stopped: () => void): GraderLink {
    this.#listen = listen;
    if (this.#isReady) setImmediate(() => listen({ type: 'hello' }));
    return {
      post: (message) => {
        this.#open += 1;
        this.#send(message);
      },
      stop: () => {
        this.#listen = () => {};
        this.#send({ type: 'rest' });
        stopped();
      },
    };
  }

  kill(): void {
    this.#isOver = true;
    // Its end of the pipe closes: it ends what it has started, then itself.
    if (this.#process.connected) this.#process.disconnect();
    const { pid } = this.#process;
    if (pid !== undefined) setTimeout(() => this.#process.kill('SIGKILL'), 500).unref();
  }

  #send(message: ToJudge): void {
    if (this.#process.connected) this.#process.send(message);
  }
}
