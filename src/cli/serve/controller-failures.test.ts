import { expect, test } from 'vitest';
import type { LogLine } from '../../engine/index.ts';
import { createFailureLines } from './controller-failures.ts';

const failure: LogLine = { time: 0, component: 'controller/greeter', level: 'error', key: 'default/one', text: 'StatusError: no' };
const printed = 'controller/greeter: default/one: StatusError: no';

test('a failure is printed once a minute for each key and message', () => {
  const lineOf = createFailureLines();
  expect(lineOf(failure)).toBe(printed);
  expect(lineOf({ ...failure, time: 59_999 })).toBeUndefined();
  expect(lineOf({ ...failure, time: 60_000 })).toBe(printed);
  expect(lineOf({ ...failure, time: 60_000, key: 'default/two' })).toContain('default/two');
  expect(lineOf({ ...failure, time: 60_000, text: 'StatusError: never' })).toContain('never');
});

test('what a controller logs isn’t a failure', () => {
  expect(createFailureLines()({ ...failure, level: 'info' })).toBeUndefined();
});

test('many keys that fail are not all remembered', () => {
  const lineOf = createFailureLines();
  lineOf(failure);
  for (let at = 0; at < 1000; at += 1) lineOf({ ...failure, key: `default/${at}` });
  expect(lineOf({ ...failure, key: 'default/999' })).toBeUndefined();
  expect(lineOf(failure)).toBe(printed);
});
