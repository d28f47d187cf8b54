import { expect, test } from 'vitest';
import type { SessionLog } from '../../session/types.ts';
import { createViewFold } from '../../viz/view.ts';
import { beginHero, type HeroEffect, type HeroEvent, stepHero } from './hero-machine.ts';
import type { SceneName, Scenes } from './scenes.ts';

const viewAt = (timeMs: number, revision: number) =>
  createViewFold(0).view({ seed: 1, running: false, speed: 1, timeMs, revision, quiet: true, faults: [] });
const log: SessionLog = { version: 1, seed: 1, cluster: {}, files: {}, inputs: [] };
const scene = { log, view: viewAt(0, 1) };
const scenes: Scenes = { cluster: scene, room: scene };

const dial = (value: number): HeroEvent => ({ type: 'dial-turned', value });
const kill: HeroEvent = { type: 'pod-killed', pod: 'web-a' };
const window: HeroEvent = { type: 'window-moved' };
const approached: HeroEvent = { type: 'approached' };
const opened: HeroEvent = { type: 'opened' };
const reset: HeroEvent = { type: 'reset' };
const ran: HeroEvent = { type: 'command-ran' };
const playing = (after: 'reset' | 'command'): HeroEvent => ({ type: 'playing', after });
const settled: HeroEvent = { type: 'settled' };
const failed: HeroEvent = { type: 'request-failed', because: 'no connection' };
const chosen = (name: SceneName): HeroEvent => ({ type: 'scene-chosen', scene: name });
const viewed = (revision: number): HeroEvent => ({ type: 'viewed', view: viewAt(500, revision) });

function inWords(effect: HeroEffect): string {
  switch (effect.do) {
    case 'reset':
      return `reset ${effect.scene}`;
    case 'run':
      return effect.command;
    case 'settle':
      return `settle to ${effect.t}`;
    case 'play':
      return `play ${effect.speed}`;
    case 'start-rest-timer':
      return `rest in ${effect.ms}`;
    default:
      return effect.do;
  }
}

/** What each event leads to, and how the engine is shown in the end. `still`: nothing may move of its own. */
function check(events: readonly HeroEvent[], expected: readonly string[], engine: string, still = false): void {
  let state = beginHero(scenes, still);
  const found = events.map((event) => {
    const step = stepHero(state, event);
    state = step.state;
    return step.effects.map(inWords).join('; ');
  });
  expect([found, state.shown.engine]).toEqual([expected, engine]);
}

/** The engine is there, and the cluster's time flows. */
const awake = [approached, opened, reset, playing('reset')];
const waking = ['open', 'reset cluster', 'play 0.25', 'rest in 6000'];
const scaleTo = (replicas: number): string => `kubectl scale rs web --replicas=${replicas}`;
const deletion = 'kubectl delete pod web-a --wait=false';

test('who comes near loads the engine, once', () => {
  check([...awake, approached], [...waking, ''], 'running');
  check([approached, approached, opened], ['open', '', 'reset cluster'], 'starting');
});

test('acts before the engine is there wait for it, and the dial’s newest value counts', () => {
  const events = [dial(6), kill, dial(7), opened, reset, playing('reset'), ran, playing('command'), ran, playing('command')];
  const expected = ['open', '', '', 'reset cluster', 'play 0.25', `rest in 6000; ${scaleTo(7)}`, 'play 0.25', `rest in 6000; ${deletion}`, 'play 0.25', 'rest in 6000'];
  check(events, expected, 'running');
});

test('acts come one after the other', () => {
  check([...awake, dial(6), dial(7), dial(8), ran, playing('command')], [...waking, scaleTo(6), '', '', 'play 0.25', `rest in 6000; ${scaleTo(8)}`], 'running');
});

test('after a while without an act time stands still; the next act goes on', () => {
  check([...awake, { type: 'left-alone' }], [...waking, 'pause'], 'resting');
  check([...awake, { type: 'left-alone' }, dial(6), ran, playing('command')], [...waking, 'pause', scaleTo(6), 'play 0.25', 'rest in 6000'], 'running');
});

test('where nothing may move, time runs in one step after each act', () => {
  check([dial(6), opened, reset, ran, settled], ['open', 'reset cluster', scaleTo(6), 'settle to 10000', ''], 'running', true);
});

test('another scene begins anew, and what waited is dropped', () => {
  check([...awake, chosen('cluster')], [...waking, ''], 'running');
  check([...awake, dial(6), kill, chosen('room'), ran, reset], [...waking, scaleTo(6), '', 'stop-rest-timer; reset room', 'play 1', 'play 1'], 'running');
  check([chosen('room'), window, opened], ['stop-rest-timer', 'open', 'reset room'], 'starting');
});

test('an engine that fails is shown, and the next act opens another', () => {
  check([dial(6), failed, approached], ['open', '', ''], 'failed');
  check([dial(6), failed, dial(7), opened], ['open', '', 'open', 'reset cluster'], 'starting');
  check([...awake, dial(6), failed, dial(7)], [...waking, scaleTo(6), '', 'open'], 'failed');
});

test('the heater is read when the room has changed', () => {
  check([chosen('room'), viewed(2), viewed(2), viewed(3)], ['stop-rest-timer', 'read-heater', '', 'read-heater'], 'built');
  check([viewed(2)], [''], 'built');
});
