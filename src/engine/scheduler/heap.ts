/** A binary heap. Items may be dropped lazily: pop skips those that `live` no longer wants. */
export interface Heap<T> {
  push(item: T): void;
  peek(): T | undefined;
  pop(): T | undefined;
}

/** `before` must be a total order; an item that isn't `live` any more is passed over. */
export function createHeap<T>(before: (a: T, b: T) => boolean, live: (item: T) => boolean): Heap<T> {
  const items: T[] = [];

  function removeTop(): void {
    const moved = items.pop();
    if (moved === undefined || items.length === 0) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      let smaller = items[child];
      if (smaller === undefined) break;
      const right = items[child + 1];
      if (right !== undefined && before(right, smaller)) {
        smaller = right;
        child += 1;
      }
      if (!before(smaller, moved)) break;
      items[index] = smaller;
      index = child;
    }
    items[index] = moved;
  }

  function peek(): T | undefined {
    for (let top = items[0]; top !== undefined; top = items[0]) {
      if (live(top)) return top;
      removeTop();
    }
    return undefined;
  }

  return {
    push(item) {
      let index = items.length;
      while (index > 0) {
        const parentIndex = (index - 1) >> 1;
        const parent = items[parentIndex];
        if (parent === undefined || !before(item, parent)) break;
        items[index] = parent;
        index = parentIndex;
      }
      items[index] = item;
    },
    peek,
    pop() {
      const top = peek();
      if (top !== undefined) removeTop();
      return top;
    },
  };
}
