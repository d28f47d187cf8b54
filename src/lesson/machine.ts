/** Runs a state machine: `step` decides, `perform` carries out. */

export interface Step<State, Effect> {
  readonly state: State;
  readonly effects: readonly Effect[];
}

export interface Machine<State, Event> {
  readonly state: State;
  send(event: Event): void;
}

/**
 * Events are taken one after another: one that is sent while the effects of another are carried out waits until those are done.
 * `perform` sees the state behind the step that its effect came from, or a later one. `changed` is called before the effects of a
 * step that changed the state.
 */
export function createMachine<State, Event, Effect>(
  initial: State,
  step: (state: State, event: Event) => Step<State, Effect>,
  perform: (effect: Effect) => void,
  changed: (state: State) => void = () => {},
): Machine<State, Event> {
  let state = initial;
  let running = false;
  const queue: Event[] = [];

  return {
    get state() {
      return state;
    },
    send(event) {
      queue.push(event);
      if (running) return;
      running = true;
      try {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
          const after = step(state, next);
          const isChanged = after.state !== state;
          state = after.state;
          if (isChanged) changed(state);
          for (const effect of after.effects) perform(effect);
        }
      } finally {
        running = false;
      }
    },
  };
}
