/** What changes the session's way through time: forks, going back for good, comparing. Loaded when the first of them is used. */
import type { BranchAct, Standing } from '../../runtimes/runtime.ts';
import type { Moment } from '../../session/types.ts';
import type { ComparisonView } from '../../viz/model.ts';
import type { WritableStore } from './store.ts';
import { sentence, type TimeTravel, type TimeTravelParts, type TravelState } from './travel-state.ts';
import { tr, trCount } from '../words/words.ts';

export interface TravelActs extends Pick<TimeTravel, 'fork' | 'ask' | 'answer' | 'compare'> {
  act(ask: BranchAct): Promise<void>;
}

/** `seek`: see `TimeTravel.look`. */
export function createTravelActs(parts: TimeTravelParts, store: WritableStore<TravelState>, seek: TimeTravel['look']): TravelActs {
  const { time } = parts.runtime;

  /** Where a cut would be: the moment that is shown, or where the session stands. */
  function here(): Moment | undefined {
    const view = store.value.past ?? parts.now();
    return view && { t: view.timeMs, revision: view.revision };
  }

  async function act(ask: BranchAct): Promise<void> {
    const busy = store.value.busy ? tr('A moment: the session is still being replayed.') : undefined;
    const hindered = parts.hindered() ?? busy;
    if (hindered !== undefined) return parts.say(hindered);
    const left = store.value.current;
    store.patch({ busy: true });
    try {
      const standing = await time.act(ask);
      seek(undefined);
      parts.moved(standing, ask, left);
      parts.say([wordsFor(ask, standing), standing.words].filter((each) => each !== '').join(' '));
    } catch (error) {
      parts.say(sentence(error));
    } finally {
      store.patch({ busy: false });
    }
  }

  return {
    act,
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
  };
}

/** "2 objects differ, 40 are the same" */
export function differWords({ differences, omitted, same }: ComparisonView): string {
  const count = differences.length + omitted;
  const differing = count === 0 ? tr('nothing differs') : trCount(count, { one: '{count} object differs', other: '{count} objects differ' });
  return `${differing}, ${trCount(same, { one: '{count} is the same', other: '{count} are the same' })}`;
}

function wordsFor(ask: BranchAct, { branches, current, now }: Standing): string {
  const name = branches.find(({ id }) => id === current)?.name ?? current;
  const place = tr('revision {revision}, t = {time}', { revision: now.revision, time: `${(now.t / 1000).toFixed(3)} s` });
  switch (ask.do) {
    case 'fork':
      return tr('This is {name}: it begins at {place}.', { name, place });
    case 'rewind':
      return tr('The session is back at {place}.', { place });
    case 'enter':
      return tr('This is {name}: it stands at {place}.', { name, place });
    case 'drop':
      return tr('The fork is gone.');
  }
}
