/** What a shared session holds, in words, for the reader who decides whether to run it. Pure. */
import type { Input } from '../../session/types.ts';
import type { SharedSession } from './link.ts';

export interface SharedItem {
  /** "Command at t = 0.000 s" */
  readonly name: string;
  readonly text: string;
}

export interface SharedContents {
  /** "Seed 12, 3 nodes." */
  readonly words: string;
  /** What would run, in order. */
  readonly inputs: readonly SharedItem[];
  /** Texts in the workspace and in the editors. */
  readonly files: readonly SharedItem[];
}

/** `start`: the lesson's own files, which needn't be listed. */
export function contentsOf(shared: SharedSession, start: Readonly<Record<string, string>>): SharedContents {
  const { log, free } = shared;
  const files: SharedItem[] = [];
  const known = (texts: Readonly<Record<string, string>>, path: string, text: string): boolean =>
    Object.hasOwn(texts, path) && texts[path] === text;
  for (const [path, text] of Object.entries(log.files)) if (!known(start, path, text)) files.push({ name: path, text });
  for (const [path, text] of Object.entries(shared.files)) {
    // What stands in the editor may be another text than the one that runs: then both are listed.
    const listed = files.some(({ name }) => name === path);
    if (listed ? !known(log.files, path, text) : !known(start, path, text))
      files.push({ name: listed ? `${path}, in the editor` : path, text });
  }
  for (const [id, text] of Object.entries(shared.cells)) files.push({ name: `cell ${id}`, text });
  for (const { id, language, code } of free) files.push({ name: `cell ${id} (${language})`, text: code });
  const nodes = log.cluster.nodes;
  return {
    words: `Seed ${log.seed}${nodes === undefined ? '' : `, ${nodes} node${nodes === 1 ? '' : 's'}`}.`,
    inputs: log.inputs.filter(({ type }) => type !== 'advance').map(itemOf),
    files,
  };
}

function itemOf(input: Input): SharedItem {
  const when = `at t = ${(input.at / 1000).toFixed(3)} s`;
  switch (input.type) {
    case 'command':
      return { name: `Command ${when}`, text: input.text };
    case 'manifest':
      return { name: `Manifest ${input.path} ${when}`, text: input.text };
    case 'script':
      return { name: `Script ${when}`, text: input.source };
    case 'edit':
      return { name: `${input.text === null ? 'Removes' : 'Writes'} ${input.path} ${when}`, text: input.text ?? '' };
    case 'swap':
      return { name: `Runs ${input.entry} as the ${input.controller} controller ${when}`, text: '' };
    case 'unswap':
      return { name: `Puts the built-in ${input.controller} controller back ${when}`, text: '' };
    case 'fault':
      return { name: `Fault ${when}`, text: JSON.stringify(input.fault) };
    case 'advance':
      return { name: `Time passes ${when}`, text: '' };
    default:
      return { name: `${input.type} ${when}`, text: JSON.stringify(input) };
  }
}
