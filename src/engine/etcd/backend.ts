/**
 * The file a member keeps its store in. It grows by pages and never shrinks by itself: what compaction frees is written
 * over, and only defragmenting gives the space back (bbolt).
 */

export interface Backend {
  /** Bytes of the file. */
  size(): number;
  /** Bytes of it in use. */
  inUse(): number;
  /** Something was written. */
  grown(): void;
  defragment(): void;
}

const pageBytes = 4096;
/** An empty database: meta pages, free list and buckets. */
const emptyPages = 5;

/** `bytes`: what the store holds now. */
export function createBackend(bytes: () => number): Backend {
  let most = 0;

  function pages(of: number): number {
    return (emptyPages + Math.ceil(of / pageBytes)) * pageBytes;
  }

  return {
    size: () => pages(Math.max(most, bytes())),
    inUse: () => pages(bytes()),
    grown() {
      const now = bytes();
      if (now > most) most = now;
    },
    defragment() {
      most = bytes();
    },
  };
}
