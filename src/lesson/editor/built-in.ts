/** The built-in controllers and plugins as the editor opens them: files of the workspace, under the names they have in the engine. */
/// <reference types="vite/client" />
import { tr } from '../words/words.ts';

/** One that can be opened, changed and run in the place of itself. */
export interface BuiltIn {
  /** As `swap` names it: `replicaset`, `scheduler/NodeName`. */
  readonly name: string;
  readonly kind: 'controller' | 'plugin';
  /** Whether a cluster of the `minimal` profile runs it, too. */
  readonly minimal: boolean;
  /** It runs only where the cluster has a cloud, in the place of another of its name where there is one. */
  readonly cloud?: true;
  /** The file that exports it: `controllers/replicaset/index.ts`. */
  readonly entry: string;
  /** By path, the entry first. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * `controllers/replicaset/plan.ts` belongs to the one whose entry lies in that folder. In a cloud `controllers/attachdetach/plan.ts` belongs to the
 * one of that name, whose entry is `controllers/cloud-attachdetach/index.ts`.
 */
export function ownerOf(path: string, all: readonly BuiltIn[]): BuiltIn | undefined {
  const lies = (folder: string): boolean => path.startsWith(folder);
  return all.find(({ name, entry }) => lies(entry.slice(0, entry.lastIndexOf('/') + 1)) || lies(`controllers/${name}/`));
}

/** "replicaset", "NodeName, plugin of the scheduler" */
export function builtInTitle(name: string): string {
  return name.startsWith('scheduler/') ? tr('{name}, plugin of the scheduler', { name: name.slice('scheduler/'.length) }) : name;
}

/** Names of all of them, for the palette: their sources are loaded only when one is opened. */
export const builtInNames: readonly string[] = Object.values(
  import.meta.glob<readonly string[]>('/.generated/builtin-names.json', { import: 'default', eager: true }),
).flat();
