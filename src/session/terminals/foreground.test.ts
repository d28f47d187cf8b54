import { expect, test } from 'vitest';
import { atPrompt, type Foreground, type ForegroundEvent, stepForeground } from './foreground.ts';

/** A state in one line: `$` at the prompt, else the command, `^C` when it was interrupted, and what was typed ahead. */
const stateText = (foreground: Foreground): string =>
  foreground.state === 'prompt'
    ? '$'
    : [foreground.state === 'interrupted' ? `${foreground.command} ^C` : foreground.command, ...foreground.typedAhead].join(' | ');

const events: Readonly<Record<string, ForegroundEvent>> = {
  'line a': { do: 'line', text: 'a' },
  'line b': { do: 'line', text: 'b' },
  '^C': { do: 'interrupt' },
  exit: { do: 'exit' },
  close: { do: 'close' },
};

/** After these events: the state, and the effects of the last one. */
function check(given: readonly string[], state: string, effects: readonly string[]): void {
  let step = { state: atPrompt, effects: [] as ReturnType<typeof stepForeground>['effects'] };
  for (const name of given) {
    const event = events[name];
    if (event === undefined) throw new Error(`no event ${name}`);
    step = stepForeground(step.state, event);
  }
  expect([given, stateText(step.state), step.effects.map((each) => ('command' in each ? `run ${each.command}` : each.do))]).toEqual([given, state, effects]);
}

test('a terminal’s foreground, event by event', () => {
  // events                                  state      effects of the last event
  check(['line a'],                          'a',       ['run a']);
  check(['line a', 'line b'],                'a | b',   []);
  check(['line a', 'exit'],                  '$',       ['publish']);
  check(['line a', 'line b', 'exit'],        'b',       ['publish', 'run b']);
  check(['^C'],                              '$',       []);
  check(['line a', '^C'],                    'a ^C',    ['print', 'interrupt-shell']);
  check(['line a', 'line b', '^C'],          'a ^C',    ['print', 'interrupt-shell']);
  check(['line a', '^C', 'line b'],          'a ^C | b', []);
  check(['line a', '^C', 'exit'],            '$',       ['publish']);
  check(['line a', '^C', 'line b', 'exit'],  'b',       ['publish', 'run b']);
  check(['line a', '^C', '^C'],              '$',       ['print', 'replace-shell', 'print', 'publish']);
  check(['line a', '^C', '^C', 'line b'],    'b',       ['run b']);
  check(['line a', 'close'],                 '$',       ['interrupt-shell', 'replace-shell']);
  check(['exit'],                            '$',       []);
});
