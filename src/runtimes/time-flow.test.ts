import { expect, test } from 'vitest';
import { mayFlow, pausedFlow, stepTimeFlow, type TimeFlowEvent, type TimeFlowStep } from './time-flow.ts';

const events: Readonly<Record<string, TimeFlowEvent>> = {
  play: { type: 'play', speed: undefined },
  'play fast': { type: 'play', speed: 5_000 },
  pause: { type: 'pause' },
  hold: { type: 'hold' },
  hide: { type: 'visible', visible: false },
  show: { type: 'visible', visible: true },
  ask: { type: 'request-queued' },
  answer: { type: 'request-answered' },
  queue: { type: 'flow-queued' },
  begin: { type: 'flow-began' },
  stop: { type: 'stop' },
};

function check(given: string, flows: boolean, effects: string): void {
  let step: TimeFlowStep = { state: pausedFlow, effects: [] };
  for (const name of given.split(', ')) {
    const event = events[name];
    if (event === undefined) throw new Error(`no event ${name}`);
    step = stepTimeFlow(step.state, event);
  }
  expect([given, mayFlow(step.state), step.effects.map((effect) => effect.do).join(', ')]).toEqual([given, flows, effects]);
}

test('when time flows, event by event', () => {
  // events                     flows   effects of the last event
  check('play',                 true,   'send-view, queue-flow');
  check('play, queue',          false,  '');
  check('play, queue, begin',   true,   '');
  check('play, ask',            false,  '');
  check('play, ask, answer',    true,   'send-view, queue-flow');
  check('ask, answer',          false,  'send-view');
  check('play, hide',           false,  'send-view');
  check('play, hide, show',     true,   'send-view, queue-flow');
  check('play, pause',          false,  'stay, send-view');
  check('play, hold',           false,  '');
  check('play, stop',           false,  '');
  check('ask, play',            false,  'send-view');
});

test('a speed is kept between a tenth and a thousand', () => {
  const speeds = [0, 0.5, 5_000, Number.NaN].map((speed) => stepTimeFlow(pausedFlow, { type: 'speed', speed }).state.speed);
  expect(speeds).toEqual([0.1, 0.5, 1000, 1]);
});
