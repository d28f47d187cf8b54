/** The time machine's part of a page: which moment is looked at, the forks there are, and what two of them differ in. */
import type { BranchAct, CutView, Runtime, Standing } from '../../runtimes/runtime.ts';
import type { KeySpaceRequest, Moment } from '../../session/types.ts';
import type { BranchView, ClusterView, ComparisonView, KeyHistoryView, KeySpaceView } from '../../viz/model.ts';
import { createStore, type Store } from './store.ts';

export interface TravelState {
  /** The earlier moment that is looked at; absent: now. */
  readonly past?: ClusterView | undefined;
  readonly branches: readonly BranchView[];
  readonly current: string;
  /** A log is being replayed. */
  readonly busy: boolean;
  /** Going back for good has been asked for: what it would do. */
  readonly asking?: (CutView & { readonly at: Moment }) | undefined;
  readonly comparison?: Comparison | undefined;
}

export interface Comparison {
  readonly a: BranchView;
  readonly b: BranchView;
  readonly view: ComparisonView;
}

export interface TimeTravel extends Store<TravelState> {
  /** Shows how everything was then; undefined: how it is now. */
  look(at: Moment | undefined): void;
  /** A second session from the moment that is looked at. */
  fork(): Promise<void>;
  /** Asks whether to go back to the moment that is looked at. */
  ask(): Promise<void>;
  /** The answer to that. */
  answer(yes: boolean): Promise<void>;
  enter(id: string): Promise<void>;
  drop(id: string): Promise<void>;
  /** This fork against the one that inputs go to, each as it now stands. Undefined: no comparison any more. */
  compare(id: string | undefined): Promise<void>;
  keys(ask: KeySpaceRequest): Promise<KeySpaceView>;
  keyHistory(key: string, at: Moment | undefined): Promise<KeyHistoryView>;
  /** The runtime has told which forks there are. */
  heard(branches: readonly BranchView[], current: string): void;
}

export interface TimeTravelParts {
  readonly runtime: Pick<Runtime, 'time'>;
  /** As the cluster stands; undefined until the session has begun. */
  now(): ClusterView | undefined;
  /** Why it can't be done now, as a sentence. */
  hindered(): string | undefined;
  /** The session stands elsewhere now. `left`: the branch it was on. */
  moved(standing: Standing, act: BranchAct, left: string): void;
  say(text: string): void;
}

export const nowhereElse: TravelState = { branches: [], current: 'main', busy: false };

export function createTimeTravel(parts: TimeTravelParts): TimeTravel {
  const { time } = parts.runtime;
  const store = createStore<TravelState>(nowhereElse);
  /** Only the last moment that was asked for is fetched. */
  let wanted: Moment | undefined;
  let looking = false;

  async function fetch(): Promise<void> {
    if (looking) return;
    looking = true;
    try {
      for (let at = wanted; at !== undefined; at = wanted === at ? undefined : wanted) {
        const past = await time.seek(at);
        // Meanwhile it may have been now that is wanted.
        if (wanted !== undefined) store.patch({ past });
      }
    } catch (error) {
      toNow();
      parts.say(sentence(error));
    } finally {
      looking = false;
    }
  }

  function toNow(): void {
    wanted = undefined;
    store.patch({ past: undefined, asking: undefined });
  }

  /** Where a cut would be: what is looked at, or where the session stands. */
  function here(): Moment | undefined {
    const view = store.value.past ?? parts.now();
    return view && { t: view.timeMs, revision: view.revision };
  }

  async function act(ask: BranchAct): Promise<void> {
    const hindered =
      parts.hindered() ?? (store.value.busy ? 'A moment: the session is still being replayed.' : undefined);
    if (hindered !== undefined) return parts.say(hindered);
    const left = store.value.current;
    store.patch({ busy: true });
    try {
      const standing = await time.act(ask);
      toNow();
      parts.moved(standing, ask, left);
      parts.say([wordsFor(ask, standing), standing.words].filter((each) => each !== '').join(' '));
    } catch (error) {
      parts.say(sentence(error));
    } finally {
      store.patch({ busy: false });
    }
  }

  return {
    get value() {
      return store.value;
    },
    subscribe: store.subscribe,
    look(at) {
      if (at === undefined) return toNow();
      wanted = at;
      store.patch({ asking: undefined });
      void fetch();
    },
    async fork() {
      const at = here();
      if (at !== undefined) await act({ do: 'fork', at });
    },
    async ask() {
      const at = here();
      if (at === undefined) return;
      try {
        store.patch({ asking: { ...(await time.cut(at)), at } });
      } catch (error) {
        parts.say(sentence(error));
      }
    },
    async answer(yes) {
      const { asking } = store.value;
      store.patch({ asking: undefined });
      if (yes && asking !== undefined) await act({ do: 'rewind', at: asking.at });
    },
    enter: (id) => act({ do: 'enter', id }),
    drop: (id) => act({ do: 'drop', id }),
    async compare(id) {
      const { branches, current } = store.value;
      const [a, b] = [branches.find((each) => each.id === id), branches.find((each) => each.id === current)];
      if (a === undefined || b === undefined) return store.patch({ comparison: undefined });
      store.patch({ busy: true });
      try {
        const view = await time.compare({ branch: a.id }, { branch: b.id });
        store.patch({ comparison: { a, b, view } });
        parts.say(`${a.name} against ${b.name}: ${differWords(view)}.`);
      } catch (error) {
        parts.say(sentence(error));
      } finally {
        store.patch({ busy: false });
      }
    },
    keys: (ask) => time.keys(ask),
    keyHistory: (key, at) => time.keyHistory(key, at),
    heard(branches, current) {
      toNow();
      store.patch({ branches, current, comparison: undefined });
    },
  };
}

/** "2 objects differ, 40 are the same" */
export function differWords({ differences, omitted, same }: ComparisonView): string {
  const count = differences.length + omitted;
  return `${count === 0 ? 'nothing differs' : `${count} object${count === 1 ? ' differs' : 's differ'}`}, ${same} ${same === 1 ? 'is' : 'are'} the same`;
}

function wordsFor(ask: BranchAct, { branches, current, now }: Standing): string {
  const name = branches.find(({ id }) => id === current)?.name ?? current;
  const place = `revision ${now.revision}, t = ${(now.t / 1000).toFixed(3)} s`;
  switch (ask.do) {
    case 'fork':
      return `This is ${name}: it begins at ${place}.`;
    case 'rewind':
      return `The session is back at ${place}.`;
    case 'enter':
      return `This is ${name}: it stands at ${place}.`;
    case 'drop':
      return 'The fork is gone.';
  }
}

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));
