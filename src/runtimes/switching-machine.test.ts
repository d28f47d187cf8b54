import { expect, test } from 'vitest';
import { beginSwitching, stepSwitching, type Switching, type SwitchingEvent } from './switching-machine.ts';

const events: Readonly<Record<string, SwitchingEvent>> = {
  call: { type: 'call-began' },
  answer: { type: 'call-ended' },
  want: { type: 'container-wanted', because: undefined },
  refuse: { type: 'container-wanted', because: 'Not here.' },
  slow: { type: 'container-slow' },
  ready: { type: 'container-ready' },
  fail: { type: 'container-failed', because: 'Blocked.' },
  arrive: { type: 'arrived', at: 'webcontainer' },
  return: { type: 'arrived', at: 'worker' },
  differ: { type: 'move-failed', because: 'Another history.' },
  lose: { type: 'lost', because: 'Its frame has gone.' },
  settle: { type: 'settled', failure: undefined },
  'settle lost': { type: 'settled', failure: 'Its frame has gone.' },
  'choose worker': { type: 'chosen', name: 'worker' },
  'choose container': { type: 'chosen', name: 'webcontainer' },
};

const stateText = ({ place, activity, calls, goal }: Switching): string =>
  [`${place.runs} ${activity}`, place.container, ...(calls > 0 ? [`${calls} calls`] : []), ...(goal === undefined ? [] : [`to ${goal}`])].join(', ');

/** After these events, from a worker and a lesson that wants what is best: the state, and what the last event has carried out. */
function check(given: string, state: string, effects: string): void {
  let step: ReturnType<typeof stepSwitching> = { state: beginSwitching('auto'), effects: [] };
  for (const name of given.split(', ')) {
    const event = events[name];
    if (event === undefined) throw new Error(`no event ${name}`);
    step = stepSwitching(step.state, event);
  }
  const done = step.effects.map((effect) => effect.do).filter((each) => each !== 'publish-place');
  expect([given, stateText(step.state), done.join(', ')]).toEqual([given, state, effects]);
}

test('where the session runs, event by event', () => {
  // events                                            state                                          effects of the last event
  check('want',                                        'worker serving, starting',                    'start-container');
  check('want, want',                                  'worker serving, starting',                    '');
  check('refuse',                                      'worker serving, unsupported',                 '');
  check('want, fail',                                  'worker serving, failed',                      '');
  check('want, fail, want',                            'worker serving, starting',                    'start-container');
  check('want, ready',                                 'worker moving, moving',                       'move');
  check('call, want, ready',                           'worker serving, starting, 1 calls, to webcontainer', '');
  check('call, want, ready, answer',                   'worker moving, moving',                       'move');
  check('want, ready, arrive',                         'webcontainer moving, ready',                  '');
  check('want, ready, arrive, settle',                 'webcontainer serving, ready',                 '');
  check('want, ready, differ, settle',                 'worker serving, failed',                      '');
  check('want, choose worker, ready',                  'worker serving, idle',                        '');
  check('want, ready, arrive, settle, choose worker',  'webcontainer moving, moving',                 'move');
  check('want, ready, arrive, settle, choose worker, return, settle', 'worker serving, idle',         '');
  check('want, ready, choose container, arrive, settle', 'webcontainer serving, ready',               '');
  check('want, ready, arrive, settle, lose',           'worker taking back, failed',                  'take-back');
  check('want, ready, arrive, settle, call, lose, answer', 'worker taking back, failed',              '');
  check('want, ready, arrive, settle, lose, settle',   'worker serving, failed',                      '');
  check('want, ready, arrive, settle lost',            'worker taking back, failed',                  'take-back');
  check('want, ready, arrive, settle, choose worker, differ, lose', 'worker moving, failed',          '');
});

test('time that flowed flows on with its speed, unless it was stopped', () => {
  const play: SwitchingEvent = { type: 'control', control: { type: 'play', speed: 10 } };
  const after = (...all: readonly SwitchingEvent[]) =>
    all.reduce((state, event) => stepSwitching(state, event).state, beginSwitching('auto')).flow;
  expect(after(play)).toEqual({ playing: true, speed: 10 });
  expect(after(play, { type: 'control', control: { type: 'quiet' } })).toEqual({ playing: true, speed: 10 });
  expect(after(play, { type: 'control', control: { type: 'step' } })).toEqual({ playing: false, speed: 10 });
  expect(after(play, { type: 'time-stopped' }, { type: 'control', control: { type: 'play' } })).toEqual({ playing: true, speed: 10 });
  expect(after(play, { type: 'lost', because: 'Gone.' })).toEqual({ playing: false, speed: 10 });
});
