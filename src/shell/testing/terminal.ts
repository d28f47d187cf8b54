/** A terminal's shell over files of its own, whose time passes as it sleeps. */
import { createShell } from '../index.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** Virtual milliseconds. */
  readonly tookMs: number;
}

/** Runs a script; Ctrl+C comes when so many virtual milliseconds have passed. */
export async function runInTerminal(script: string, limitMs: number): Promise<Ran> {
  const files = new Map<string, string>();
  let now = 0;
  let [out, err] = ['', ''];
  const shell = createShell({
    files: {
      read: (path) => files.get(path),
      write: (path, text) => void files.set(path, text),
      remove: (path) => void files.delete(path),
      list: () => [...files.keys()],
    },
    connect: () => () => undefined,
    now: () => now,
    async sleep(ms) {
      now += ms;
      // Timers of a session come in between its requests.
      await new Promise((resolve) => setImmediate(resolve));
      if (now > limitMs) shell.interrupt();
    },
  });
  const code = await shell.run(script, {
    stdout(text) {
      out += text;
    },
    stderr(text) {
      err += text;
    },
  });
  return { code, out, err, tookMs: now };
}
