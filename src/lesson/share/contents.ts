/** What a shared session holds, in words, for the reader who decides whether to run it. Pure. */
import type { Input } from '../../session/types.ts';
import type { SharedSession } from './link.ts';
import { tr, trCount } from '../words/words.ts';

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
      files.push({ name: listed ? tr('{file}, in the editor', { file: path }) : path, text });
  }
  for (const [id, text] of Object.entries(shared.cells)) files.push({ name: tr('cell {number}', { number: id }), text });
  for (const { id, language, code } of free) files.push({ name: `${tr('cell {number}', { number: id })} (${language})`, text: code });
  const nodes = log.cluster.nodes;
  return {
    words: nodes === undefined ? tr('Seed {seed}.', { seed: log.seed }) : trCount(nodes, { one: 'Seed {seed}, {count} node.', other: 'Seed {seed}, {count} nodes.' }, { seed: log.seed }),
    inputs: log.inputs.filter(({ type }) => type !== 'advance').map(itemOf),
    files,
  };
}

function itemOf(input: Input): SharedItem {
  const when = { time: `${(input.at / 1000).toFixed(3)} s` };
  switch (input.type) {
    case 'command':
      return { name: tr('Command at t = {time}', when), text: input.text };
    case 'manifest':
      return { name: tr('Manifest {file} at t = {time}', { ...when, file: input.path }), text: input.text };
    case 'script':
      return { name: tr('Script at t = {time}', when), text: input.source };
    case 'edit':
      return { name: tr(input.text === null ? 'Removes {file} at t = {time}' : 'Writes {file} at t = {time}', { ...when, file: input.path }), text: input.text ?? '' };
    case 'swap':
      return { name: tr('Runs {file} as the {controller} controller at t = {time}', { ...when, file: input.entry, controller: input.controller }), text: '' };
    case 'unswap':
      return { name: tr('Puts the built-in {controller} controller back at t = {time}', { ...when, controller: input.controller }), text: '' };
    case 'fault':
      return { name: tr('Fault at t = {time}', when), text: JSON.stringify(input.fault) };
    case 'advance':
      return { name: tr('Time passes at t = {time}', when), text: '' };
    default:
      return { name: tr('{what} at t = {time}', { ...when, what: input.type }), text: JSON.stringify(input) };
  }
}
