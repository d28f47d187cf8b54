/** Nothing is changed in place: each call makes the next state, and one timer waits for the earliest key. */
import { createRateLimiter, type Timer, type WorkQueue, type WorkQueueOptions } from 'converge/sdk';

interface State {
  readonly queued: readonly string[];
  readonly dirty: readonly string[];
  readonly processing: readonly string[];
  readonly waiting: readonly { readonly key: string; readonly at: number }[];
}

const without = (keys: readonly string[], key: string): readonly string[] => keys.filter((each) => each !== key);

function added(state: State, key: string): State {
  if (state.dirty.includes(key)) return state;
  const dirty = [...state.dirty, key];
  return state.processing.includes(key) ? { ...state, dirty } : { ...state, dirty, queued: [...state.queued, key] };
}

function finished(state: State, key: string): State {
  const processing = without(state.processing, key);
  return { ...state, processing, queued: state.dirty.includes(key) ? [...state.queued, key] : state.queued };
}

function planned(state: State, key: string, at: number): State {
  const known = state.waiting.find((each) => each.key === key);
  if (known !== undefined && known.at <= at) return state;
  const others = state.waiting.filter((each) => each !== known);
  return { ...state, waiting: [...others, { key, at }].sort((a, b) => a.at - b.at) };
}

function due(state: State, now: number): State {
  const later: State = { ...state, waiting: state.waiting.filter(({ at }) => at > now) };
  return state.waiting.filter(({ at }) => at <= now).reduce<State>((next, { key }) => added(next, key), later);
}

export function createWorkQueue({ clock, onAvailable, rateLimiter = createRateLimiter(clock) }: WorkQueueOptions): WorkQueue {
  let state: State | undefined = { queued: [], dirty: [], processing: [], waiting: [] };
  let timer: Timer | undefined;
  let last: State = state;

  function become(next: State): void {
    const more = next.queued.length - last.queued.length;
    state = last = next;
    timer?.cancel();
    const [first] = next.waiting;
    const waitMs = (first?.at ?? 0) - clock.now();
    timer = first && clock.after(waitMs, () => become(due(last, clock.now())), { background: waitMs >= 10_000 });
    for (let nth = 0; nth < more; nth += 1) onAvailable?.();
  }

  const add = (key: string): void => {
    if (state !== undefined) become(added(state, key));
  };
  const addAfter = (key: string, delayMs: number): void => {
    if (delayMs <= 0) add(key);
    else if (state !== undefined) become(planned(state, key, clock.now() + delayMs));
  };
  return {
    add,
    addAfter,
    addRateLimited: (key) => addAfter(key, rateLimiter.delayMs(key)),
    forget: rateLimiter.forget,
    failures: rateLimiter.failures,
    get() {
      const [key] = state?.queued ?? [];
      if (state === undefined || key === undefined) return undefined;
      const { dirty, processing } = state;
      become({ ...state, queued: state.queued.slice(1), dirty: without(dirty, key), processing: [...processing, key] });
      return key;
    },
    done(key) {
      if (state !== undefined) become(finished(state, key));
    },
    length: () => last.queued.length,
    status: () => ({ ...last, dirty: new Set(last.dirty), processing: new Set(last.processing), waiting: new Map(last.waiting.map(({ key, at }) => [key, { at }])) }),
    shutDown() {
      last = { ...last, waiting: [] };
      state = undefined;
      timer?.cancel();
    },
  };
}
