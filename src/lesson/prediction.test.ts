import { expect, test } from 'vitest';
import { countLines } from './prediction.ts';

const printed = (text: string) => [{ kind: 'text' as const, text }];

test('lines that match are counted', () => {
  expect(countLines(printed('NAME\nweb-a\nweb-b\n'), '^web-')).toBe('2');
  expect(countLines(printed('No resources found\n'), '^web-')).toBe('0');
});

test('a pattern with a group reads what the last line that matches has there', () => {
  expect(countLines(printed('heater is on\nheater is off\nbye\n'), 'heater is (on|off)')).toBe('off');
});
