/** The home page's instrument, live: the real engine behind a dial. It begins with the first act, and rests when nothing moves. */
import type { Runtime } from '../../runtimes/runtime.ts';
import { createStore, type Store, type WritableStore } from '../page/store.ts';
import { beginHero, type HeroEffect, type HeroEvent, type HeroMachine, type HeroState, stepHero } from './hero-machine.ts';
import type { SceneName, Scenes } from './scenes.ts';

export { beginning, type HeroState } from './hero-machine.ts';

export interface Hero extends Store<HeroState> {
  choose(scene: SceneName): void;
  want(value: number): void;
  kill(pod: string): void;
  moveWindow(): void;
  /** Loads the engine, so that the first act is answered at once. */
  wake(): void;
  stop(): void;
}

export interface HeroParts {
  readonly scenes: Scenes;
  /** Called when the instrument is first used, and again after a failure. */
  runtime(): Promise<Runtime>;
  /** Nothing may move of its own: after each act time runs until all is done, in one step. */
  readonly still: boolean;
  /** Runs after so many real milliseconds; returns what cancels it. */
  after(ms: number, run: () => void): () => void;
}

export function createHero(parts: HeroParts): Hero {
  const driver = new HeroDriver(parts);
  return {
    get value() {
      return driver.store.value;
    },
    subscribe: driver.store.subscribe,
    choose: (scene) => driver.dispatch({ type: 'scene-chosen', scene }),
    want: (value) => driver.dispatch({ type: 'dial-turned', value }),
    kill: (pod) => driver.dispatch({ type: 'pod-killed', pod }),
    moveWindow: () => driver.dispatch({ type: 'window-moved' }),
    wake: () => driver.dispatch({ type: 'approached' }),
    stop: () => driver.stop(),
  };
}

const roomKey = '/registry/configmaps/default/room';

/** Carries out what `hero-machine.ts` decides. */
class HeroDriver {
  readonly store: WritableStore<HeroState>;
  readonly #parts: HeroParts;
  #state: HeroMachine;
  #runtime: Runtime | undefined;
  #stopRestTimer = (): void => {};

  constructor(parts: HeroParts) {
    this.#parts = parts;
    this.#state = beginHero(parts.scenes, parts.still);
    this.store = createStore<HeroState>(this.#state.shown);
  }

  dispatch(event: HeroEvent): void {
    const step = stepHero(this.#state, event);
    this.#state = step.state;
    if (step.state.shown !== this.store.value) this.store.set(step.state.shown);
    for (const effect of step.effects) this.#carryOut(effect);
  }

  stop(): void {
    this.#stopRestTimer();
    this.#runtime?.stop();
  }

  #carryOut(effect: HeroEffect): void {
    switch (effect.do) {
      case 'stop-rest-timer':
        this.#stopRestTimer();
        break;
      case 'start-rest-timer':
        this.#stopRestTimer();
        this.#stopRestTimer = this.#parts.after(effect.ms, () => this.dispatch({ type: 'left-alone' }));
        break;
      default:
        this.#request(effect).catch((error: unknown) => {
          this.dispatch({ type: 'request-failed', because: error instanceof Error ? error.message : String(error) });
        });
    }
  }

  /** What the runtime answers later. */
  async #request(effect: Exclude<HeroEffect, { readonly do: 'start-rest-timer' | 'stop-rest-timer' }>): Promise<void> {
    switch (effect.do) {
      case 'open':
        await this.#open();
        return this.dispatch({ type: 'opened' });
      case 'reset':
        await this.#runtime?.reset(this.#parts.scenes[effect.scene].log);
        return this.dispatch({ type: 'reset' });
      case 'run':
        await this.#runtime?.run({ type: 'command', text: effect.command, after: 'now' });
        return this.dispatch({ type: 'command-ran' });
      case 'settle':
        await this.#runtime?.control({ type: 'until', t: effect.t });
        return this.dispatch({ type: 'settled' });
      case 'play':
        await this.#runtime?.control({ type: 'play', speed: effect.speed });
        return this.dispatch({ type: 'playing', after: effect.after });
      case 'pause':
        await this.#runtime?.control({ type: 'pause' });
        return;
      case 'read-heater':
        return this.#readHeater();
    }
  }

  async #open(): Promise<void> {
    const runtime = await this.#parts.runtime();
    runtime.on((event) => {
      if (event.type === 'view') this.dispatch({ type: 'viewed', view: event.view });
      if (event.type === 'state' && event.state.state === 'failed') this.dispatch({ type: 'engine-failed', because: event.state.because });
    });
    this.#runtime = runtime;
  }

  async #readHeater(): Promise<void> {
    const history = await this.#runtime?.inspect('keyHistory', { key: roomKey }).catch(() => undefined);
    const last = history?.changes.flatMap(({ fields }) => fields).find(({ path }) => path === 'data.heater');
    if (last !== undefined) this.dispatch({ type: 'heater-read', on: last.to === 'on' });
  }
}
