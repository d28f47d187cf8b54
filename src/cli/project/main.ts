/** `engine.mjs` of a downloaded workspace: bundled by scripts/build-worker.ts, called by its `run.mjs`. */
import { descriptions } from 'converge:descriptions';
import { runProject } from './run.ts';

/** `node run.mjs` replays and prints; `node run.mjs kubectl get pods` replays, then runs that line. */
export function main(folder: string, words: readonly string[]): Promise<number> {
  const command = words.length === 0 ? {} : { command: words.map(quoted).join(' ') };
  return runProject({ folder, ...command, descriptions, print: (text) => void process.stdout.write(text) });
}

/** The user's own shell has read the words already. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
