/** Grading what others hand in: each grader is a process that may touch nothing, with the code in a realm that holds nothing. */
import { fork } from 'node:child_process';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTimer } from '../../runtimes/timer.ts';
import { isFromGrader } from '../../lesson/universes/grader-schema.ts';
import type { FromGrader, GraderLink, GradingOptions, ToGrader } from '../../lesson/universes/grading.ts';

const child = fileURLToPath(new URL('./child.ts', import.meta.url));
const realm = fileURLToPath(new URL('./realm.ts', import.meta.url));
/** Mebibytes a grader may use; a universe needs a tenth of it. */
const memory = 512;

/** @param engine Folder of the page's engine: its core and its pieces. */
export function sandboxGrading(engine: string, graders = Math.max(1, Math.min(8, availableParallelism()))): GradingOptions {
  return {
    graders,
    open: (listen) => openProcess(engine, listen),
    after: startTimer,
    nowMs: () => performance.now(),
  };
}

function openProcess(engine: string, listen: (message: FromGrader) => void): GraderLink {
  const reads = [child, realm, join(engine, '*')].map((path) => `--allow-fs-read=${path}`);
  const grader = fork(child, [engine], {
    // No files but these, no processes, no threads, no add-ons. Nothing of the environment, no place but the temporary one.
    execArgv: ['--permission', ...reads, `--max-old-space-size=${memory}`, '--no-warnings', '--disable-wasm-trap-handler'],
    env: {},
    cwd: tmpdir(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let words = '';
  grader.stderr?.on('data', (piece: Buffer) => (words = `${words}${piece.toString()}`.slice(-4000)));
  grader.on('message', (text) => {
    // What comes is data to be shown: a learner who could forge it would change only their own grade, and stop no other grading.
    const message = parsed(text);
    if (isFromGrader(message)) listen(message);
  });
  grader.on('exit', (code, signal) => listen({ type: 'died', because: deathWords(code, signal, words) }));
  return {
    post: (message: ToGrader) => void (grader.connected && grader.send(JSON.stringify(message))),
    stop() {
      grader.removeAllListeners('exit');
      grader.kill('SIGKILL');
    },
  };
}

function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

function deathWords(code: number | null, signal: string | null, words: string): string {
  if (/heap out of memory|Reached heap limit/.test(words)) return `It used more than ${memory} MB of memory.`;
  const last = words.trim().split('\n').findLast((line) => /Error/.test(line));
  return `Its process ended (${signal ?? `code ${code}`})${last === undefined ? '.' : `: ${last.trim()}`}`;
}
