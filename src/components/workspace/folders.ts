/** Files of a workspace by folder, with the names that tell them apart. */
import { tr } from '../../lesson/words/words.ts';

/** `controllers/replicaset/plan.ts` -> `controllers/replicaset`; '' for a file that lies in none. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
/** `plan.ts` */
export const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Folders that have files, in the order in which their first file came. */
export function foldersOf(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.map(folderOf))];
}

/** "replicaset", "node-name, plugin", "your files" */
export function folderTitle(folder: string): string {
  if (folder === '') return tr('your files');
  const plugin = /^scheduler\/plugins\/(.+)$/.exec(folder)?.[1];
  if (plugin !== undefined) return tr('{name}, plugin', { name: plugin });
  return /^controllers\/(.+)$/.exec(folder)?.[1] ?? folder;
}
