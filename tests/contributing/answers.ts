/** CONTRIBUTING.md as a newcomer follows it: each answer names a file to make and the registry that gets a line. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const text = readFileSync(fileURLToPath(new URL('../../CONTRIBUTING.md', import.meta.url)), 'utf8');

export interface Answer {
  /** With `<name>` and the like where the newcomer's own words go. */
  readonly file: string;
  readonly registry: string;
}

/** The paragraph that begins with this question. */
function paragraphOn(thing: string): string {
  const paragraph = text.split('\n\n').find((each) => each.startsWith(`**… add ${thing}?**`));
  if (paragraph === undefined) throw new Error(`CONTRIBUTING.md doesn't say how to add ${thing}`);
  return paragraph;
}

/** Adds a line to the list or table of this name in a file that the answer names. */
export function addLine(thing: string, file: string, constant: string, line: string, root: string): void {
  if (!paragraphOn(thing).includes(`\`${file}\``)) throw new Error(`CONTRIBUTING.md doesn't name ${file} for ${thing}`);
  const path = join(root, file);
  const before = readFileSync(path, 'utf8');
  const declared = before.indexOf(`const ${constant}:`);
  const begin = before.slice(declared).search(/ = [[{]/);
  if (declared < 0 || begin < 0) throw new Error(`${file} has no list ${constant}`);
  const at = declared + begin + ' = ['.length;
  writeFileSync(path, `${before.slice(0, at)}\n  ${line}${before.slice(at)}`);
}

/** The answer to "How do I … add a <thing>?": the first path with a gap, and the first registry. */
export function answerTo(thing: string): Answer {
  const paths = [...paragraphOn(thing).matchAll(/`(src\/[^`]+)`/g)].map((match) => match[1] ?? '');
  const file = paths.find((path) => path.includes('<'));
  const registry = paths.find((path) => path.endsWith('registry.ts'));
  if (file === undefined || registry === undefined) throw new Error(`CONTRIBUTING.md doesn't say which file and registry ${thing} takes`);
  return { file, registry };
}

export interface Addition {
  /** For each gap of the path, in order. */
  readonly words: readonly string[];
  readonly source: string;
  /** The name that the file exports. */
  readonly exported: string;
  /** The line of the registry; by default the exported name. */
  readonly line?: string;
}

/** Follows an answer in the copy of the repository under `root`. */
export function follow({ file, registry }: Answer, addition: Addition, root: string): void {
  const words = [...addition.words];
  const path = file.replace(/<[^>]+>/g, () => words.shift() ?? '');
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), addition.source);
  const specifier = relative(dirname(registry), path);
  const before = readFileSync(join(root, registry), 'utf8');
  // The first list of the file is the registry.
  const end = before.indexOf('];', before.indexOf('= ['));
  const comma = /[,[]\s*$/.test(before.slice(0, end)) ? '' : ', ';
  const list = `${before.slice(0, end)}${comma}${addition.line ?? addition.exported}${before.slice(end)}`;
  writeFileSync(join(root, registry), `import { ${addition.exported} } from './${specifier}';\n${list}`);
}
