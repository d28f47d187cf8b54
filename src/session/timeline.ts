/**
 * A fold over the session's commits that can be had as of any of them. On its way it leaves copies of its state behind, so that
 * every moment lies near one: seeking costs a copy and at most `spacing` commits, however long the session is.
 */

/** A state that commits are folded into. */
export interface Folding<State, Commit> {
  /** Before the first commit. */
  empty(): State;
  /** A state of its own that folds on without changing this one. Cheap: what it holds is shared. */
  copy(state: State): State;
  add(state: State, commit: Commit): void;
  /** How many things a copy copies: where it is dear, copies are left further apart. Default 0. */
  size?(state: State): number;
}

export interface Timeline<State> {
  /** After the first `count` commits. Holds until the next call; don't change it. */
  after(count: number): State;
  /** Forgets what it has folded: the commits themselves have been rewritten. */
  clear(): void;
}

/** Commits between two copies, at least. */
const spacing = 256;

/** `commits` only ever grows at its end, unless `clear` is called. */
export function createTimeline<State, Commit>(
  commits: readonly Commit[],
  folding: Folding<State, Commit>,
): Timeline<State> {
  interface Standing {
    readonly count: number;
    readonly state: State;
  }
  let kept: Standing[] = [];
  /** Where the last call left off: the next is often just behind it. */
  let last: { count: number; state: State } | undefined;

  function nearest(count: number): { count: number; state: State } {
    const before = keptBefore(count);
    if (last !== undefined && last.count <= count && last.count >= (before?.count ?? 0)) return last;
    return before === undefined
      ? { count: 0, state: folding.empty() }
      : { count: before.count, state: folding.copy(before.state) };
  }

  function keptBefore(count: number): Standing | undefined {
    let low = 0;
    let high = kept.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((kept[middle]?.count ?? 0) <= count) low = middle + 1;
      else high = middle;
    }
    return kept[low - 1];
  }

  function keep({ count, state }: Standing): void {
    const gap = Math.max(spacing, folding.size?.(state) ?? 0);
    if (count - (kept.at(-1)?.count ?? 0) >= gap) kept.push({ count, state: folding.copy(state) });
  }

  return {
    after(count) {
      const until = Math.min(count, commits.length);
      const at = nearest(until);
      for (let commit = commits[at.count]; at.count < until && commit !== undefined; commit = commits[at.count]) {
        folding.add(at.state, commit);
        at.count += 1;
        keep(at);
      }
      last = at;
      return at.state;
    },
    clear() {
      kept = [];
      last = undefined;
    },
  };
}
