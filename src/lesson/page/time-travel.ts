/** The time machine's part of a page: which moment is shown, the forks there are, and what two of them differ in. */
import type { Moment } from '../../session/types.ts';
import { createStore, type WritableStore } from './store.ts';
import { nowhereElse, sentence, type TimeTravel, type TimeTravelParts, type TravelState } from './travel-state.ts';

export function createTimeTravel(parts: TimeTravelParts): TimeTravel {
  const { time } = parts.runtime;
  const store = createStore<TravelState>(nowhereElse);
  const seek = createSeeker(parts, store);
  /** What changes the session is loaded when it is first used. */
  const acts = () => import('./time-travel-acts.ts').then(({ createTravelActs }) => createTravelActs(parts, store, seek));

  return {
    get value() {
      return store.value;
    },
    subscribe: store.subscribe,
    look: seek,
    fork: async () => (await acts()).fork(),
    ask: async () => (await acts()).ask(),
    answer: async (yes) => (await acts()).answer(yes),
    enter: async (id) => (await acts()).act({ do: 'enter', id }),
    drop: async (id) => (await acts()).act({ do: 'drop', id }),
    compare: async (id) => (await acts()).compare(id),
    keys: (ask) => time.keys(ask),
    keyHistory: (key, at) => time.keyHistory(key, at),
    heard(branches, current) {
      seek(undefined);
      store.patch({ branches, current, comparison: undefined });
    },
  };
}

/** Shows a moment, or now (undefined). While one is fetched, only the last that was requested meanwhile is fetched next. */
function createSeeker({ runtime: { time }, say }: TimeTravelParts, store: WritableStore<TravelState>): TimeTravel['look'] {
  let wanted: Moment | undefined;
  let fetching = false;

  function toNow(): void {
    wanted = undefined;
    store.patch({ past: undefined, asking: undefined });
  }

  async function fetch(): Promise<void> {
    if (fetching) return;
    fetching = true;
    try {
      for (let at = wanted; at !== undefined; at = wanted === at ? undefined : wanted) {
        const past = await time.seek(at);
        // Meanwhile it may be now that is to be shown.
        if (wanted !== undefined) store.patch({ past });
      }
    } catch (error) {
      toNow();
      say(sentence(error));
    } finally {
      fetching = false;
    }
  }

  return (at) => {
    if (at === undefined) return toNow();
    wanted = at;
    store.patch({ asking: undefined });
    void fetch();
  };
}
