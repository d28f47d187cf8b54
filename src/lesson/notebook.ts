/** The notebook as a state machine: events in, the new state and its effects out. It does nothing itself. */
import type { BakedCell, Foot, Output } from './baked.ts';
import { tr } from './words/words.ts';

/** What a person, or the runtime, has done. */
export type NotebookEvent =
  | { readonly type: 'edit'; readonly id: string; readonly input: string }
  /** These are the cells now, in this order; those that stay are as they were. */
  | { readonly type: 'cells'; readonly cells: NotebookState['cells'] }
  /** Shift+Enter, Mod+Enter or the button: this cell, after those before it that haven't run. */
  | { readonly type: 'run'; readonly id: string }
  | { readonly type: 'run-all' }
  /** Those of these cells that haven't run: something needs what they do. */
  | { readonly type: 'run-first'; readonly ids: readonly string[] }
  /** Those before this cell that don't show what they would print. */
  | { readonly type: 'run-above'; readonly id: string }
  /** This cell and all after it, whatever they show. */
  | { readonly type: 'run-from'; readonly id: string }
  | { readonly type: 'interrupt' }
  | { readonly type: 'restart' }
  /** A kept session is back: these cells have run in it, in this order. */
  | { readonly type: 'restored'; readonly runs: readonly RestoredRun[] }
  /** The runtime has begun anew. */
  | { readonly type: 'restarted' }
  | { readonly type: 'output'; readonly id: string; readonly output: Output }
  | { readonly type: 'finished'; readonly id: string; readonly foot: Foot; readonly ok: boolean }
  /** The runtime could not run the cell at all, or lost it while it ran. */
  | { readonly type: 'lost'; readonly reason: string };

/** A cell as it ran before the page was left. */
export interface RestoredRun extends BakedCell {
  readonly id: string;
  readonly input: string;
  readonly ok: boolean;
}

/** What the page must now do. */
export type NotebookEffect =
  | { readonly type: 'run'; readonly id: string; readonly input: string }
  | { readonly type: 'interrupt' }
  | { readonly type: 'restart' }
  /** For the one polite status line. */
  /** `seen`: also to who reads with the eyes, for nothing else shows it. */
  | { readonly type: 'say'; readonly text: string; readonly seen?: boolean };

/** Where a cell stands. `built`: it shows what the build has printed and hasn't run here. */
export type CellStatus =
  /** `before`: where it goes back to when its turn doesn't come. */
  | { readonly type: 'queued'; readonly before: Settled }
  | { readonly type: 'running'; readonly input: string }
  | Settled;

/** A cell for which nothing is under way. */
export type Settled =
  | { readonly type: 'built' }
  /** It ran before the session began anew: what it shows is from then. */
  | { readonly type: 'past' }
  | { readonly type: 'ran'; readonly ok: boolean; readonly input: string; readonly turn: number }
  /** `reason`: why it was lost; absent when it was put off. */
  | { readonly type: 'interrupted'; readonly reason?: string };

export interface CellState {
  readonly id: string;
  readonly number: number;
  readonly input: string;
  /** As the lesson has it. */
  readonly original: string;
  /** It is meant to fail: the cells after it run all the same. */
  readonly expectsError: boolean;
  /** Running a later cell doesn't run this one first. */
  readonly alone?: true;
  readonly status: CellStatus;
  readonly output: readonly Output[];
  readonly foot?: Foot;
}

export interface NotebookState {
  readonly cells: readonly CellState[];
  /** Ids still to run, in order; the first runs now. */
  readonly queue: readonly string[];
  readonly restarting: boolean;
  /** How many cells have been run so far: tells which of two ran later. */
  readonly turns: number;
}

export interface NotebookStep {
  readonly state: NotebookState;
  readonly effects: readonly NotebookEffect[];
}

/** How a cell is drawn in the margin. */
export type CellMark = 'never' | 'queued' | 'running' | 'unquiet' | 'fresh' | 'stale' | 'error';

/** A notebook whose cells show what the build has left. `inputs` are the learner's, from an earlier visit. */
export function createNotebook(
  cells: readonly {
    readonly id: string;
    readonly code: string;
    readonly expectsError?: boolean;
    readonly alone?: true;
    readonly baked?: BakedCell | undefined;
  }[],
  inputs: Readonly<Record<string, string>> = {},
): NotebookState {
  return {
    cells: cells.map(({ id, code, expectsError = false, alone, baked }, index) => ({
      id,
      number: index + 1,
      input: inputs[id] ?? code,
      original: code,
      expectsError,
      ...(alone === undefined ? {} : { alone }),
      status: { type: 'built' },
      output: baked?.output ?? [],
      ...(baked === undefined ? {} : { foot: baked.foot }),
    })),
    queue: [],
    restarting: false,
    turns: 0,
  };
}

/** One step. An event that means nothing now leaves the state as it is. */
export function stepNotebook(state: NotebookState, event: NotebookEvent): NotebookStep {
  switch (event.type) {
    case 'edit':
      return still(change(state, event.id, (cell) => ({ ...cell, input: event.input })));
    case 'cells':
      return arrange(state, event.cells);
    case 'run':
      return enqueue(state, dueBefore(state, event.id));
    case 'run-all':
      return runDue(state, state.cells, tr('Every cell has run. Restart to run them again.'));
    case 'run-first':
      return enqueue(state, idsOf(state.cells.filter((cell) => event.ids.includes(cell.id) && !hasRun(cell))));
    case 'run-above':
      return runDue(state, state.cells.slice(0, indexOf(state, event.id)), tr('The cells above have run.'));
    case 'run-from':
      return enqueue(state, [...dueBefore(state, event.id), ...idsOf(state.cells.slice(indexOf(state, event.id) + 1))]);
    case 'interrupt':
      return interrupt(state);
    case 'restart':
      return restart(state);
    case 'restarted':
      return begin({ ...state, restarting: false });
    case 'output':
      return still(
        change(state, event.id, (cell) =>
          cell.status.type === 'running' ? { ...cell, output: append(cell.output, event.output) } : cell,
        ),
      );
    case 'restored':
      return still(event.runs.reduce(replayed, state));
    case 'finished':
      return finish(state, event);
    case 'lost':
      return lose(state, event.reason);
  }
}

/** Texts that differ from the lesson's, by cell. */
export const changedInputs = (state: NotebookState): Readonly<Record<string, string>> =>
  Object.fromEntries(
    state.cells.filter(({ input, original }) => input !== original).map(({ id, input }) => [id, input]),
  );

/** The mark in the margin. */
export function cellMark(state: NotebookState, cell: CellState): CellMark {
  switch (cell.status.type) {
    case 'built':
    case 'interrupted':
      return 'never';
    case 'past':
      return 'stale';
    case 'queued':
      return 'queued';
    case 'running':
      return 'running';
    case 'ran':
      if (staleness(state, cell) !== undefined) return 'stale';
      if (!cell.status.ok) return 'error';
      return cell.foot?.quiet === false ? 'unquiet' : 'fresh';
  }
}

/** Why what a cell shows is no longer what it would print, as a sentence; undefined while it is. */
export function staleness(state: NotebookState, cell: CellState): string | undefined {
  if (cell.status.type === 'built' && cell.input !== cell.original && cell.foot !== undefined) {
    return tr('You changed this cell. This output is from the lesson’s own text.');
  }
  if (cell.status.type === 'past') return tr('This is from before the restart. Run the cell to see what it prints now.');
  if (cell.status.type === 'interrupted') return cell.status.reason;
  if (cell.status.type !== 'ran') return undefined;
  if (cell.input !== cell.status.input) {
    return tr('The text has changed since this ran at {time}.', { time: seconds(cell.foot?.fromMs ?? 0) });
  }
  const { turn } = cell.status;
  const later = state.cells.find(
    (other) => other.number < cell.number && other.alone !== true && other.status.type === 'ran' && other.status.turn > turn,
  );
  return later && tr('Cell {number} has run again since this ran at {time}.', { number: later.number, time: seconds(cell.foot?.fromMs ?? 0) });
}

/** "t = 20.000 s" */
export function seconds(ms: number): string {
  return `t = ${(ms / 1000).toFixed(3)} s`;
}

const still = (state: NotebookState): NotebookStep => ({ state, effects: [] });
const say = (text: string): NotebookEffect => ({ type: 'say', text });

function change(state: NotebookState, id: string, to: (cell: CellState) => CellState): NotebookState {
  return { ...state, cells: state.cells.map((cell) => (cell.id === id ? to(cell) : cell)) };
}

const settled = ({ status }: CellState): Settled =>
  status.type === 'queued' ? status.before : status.type === 'running' ? { type: 'interrupted' } : status;

function hasRun(cell: CellState): boolean {
  return cell.status.type === 'ran';
}

function arrange(state: NotebookState, given: NotebookState['cells']): NotebookStep {
  const cells = given.map((cell) => ({ ...(state.cells.find(({ id }) => id === cell.id) ?? cell), number: cell.number }));
  const queue = state.queue.filter((id) => cells.some((cell) => cell.id === id));
  const next = { ...state, cells, queue };
  // One that runs and is gone leaves its turn to the next.
  return queue[0] === state.queue[0] ? still(next) : begin(next);
}

/** The cell and those before it that haven't run and that it may need. */
function dueBefore(state: NotebookState, id: string): readonly string[] {
  const at = indexOf(state, id);
  return idsOf(state.cells.filter((cell, index) => index === at || (index < at && !hasRun(cell) && cell.alone !== true)));
}

const indexOf = (state: NotebookState, id: string): number => state.cells.findIndex((cell) => cell.id === id);
const idsOf = (cells: readonly CellState[]): readonly string[] => cells.map(({ id }) => id);

function enqueue(state: NotebookState, ids: readonly string[]): NotebookStep {
  const added = ids.filter((id) => !state.queue.includes(id));
  if (added.length === 0) return still(state);
  const order = new Map(state.cells.map((cell) => [cell.id, cell.number]));
  const [current, ...waiting] = state.queue;
  const rest = [...waiting, ...added].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  let next = state;
  for (const id of added)
    next = change(next, id, (cell) => ({ ...cell, status: { type: 'queued', before: settled(cell) } }));
  if (current === undefined) return begin({ ...next, queue: rest });
  return still({ ...next, queue: [current, ...rest] });
}

function runDue(state: NotebookState, cells: readonly CellState[], done: string): NotebookStep {
  const due = cells.filter((cell) => !isDone(state, cell));
  return due.length === 0 ? { state, effects: [{ type: 'say', text: done, seen: true }] } : enqueue(state, idsOf(due));
}

/** Shows what it would print. */
function isDone(state: NotebookState, cell: CellState): boolean {
  const mark = cellMark(state, cell);
  return mark === 'fresh' || mark === 'unquiet' || (mark === 'error' && cell.expectsError);
}

/** Starts the first of the queue unless the runtime is being restarted. */
function begin(state: NotebookState): NotebookStep {
  const id = state.queue[0];
  const cell = state.cells.find((other) => other.id === id);
  if (cell === undefined || state.restarting) return still(state);
  const { foot: _, ...bare } = cell;
  return {
    state: change(state, cell.id, () => ({ ...bare, status: { type: 'running', input: cell.input }, output: [] })),
    effects: [{ type: 'run', id: cell.id, input: cell.input }, say(tr('Cell {number} runs.', { number: cell.number }))],
  };
}

function finish(state: NotebookState, event: NotebookEvent & { type: 'finished' }): NotebookStep {
  const cell = state.cells.find((other) => other.id === event.id);
  if (cell?.status.type !== 'running') return still(state);
  const { input } = cell.status;
  const turn = state.turns + 1;
  const done = change(state, cell.id, (was) => ({
    ...was,
    foot: event.foot,
    status: { type: 'ran', ok: event.ok, input, turn },
  }));
  const words = tr(event.ok ? 'Cell {number} has run, {time}.' : 'Cell {number} stopped with an error, {time}.', { number: cell.number, time: seconds(event.foot.toMs) });
  const queue = state.queue.filter((id) => id !== cell.id);
  if (event.ok || cell.expectsError) {
    const next = begin({ ...done, turns: turn, queue });
    return { ...next, effects: [say(words), ...next.effects] };
  }
  return {
    state: { ...unqueue(done, queue), turns: turn },
    effects: [say(queue.length > 0 ? `${words} ${tr('The rest wait.')}` : words)],
  };
}

/** Those that waited go back to where they were. */
function unqueue(state: NotebookState, ids: readonly string[]): NotebookState {
  let next: NotebookState = { ...state, queue: [] };
  for (const id of ids) next = change(next, id, (cell) => ({ ...cell, status: settled(cell) }));
  return next;
}

function interrupt(state: NotebookState): NotebookStep {
  const [current, ...waiting] = state.queue;
  if (current === undefined) return still(state);
  return { state: { ...unqueue(state, waiting), queue: [current] }, effects: [{ type: 'interrupt' }] };
}

function restart(state: NotebookState): NotebookStep {
  let next: NotebookState = { ...state, queue: [], restarting: true, turns: 0 };
  for (const cell of state.cells) next = change(next, cell.id, (was) => ({ ...was, status: begunAnew(was) }));
  return { state: next, effects: [{ type: 'restart' }, say(tr('The cluster starts again from the beginning.'))] };
}

function begunAnew(cell: CellState): Settled {
  const { type } = settled(cell);
  return type === 'ran' || type === 'past' ? { type: 'past' } : { type: 'built' };
}

function replayed(state: NotebookState, { id, input, ok, output, foot }: RestoredRun): NotebookState {
  const turn = state.turns + 1;
  const status = { type: 'ran', ok, input, turn } as const;
  return { ...change(state, id, (cell) => ({ ...cell, output, foot, status })), turns: turn };
}

function lose(state: NotebookState, reason: string): NotebookStep {
  const [current, ...waiting] = state.queue;
  let next = unqueue(state, waiting);
  const status = { type: 'interrupted', reason } as const;
  if (current !== undefined) next = change(next, current, (cell) => ({ ...cell, status }));
  return { state: next, effects: [say(reason)] };
}

/** Pieces of text are one text. */
function append(output: readonly Output[], piece: Output): readonly Output[] {
  const last = output.at(-1);
  if (last?.kind !== 'text' || piece.kind !== 'text') return [...output, piece];
  return [...output.slice(0, -1), { kind: 'text', text: last.text + piece.text }];
}
