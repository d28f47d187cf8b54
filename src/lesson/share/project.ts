/** A workspace as a folder that runs with plain Node: to download, and to open in StackBlitz. Pure. */
import { strToU8, zipSync } from 'fflate';
import type { Input, SessionLog } from '../../session/types.ts';
import { type Replacement, swapOf } from '../exercise.ts';
import { isPlainPath } from '../submission.ts';

export interface ProjectParts {
  /** `12-replicaset` */
  readonly name: string;
  /** "ReplicaSet" */
  readonly title: string;
  readonly log: SessionLog;
  /** The texts as they stand in the editor, which may not have been run. */
  readonly files: Readonly<Record<string, string>>;
  /** What the learner's files replace; absent where nothing is to be replaced. */
  readonly exercise?: Replacement;
  /** The bundled engine. */
  readonly engine: string;
}

/** Path -> text. */
export function projectFiles({ name, title, log, files, exercise, engine }: ProjectParts): Readonly<Record<string, string>> {
  const session = exercise === undefined ? log : withSwap(log, files, exercise);
  const standing = new Map(Object.entries(session.files));
  for (const input of session.inputs) {
    if (input.type !== 'edit') continue;
    if (input.text === null) standing.delete(input.path);
    else standing.set(input.path, input.text);
  }
  const plain = [...standing].filter(([path]) => isPlainPath(path));
  const texts = Object.fromEntries(plain.map(([path, text]) => [`files/${path}`, text]));
  return {
    ...texts,
    'README.md': readme(title),
    'package.json': `${JSON.stringify({ name: `converge-${name}`, private: true, type: 'module', scripts: { start: 'node run.mjs' }, engines: { node: '>=20' } }, null, 2)}\n`,
    'session.json': `${JSON.stringify({ ...session, files: session.files }, null, 1)}\n`,
    'run.mjs': runner,
    'engine.mjs': engine,
  };
}

/** The same as one file. */
export function projectZip(files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const entries = Object.entries(files).map(([path, text]) => [path, strToU8(text)] as const);
  return new Uint8Array(zipSync(Object.fromEntries(entries), { level: 6, mtime: new Date(2026, 0, 1) }));
}

/** The learner's controller runs from the start, where the session hasn't swapped it in itself. */
function withSwap(log: SessionLog, files: Readonly<Record<string, string>>, exercise: Replacement): SessionLog {
  if (log.inputs.some((input) => input.type === 'swap' && input.controller === exercise.controller)) return log;
  const before: Input[] = [
    ...Object.entries(files).map(([path, text]): Input => ({ type: 'edit', path, text, at: 0 })),
    { ...swapOf(exercise), at: 0 },
  ];
  return { ...log, inputs: [...before, ...log.inputs] };
}

const runner = `import { fileURLToPath } from 'node:url';
import { main } from './engine.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
process.exitCode = await main(folder, process.argv.slice(2));
`;

const readme = (title: string): string => `# ${title}: a workspace of Converge

A whole Kubernetes control plane in one file, with the controller you wrote in it. It needs Node 20 or later, and nothing else.

    node run.mjs                     # replays the session with your files, and prints what happens
    node run.mjs kubectl get pods    # replays it, then runs this command

- \`files/\` is the workspace. Edit it and run again: your text is what runs.
- \`session.json\` is what was done: the seed, and each input at its virtual time. The same files give the same history.
- \`engine.mjs\` is the engine, bundled.
`;
