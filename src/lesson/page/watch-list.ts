/** The page's watch expressions: where they stand in the editor and in what runs, and what each was last. */
import type { ReconcilesView, WatchExpression } from '../../viz/reconciles-model.ts';
import type { FileWatches, WatchMark } from '../editor/watches.ts';
import { createStore, type Store } from './store.ts';
import { type English, tr } from '../words/words.ts';

export interface WatchState {
  /** At their lines in the editor. */
  readonly expressions: readonly WatchExpression[];
  /** By id: the last value, as a one-line text. */
  readonly values: Readonly<Record<string, string>>;
  /** By id: why it can't be evaluated. */
  readonly problems: Readonly<Record<string, string>>;
}

export interface WatchList extends Store<WatchState> {
  add(file: string, line: number, text: string): void;
  change(id: string, text: string): void;
  remove(id: string): void;
  /** One never came to an end: it is left out until it is changed. */
  endless(id: string): void;
  /** Those that the session evaluates, at their lines in the text that runs. */
  active(): readonly WatchExpression[];
  /** What stands in the editor runs now. */
  ran(): void;
  /** The session has answered. */
  heard(view: ReconcilesView): void;
  /** Those of one file, for its editor. */
  in(file: string): FileWatches;
}

export function createWatchList(kept: readonly WatchExpression[], keep: (watches: readonly WatchExpression[]) => void): WatchList {
  const store = createStore<WatchState>({ expressions: kept, values: {}, problems: endlessIn(kept) });
  /** By id: the line in the text that runs, while the editor's has moved on. */
  let running = linesOf(kept);

  function set(expressions: readonly WatchExpression[]): void {
    store.patch({ expressions });
    keep(expressions);
  }
  function forget(id: string): void {
    const { [id]: _v, ...values } = store.value.values;
    const { [id]: _p, ...problems } = store.value.problems;
    store.patch({ values, problems });
  }
  function add(file: string, line: number, text: string): void {
    const numbers = store.value.expressions.map(({ id }) => Number(id.slice(1)) || 0);
    const id = `w${Math.max(0, ...numbers) + 1}`;
    running = { ...running, [id]: line };
    set([...store.value.expressions, { id, file, line, text }]);
  }
  function change(id: string, text: string): void {
    forget(id);
    set(store.value.expressions.map((each) => (each.id === id ? { id, file: each.file, line: each.line, text } : each)));
  }
  function remove(id: string): void {
    forget(id);
    set(store.value.expressions.filter((each) => each.id !== id));
  }

  return {
    get value() {
      return store.value;
    },
    subscribe: store.subscribe,
    add,
    change,
    remove,
    endless(id) {
      set(store.value.expressions.map((each) => (each.id === id ? { ...each, off: true } : each)));
      store.patch({ problems: { ...store.value.problems, ...endlessIn(store.value.expressions) } });
    },
    active: () => store.value.expressions.filter(({ off }) => off !== true).map((each) => ({ ...each, line: running[each.id] ?? each.line })),
    ran() {
      running = linesOf(store.value.expressions);
    },
    heard({ calls, total, watches }) {
      const last = store.value.expressions.flatMap(({ id }) => {
        const value = calls.find(({ values }) => values[id] !== undefined)?.values[id]?.at(-1);
        return value === undefined ? [] : [[id, value] as const];
      });
      const values = { ...(total === 0 ? {} : store.value.values), ...Object.fromEntries(last) };
      const reported = watches.flatMap(({ id, problem }) => (problem === undefined ? [] : [[id, problem] as const]));
      const problems = { ...Object.fromEntries(reported), ...endlessIn(store.value.expressions) };
      if (!same(values, store.value.values) || !same(problems, store.value.problems)) store.patch({ values, problems });
    },
    in: (file) => ({
      subscribe: (listener) => store.subscribe((state) => listener(marksIn(state, file))),
      add: (line, text) => add(file, line, text),
      change,
      remove,
      moved(lines) {
        const { expressions } = store.value;
        const moved = expressions.map((each) => ({ ...each, line: lines[each.id] ?? each.line }));
        if (moved.some(({ line }, index) => line !== expressions[index]?.line)) set(moved);
      },
    }),
  };
}

const linesOf = (expressions: readonly WatchExpression[]): Readonly<Record<string, number>> =>
  Object.fromEntries(expressions.map(({ id, line }) => [id, line]));

const endlessWords: English = 'it never came to an end: switched off until you change it';

function endlessIn(expressions: readonly WatchExpression[]): Readonly<Record<string, string>> {
  return Object.fromEntries(expressions.flatMap(({ id, off }) => (off === true ? [[id, tr(endlessWords)] as const] : [])));
}

function marksIn({ expressions, values, problems }: WatchState, wanted: string): readonly WatchMark[] {
  return expressions
    .filter(({ file }) => file === wanted)
    .map(({ id, line, text }) => {
      const value = values[id];
      const problem = problems[id];
      return { id, line, text, ...(value === undefined ? {} : { value }), ...(problem === undefined ? {} : { problem }) };
    });
}

function same(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
