/** The time machine's part of a page: which moment is shown, the forks there are, and what two of them differ in. */
import { createMomentFetcher } from './moment-fetcher.ts';
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
    showPast: (past) => store.patch({ past, asking: undefined }),
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

/** Shows a moment, or now (undefined). */
function createSeeker({ runtime: { time }, say }: TimeTravelParts, store: WritableStore<TravelState>): TimeTravel['look'] {
  const fetcher = createMomentFetcher({
    seek: (at) => time.seek(at),
    found: (past) => store.patch({ past }),
    failed(error) {
      toNow();
      say(sentence(error));
    },
  });

  function toNow(): void {
    fetcher.forget();
    store.patch({ past: undefined, asking: undefined });
  }

  return (at) => {
    if (at === undefined) return toNow();
    store.patch({ asking: undefined });
    fetcher.fetch(at);
  };
}
