/** Names of files, trees and commits as Git computes them, so that a commit has the same name here and in a real repository. */
import { utf8 } from '../meta/bytes.ts';
import { sha1 } from './sha1.ts';
import type { NewCommit } from './types.ts';

type Files = NewCommit['files'];

/** An object's name: the digest of its type, its length and its bytes. */
function nameOf(type: 'blob' | 'tree' | 'commit', bytes: string): string {
  return sha1(`${type} ${bytes.length}\0${bytes}`);
}

/** Git keeps no empty folders, and sorts a folder as if its name ended with a slash. */
export function nameOfTree(files: Files): string {
  const folders = new Map<string, Record<string, string>>();
  const entries: { readonly sort: string; readonly bytes: string }[] = [];
  for (const [path, text] of Object.entries(files)) {
    const slash = path.indexOf('/');
    if (slash < 0) entries.push(entry('100644', path, nameOf('blob', utf8(text))));
    else {
      const folder = folders.get(path.slice(0, slash)) ?? {};
      folders.set(path.slice(0, slash), folder);
      folder[path.slice(slash + 1)] = text;
    }
  }
  for (const [name, inside] of folders) entries.push(entry('40000', name, nameOfTree(inside)));
  entries.sort((a, b) => (a.sort < b.sort ? -1 : 1));
  return nameOf('tree', entries.map(({ bytes }) => bytes).join(''));
}

function entry(mode: string, name: string, id: string) {
  const bytes = utf8(name);
  return { sort: mode === '40000' ? `${bytes}/` : bytes, bytes: `${mode} ${bytes}\0${fromHex(id)}` };
}

/** The bytes that hexadecimal digits stand for. */
const fromHex = (digits: string): string => digits.replaceAll(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));

/** Author and committer are the same, and their zone is UTC. */
export function nameOfCommit({ parents, author, timeSeconds, message, files }: NewCommit): string {
  const who = `${author.name} <${author.email}> ${timeSeconds} +0000`;
  const lines = [
    `tree ${nameOfTree(files)}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${who}`,
    `committer ${who}`,
    '',
    `${message}\n`,
  ];
  return nameOf('commit', utf8(lines.join('\n')));
}
