import { expect, test } from 'vitest';
import { beginReading, type Reading, type ReadingEffect, type ReadingEvent, stepReading } from './interactive-machine.ts';

const events: Readonly<Record<string, ReadingEvent>> = {
  'Ctrl+C': { type: 'interrupt' },
  'Ctrl+D': { type: 'endOfInput' },
  'exit 3': { type: 'exit', code: 3 },
  ended: { type: 'ended' },
};

function stateText(state: Reading): string {
  switch (state.phase) {
    case 'reading':
      return state.typed === '' ? 'reading' : `reading after ${JSON.stringify(state.typed)}`;
    case 'running':
      return state.exit === undefined ? 'running' : `running, exit ${state.exit}`;
    case 'over':
      return state.code === undefined ? 'over with the last code' : `over with ${state.code}`;
  }
}

function effectText(effect: ReadingEffect): string {
  switch (effect.type) {
    case 'print':
      return JSON.stringify(effect.text);
    case 'prompt':
      return effect.which === 'primary' ? '#' : '>';
    case 'setLastCode':
    case 'kill':
      return `${effect.type} ${effect.code}`;
    default:
      return effect.type;
  }
}

type Row = readonly [given: readonly string[], state: string, effects: string];

/** After these events, anything else being a line that is typed: the state, and the effects of the last event. */
function check(isInteractive: boolean, [given, state, effects]: Row): void {
  let step = beginReading(isInteractive);
  for (const each of given) step = stepReading(step.state, events[each] ?? { type: 'line', text: `${each}\n` });
  const done = step.effects.map(effectText).join(' ');
  expect([given, stateText(step.state), done]).toEqual([given, state, effects]);
}

const eof = '"sh: syntax error: unexpected end of file\\n"';
const unexpected = '"sh: syntax error: \\")\\" unexpected\\n"';

test('a person types', () => {
  const typed = (...row: Row): void => check(true, row);
  //    events                                     state                             effects of the last event
  typed([],                                        'reading',                        '#');
  typed([''],                                      'running',                        'renewCpu run');
  typed(['date'],                                  'running',                        'renewCpu run');
  typed(['date', 'ended'],                         'reading',                        '#');
  typed(['date', 'Ctrl+C'],                        'running',                        '"\\n" kill 130');
  typed(['date', 'Ctrl+C', 'ended'],               'reading',                        '#');
  typed(['exit 3'],                                'reading',                        '');
  typed(['exit', 'exit 3'],                        'running, exit 3',                '');
  typed(['exit', 'exit 3', 'ended'],               'over with 3',                    '');
  typed(['if true'],                               'reading after "if true\\n"',      'renewCpu >');
  typed(['if true', 'then date; fi'],              'running',                        'renewCpu run');
  typed(['if true', 'Ctrl+C'],                     'reading',                        'setLastCode 130 "\\n" #');
  typed(['if true', 'Ctrl+C', 'date'],             'running',                        'renewCpu run');
  typed(['if true', 'Ctrl+D'],                     'over with the last code',        '"\\n"');
  typed(['date )'],                                'reading',                        `renewCpu ${unexpected} setLastCode 2 #`);
  typed(['Ctrl+C'],                                'reading',                        'setLastCode 130 "\\n" #');
  typed(['Ctrl+D'],                                'over with the last code',        '"\\n"');
  typed(['Ctrl+D', 'Ctrl+C'],                      'over with the last code',        '');
});

test('a script comes through a pipe', () => {
  const piped = (...row: Row): void => check(false, row);
  //    events                                     state                             effects of the last event
  piped([],                                        'reading',                        '');
  piped(['date'],                                  'running',                        'run');
  piped(['date', 'ended'],                         'reading',                        '');
  piped(['date', 'ended', 'Ctrl+D'],               'over with the last code',        '');
  piped(['exit', 'exit 3', 'ended'],               'over with 3',                    '');
  piped(['if true'],                               'reading after "if true\\n"',      '');
  piped(['if true', 'Ctrl+D'],                     'over with 2',                    eof);
  piped(['date )'],                                'over with 2',                    `${unexpected} setLastCode 2`);
});
