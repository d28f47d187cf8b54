/** Tests of state machines as tables: one row a transition, and everything that has no row must change nothing. */
import { expect, test } from 'vitest';

/** State, event, the state after it, the effects in their order. */
export type StepRow = readonly [from: string, event: string, to: string, effects: string];

export interface StepTable<State, Event, Effect> {
  readonly states: Readonly<Record<string, State>>;
  readonly events: Readonly<Record<string, Event>>;
  readonly rows: readonly StepRow[];
  step(state: State, event: Event): { readonly state: State; readonly effects: readonly Effect[] };
  /** One word or two for an effect: `report`, `start web`. */
  describe(effect: Effect): string;
}

/** Registers one test for each row, and one for all pairs of state and event without a row. */
export function testSteps<State, Event, Effect>(name: string, table: StepTable<State, Event, Effect>): void {
  const { states, events, rows, step, describe } = table;
  const nameOf = (state: State) => Object.keys(states).find((each) => sameValue(states[each], state)) ?? show(state);
  const run = (from: string, event: string): StepRow => {
    const [state, input] = [states[from], events[event]];
    if (state === undefined || input === undefined) throw new Error(`the table names no ${from} or ${event}`);
    const result = step(state, input);
    return [from, event, nameOf(result.state), result.effects.map(describe).join(', ')];
  };

  test.each(rows)(`${name}: %s, %s -> %s: %s`, (...row) => {
    expect(run(row[0], row[1])).toEqual(row);
  });

  test(`${name}: every other event changes nothing`, () => {
    const named = new Set(rows.map(([from, event]) => `${from}/${event}`));
    const changes = Object.keys(states)
      .flatMap((from) => Object.keys(events).map((event) => [from, event] as const))
      .filter(([from, event]) => !named.has(`${from}/${event}`))
      .map(([from, event]) => run(from, event))
      .filter(([from, , to, effects]) => from !== to || effects !== '');
    expect(changes).toEqual([]);
  });
}

function sameValue(one: unknown, other: unknown): boolean {
  return show(one) === show(other);
}

function show(value: unknown): string {
  return JSON.stringify(value);
}
