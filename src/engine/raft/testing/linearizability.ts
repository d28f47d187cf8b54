/**
 * Is a history linearizable? Wing & Gong's search, with Lowe's memory of configurations already tried: an operation may come next if no
 * other one had returned before it was called; try each, forget a way once (set of operations done, state) was seen.
 * Sound and complete; exponential only in operations that really overlap. Split a history where objects are independent (`byKey`).
 */

/** One operation. Times are any numbers that rise. `returned` Infinity: the outcome is unknown; it may have happened, later, or not at all. */
export interface Operation<Call, Answer> {
  readonly call: Call;
  readonly called: number;
  readonly returned: number;
  /** Absent where it is unknown. */
  readonly answer?: Answer;
}

/** What the operations mean. `apply` gives the state after, or undefined where the answer is impossible. */
export interface Model<State, Call, Answer> {
  readonly initial: State;
  apply(state: State, call: Call, answer: Answer | undefined): State | undefined;
  /** Names a state: equal states have equal names. */
  name(state: State): string;
  /** Optional: this operation needs this very state, and once left it never comes again. Spares the search hopeless ways. */
  needs?(state: State, call: Call, answer: Answer | undefined): boolean;
}

/** An order that explains the history, or undefined if there is none. Operations of unknown end may be missing in it. */
export function linearize<State, Call, Answer>(
  model: Model<State, Call, Answer>,
  history: readonly Operation<Call, Answer>[],
): readonly Operation<Call, Answer>[] | undefined {
  const operations = [...history].sort((a, b) => a.called - b.called);
  const done = new Uint8Array(operations.length);
  const seen = new Set<string>();
  const order: Operation<Call, Answer>[] = [];
  let mustHappen = operations.filter(({ returned }) => returned !== Number.POSITIVE_INFINITY).length;

  /** Those that may come next. One that leaves the state as it is may as well come now: then no other need be tried. */
  function candidates(state: State, begin: number): readonly { readonly at: number; readonly next: State }[] {
    const held =
      model.needs !== undefined &&
      operations.some((each, at) => done[at] === 0 && model.needs?.(state, each.call, each.answer));
    const found: { readonly at: number; readonly next: State; readonly returned: number }[] = [];
    let earliestReturn = Number.POSITIVE_INFINITY;
    for (let at = begin; at < operations.length; at += 1) {
      const operation = operations[at];
      if (operation === undefined || done[at] === 1) continue;
      if (operation.called > earliestReturn) break;
      earliestReturn = Math.min(earliestReturn, operation.returned);
      const next = model.apply(state, operation.call, operation.answer);
      if (next === undefined) continue;
      if (model.name(next) === model.name(state)) return [{ at, next }];
      if (!held) found.push({ at, next, returned: operation.returned });
    }
    // Answers mostly come in the order in which things happened.
    return found.sort((a, b) => a.returned - b.returned);
  }

  function search(state: State, first: number): boolean {
    if (mustHappen === 0) return true;
    let begin = first;
    while (done[begin] === 1) begin += 1;
    const configuration = `${begin} ${done.subarray(begin).join('')} ${model.name(state)}`;
    if (seen.has(configuration)) return false;
    seen.add(configuration);
    for (const { at, next } of candidates(state, begin)) {
      const operation = operations[at];
      if (operation === undefined) continue;
      const ended = operation.returned !== Number.POSITIVE_INFINITY ? 1 : 0;
      done[at] = 1;
      order.push(operation);
      mustHappen -= ended;
      if (search(next, begin)) return true;
      mustHappen += ended;
      order.pop();
      done[at] = 0;
    }
    return false;
  }

  return search(model.initial, 0) ? order : undefined;
}

/** Splits a history by key, as linearizability allows (Herlihy & Wing: it is local). */
export function byKey<Call extends { readonly key: string }, Answer>(
  history: readonly Operation<Call, Answer>[],
): ReadonlyMap<string, readonly Operation<Call, Answer>[]> {
  const split = new Map<string, Operation<Call, Answer>[]>();
  for (const operation of history) {
    const same = split.get(operation.call.key);
    if (same === undefined) split.set(operation.call.key, [operation]);
    else same.push(operation);
  }
  return split;
}

export type RegisterCall =
  | { readonly type: 'write'; readonly key: string; readonly value: string | undefined }
  | { readonly type: 'read'; readonly key: string };

/** State of a key that isn't there. */
const absent = '\u0000absent';

/** One key: a write sets it (undefined deletes it), a read answers what it holds. */
export const register: Model<string, RegisterCall, string | undefined> = {
  initial: absent,
  apply(state, call, answer) {
    if (call.type === 'write') return call.value ?? absent;
    return state === (answer ?? absent) ? state : undefined;
  },
  name: (state) => state,
};

/** The same where no value is written twice. */
const registerOfUniqueValues: typeof register = {
  ...register,
  needs: (state, call, answer) => call.type === 'read' && state === (answer ?? absent),
};

/**
 * The first key whose history can't be explained, or undefined if all can. Values written must differ and none may be a delete. Then a
 * write must have happened before the first read of it returned, and one of unknown end that was never read doesn't matter.
 */
export function staleKey(history: readonly Operation<RegisterCall, string | undefined>[]): string | undefined {
  for (const [key, operations] of byKey(history)) {
    const seen = new Map<string | undefined, number>();
    for (const { call, answer, returned } of operations) {
      if (call.type === 'read') seen.set(answer, Math.min(seen.get(answer) ?? Number.POSITIVE_INFINITY, returned));
    }
    const relevant = operations.flatMap((operation) => {
      if (operation.call.type === 'read') return operation.returned === Number.POSITIVE_INFINITY ? [] : [operation];
      const returned = Math.min(operation.returned, seen.get(operation.call.value) ?? Number.POSITIVE_INFINITY);
      return returned === Number.POSITIVE_INFINITY ? [] : [{ ...operation, returned }];
    });
    if (linearize(registerOfUniqueValues, relevant) === undefined) return key;
  }
  return undefined;
}
