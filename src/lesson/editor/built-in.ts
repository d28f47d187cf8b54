/** The built-in controllers and plugins as the editor opens them: files of the workspace, under the names they have in the engine. */

/** One that can be opened, changed and run in the place of itself. */
export interface BuiltIn {
  /** As `swap` names it: `replicaset`, `scheduler/NodeName`. */
  readonly name: string;
  readonly kind: 'controller' | 'plugin';
  /** Only the whole cluster runs it, not a plain one. */
  readonly whole: boolean;
  /** The file that exports it: `controllers/replicaset/index.ts`. */
  readonly entry: string;
  /** By path, the entry first. */
  readonly files: Readonly<Record<string, string>>;
}

/** `controllers/replicaset/plan.ts` belongs to the one whose entry lies in that folder. */
export function ownerOf(path: string, all: readonly BuiltIn[]): BuiltIn | undefined {
  return all.find(({ entry }) => path.startsWith(entry.slice(0, entry.lastIndexOf('/') + 1)));
}

/** "ReplicaSet controller" reads better than its name, and is made of it: "replicaset controller", "NodeName, scheduler plugin". */
export function builtInTitle({ name, kind }: BuiltIn): string {
  return kind === 'plugin' ? `${name.slice('scheduler/'.length)}, scheduler plugin` : `${name} controller`;
}
