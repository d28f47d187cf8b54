/** Rules for the files of a workspace: their names, what a file belongs to, what runs with it. Pure. */
import { type BuiltIn, ownerOf } from '../editor/built-in.ts';
import { importsOf } from '../editor/imports-of.ts';
import { tr } from '../words/words.ts';

type Files = Readonly<Record<string, string>>;

/** What a swap names. */
export interface Program {
  readonly controller: string;
  readonly entry: string;
}

const namePattern = /^(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:ts|yaml|yml|json|txt|sh)$/;

/** Why a new file can't have this name; undefined: it can. */
export function nameError(path: string, files: Files): string | undefined {
  if (!namePattern.test(path)) return tr('A name such as order.ts or lib/order.ts: letters, digits, - and _, and an ending.');
  return files[path] === undefined ? undefined : tr('There is a file {file} already.', { file: path });
}

/** What a swap of this file names: the built-in it belongs to, or the controller that it or its folder's index.ts defines. */
export function programOf(path: string, files: Files, all: readonly BuiltIn[]): Program | undefined {
  const built = ownerOf(path, all);
  if (built !== undefined) return { controller: built.name, entry: built.entry };
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  for (const entry of [path, `${folder}index.ts`]) {
    const text = files[entry];
    const name = text === undefined || !entry.endsWith('.ts') ? undefined : /\bname:\s*['"]([\w-]+)['"]/.exec(text)?.[1];
    if (name === undefined || text === undefined) continue;
    if (/\breconcile\b/.test(text)) return { controller: name, entry };
    if (/\b(?:filter|score|preFilter|preEnqueue|bind)\s*[(:]/.test(text)) return { controller: `scheduler/${name}`, entry };
  }
  return undefined;
}

/** What a program needs beside its entry: its folder, what lies in no built-in's, and what these import. */
export function filesOf(entry: string, files: Files): Files {
  const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
  const apart = /^(?:controllers|scheduler\/plugins)\//;
  const found = new Map(Object.entries(files).filter(([path]) => path.startsWith(folder) || !apart.test(path)));
  // A map may grow while it is walked: what is added is walked, too.
  for (const [path, text] of found)
    for (const imported of importsOf(path, text)) {
      const shared = files[imported];
      if (shared !== undefined && !found.has(imported)) found.set(imported, shared);
    }
  return Object.fromEntries(found);
}

/** The path behind this one, or else the one before it. */
export function nextTo(path: string, paths: readonly string[]): string | undefined {
  const at = paths.indexOf(path);
  return paths[at + 1] ?? paths[at - 1];
}

/** "The plugin spread", "The controller replicaset" */
export function title(controller: string): string {
  return controller.startsWith('scheduler/') ? tr('The plugin {name}', { name: controller.slice(10) }) : tr('The controller {name}', { name: controller });
}
