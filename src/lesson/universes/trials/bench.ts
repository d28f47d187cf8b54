/** A cluster of its own, in which the learner's manifests are applied and then put to the test by commands. Each is an input of its log. */
import type { InputRequest } from '../../../session/types.ts';
import type { Session } from '../../../session/session.ts';

/** What a command came to. */
export interface Ran {
  readonly ok: boolean;
  /** What it printed, standard output and errors together. */
  readonly text: string;
}

export interface Bench {
  /** Applies the learner's file. */
  applyYours(): Promise<Ran>;
  /** Runs a line in the shell. */
  run(line: string): Promise<Ran>;
  /** Applies a manifest of the check's. */
  apply(path: string, text: string): Promise<Ran>;
  /** Lets time pass: milliseconds. */
  wait(ms: number): Promise<void>;
}

export function openBench(session: Session, entry: string, files: Readonly<Record<string, string>>): Bench {
  async function input(request: InputRequest): Promise<Ran> {
    const { exitCode, outputs } = await session.run(request);
    const text = outputs.map((output) => ('text' in output ? output.text : output.type === 'error' ? output.title : '')).join('');
    return { ok: exitCode === 0, text: text.trimEnd() };
  }
  return {
    applyYours: () => input({ type: 'manifest', path: entry, text: files[entry] ?? '' }),
    run: (line) => input({ type: 'command', text: line, after: 'now' }),
    apply: (path, text) => input({ type: 'manifest', path, text, after: 'now' }),
    async wait(ms) {
      await session.pass({ until: session.now().t + ms });
    },
  };
}
