/** A binary heap ordered by time, then by the order of scheduling: a total order, so runs repeat exactly. */
export interface Scheduled {
  readonly time: number;
  readonly sequence: number;
  /** Undefined once cancelled or run. */
  run: (() => void) | undefined;
  /** Waits that shouldn't keep the cluster from being called quiet: heartbeats, back-offs, resyncs. */
  readonly background: boolean;
  readonly cause: number;
}

export interface EventQueue {
  readonly size: number;
  push(event: Scheduled): void;
  /** Earliest event still to run, without removing it. */
  peek(): Scheduled | undefined;
  pop(): Scheduled | undefined;
}

/** Creates an empty queue. Cancelled events are dropped when they surface. */
export function createEventQueue(): EventQueue {
  const heap: Scheduled[] = [];

  function before(a: Scheduled, b: Scheduled): boolean {
    return a.time < b.time || (a.time === b.time && a.sequence < b.sequence);
  }

  function removeTop(): Scheduled | undefined {
    const top = heap[0];
    const moved = heap.pop();
    if (top === undefined || moved === undefined || top === moved) return top;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      const left = heap[child];
      if (left === undefined) break;
      const right = heap[child + 1];
      let smaller = left;
      if (right !== undefined && before(right, left)) {
        smaller = right;
        child += 1;
      }
      if (!before(smaller, moved)) break;
      heap[index] = smaller;
      index = child;
    }
    heap[index] = moved;
    return top;
  }

  function peek(): Scheduled | undefined {
    while (heap[0] !== undefined && heap[0].run === undefined) removeTop();
    return heap[0];
  }

  return {
    get size() {
      return heap.length;
    },
    push(event) {
      let index = heap.length;
      heap.push(event);
      while (index > 0) {
        const parentIndex = (index - 1) >> 1;
        const parent = heap[parentIndex];
        if (parent === undefined || !before(event, parent)) break;
        heap[index] = parent;
        index = parentIndex;
      }
      heap[index] = event;
    },
    peek,
    pop() {
      peek();
      return removeTop();
    },
  };
}
