/**
 * Events ordered by time, then by the order of scheduling: a total order, so runs repeat exactly. Many events share their millisecond (a
 * thousand watchers hear of one write at once), so the queue is a heap of times with a line of events at each.
 */
export interface Scheduled {
  readonly time: number;
  /** Undefined once cancelled or run. */
  run: (() => void) | undefined;
  /** Waits that shouldn't keep the cluster from being called quiet: heartbeats, back-offs, resyncs. */
  readonly background: boolean;
  readonly cause: number;
}

export interface EventQueue {
  /** Events of the same time run in the order they are pushed. */
  push(event: Scheduled): void;
  /** Earliest event still to run, without removing it. */
  peek(): Scheduled | undefined;
  pop(): Scheduled | undefined;
  /** Time of the earliest event still to run that is a background wait, or that isn't one. */
  earliest(background: boolean): number | undefined;
}

/** The events of one time; those before `next` have left. */
interface Line {
  readonly time: number;
  readonly events: Scheduled[];
  next: number;
}

/** Creates an empty queue. Cancelled events are dropped when they surface. */
export function createEventQueue(): EventQueue {
  const heap: Line[] = [];
  const lines = new Map<number, Line>();

  function removeTop(): void {
    const top = heap[0];
    const moved = heap.pop();
    if (top === undefined || moved === undefined) return;
    lines.delete(top.time);
    if (top === moved) return;
    siftDown(heap, moved);
  }

  function add(line: Line): void {
    let index = heap.length;
    heap.push(line);
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = heap[parentIndex];
      if (parent === undefined || parent.time <= line.time) break;
      heap[index] = parent;
      index = parentIndex;
    }
    heap[index] = line;
  }

  function peek(): Scheduled | undefined {
    for (let line = heap[0]; line !== undefined; line = heap[0]) {
      for (; line.next < line.events.length; line.next += 1) {
        const event = line.events[line.next];
        if (event?.run !== undefined) return event;
      }
      removeTop();
    }
    return undefined;
  }

  return {
    push(event) {
      const line = lines.get(event.time);
      if (line !== undefined) {
        line.events.push(event);
        return;
      }
      const opened: Line = { time: event.time, events: [event], next: 0 };
      lines.set(event.time, opened);
      add(opened);
    },
    peek,
    pop() {
      const event = peek();
      const line = heap[0];
      if (line !== undefined) line.next += 1;
      return event;
    },
    earliest(background) {
      let earliest: number | undefined;
      for (const { time, events, next } of lines.values()) {
        if (earliest !== undefined && time >= earliest) continue;
        if (events.some((event, index) => index >= next && event.run !== undefined && event.background === background)) earliest = time;
      }
      return earliest;
    },
  };
}

/** Puts a line in the place of the first one. */
function siftDown(heap: Line[], moved: Line): void {
  let index = 0;
  for (;;) {
    let child = 2 * index + 1;
    const left = heap[child];
    if (left === undefined) break;
    const right = heap[child + 1];
    let smaller = left;
    if (right !== undefined && right.time < left.time) {
      smaller = right;
      child += 1;
    }
    if (smaller.time >= moved.time) break;
    heap[index] = smaller;
    index = child;
  }
  heap[index] = moved;
}
