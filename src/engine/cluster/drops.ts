/** What ends when a node's kubelet goes: whatever it had open. */
export interface Drops {
  /** The kubelet of this node is gone. */
  drop(node: string): void;
  /** Calls back when that happens; what is returned forgets it. */
  onDrop(node: string, end: () => void): () => void;
}

/** Creates it, with nothing open. */
export function createDrops(): Drops {
  const open = new Map<string, Set<() => void>>();
  return {
    onDrop(node, end) {
      const ends = open.get(node) ?? new Set();
      open.set(node, ends);
      ends.add(end);
      return () => void ends.delete(end);
    },
    drop(node) {
      const ends = open.get(node);
      open.delete(node);
      for (const end of ends ?? []) end();
    },
  };
}
