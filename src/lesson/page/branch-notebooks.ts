/** What a notebook shows after the session has gone another way: only what has run there has run. */
import type { BranchAct, Standing } from '../../runtimes/runtime.ts';
import type { CellState, NotebookState } from '../notebook.ts';

export interface BranchNotebooks {
  /** The notebook of where the session now stands; texts stay as they were typed. */
  moved(now: NotebookState, standing: Standing, act: BranchAct, left: string): NotebookState;
  /** The session has begun anew. */
  forget(): void;
}

export function createBranchNotebooks(): BranchNotebooks {
  const others = new Map<string, NotebookState>();
  return {
    moved(now, standing, act, left) {
      if (act.do === 'drop') {
        others.delete(act.id);
        return now;
      }
      if (act.do !== 'rewind') others.set(left, now);
      const then = others.get(standing.current) ?? now;
      const inputs = new Map(now.cells.map(({ id, input }) => [id, input]));
      const cells = then.cells.map((cell) => ({ ...cell, input: inputs.get(cell.id) ?? cell.input }));
      return rewound({ ...then, cells }, standing);
    },
    forget: () => others.clear(),
  };
}

/** Cells whose run isn't in the log any more haven't run; what they printed stays to be read. */
function rewound(state: NotebookState, { log, now }: Standing): NotebookState {
  const ran = new Set(log.inputs.map(({ cell }) => cell));
  const hasRun = ({ id, foot }: CellState): boolean => ran.has(id) && (foot === undefined || foot.fromMs <= now.t);
  const cells = state.cells.map((cell) =>
    cell.status.type === 'ran' && !hasRun(cell) ? { ...cell, status: { type: 'built' } as const } : cell,
  );
  return { ...state, cells };
}
