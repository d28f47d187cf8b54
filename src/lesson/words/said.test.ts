import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { de } from './de.ts';
import { trSaid } from './said.ts';
import { usePageLanguage } from './words.ts';

describe('trSaid', () => {
  beforeEach(() => usePageLanguage({ name: 'de', words: de }));
  afterEach(() => usePageLanguage(undefined));

  test('a sentence is found whole, or by its pattern', () => {
    expect(trSaid('a cold room')).toBe('ein kalter Raum');
    expect(trSaid('the watch to your loop ran 420 ms behind')).toBe('der Watch deiner Schleife lief 420 ms hinterher');
  });

  test('phrases in its places are looked up, single words and numbers are not', () => {
    expect(trSaid('watch events came twice, and some creates of your loop were refused with 503')).toBe('Watch-Events kamen doppelt, und manche creates deiner Schleife wurden abgelehnt mit 503');
    expect(trSaid('some creates of your loop were refused with 503, and watch events came twice')).toBe('manche creates deiner Schleife wurden abgelehnt mit 503, und Watch-Events kamen doppelt');
    expect(trSaid('some patches of your loop were carried out, and the answer was lost')).toBe('manche patches deiner Schleife wurden ausgeführt, und die Antwort ging verloren');
  });

  test('what ends a longer sentence is found before what begins it', () => {
    const seen = 'From t = 1.000 s to t = 9.000 s the heater was on. It is 25 °C now, 21 are wanted, and the window is open.';
    expect(trSaid(`${seen} Someone else has switched it since your loop did.`)).toMatch(/^Von t = 1\.000 s bis .* ist `open`\. Seit deine Schleife/);
    expect(trSaid(seen)).toMatch(/^Von t = 1\.000 s bis .* ist `open`\.$/);
  });

  test('a long one stays: it would keep the patterns busy', () => {
    const long = 'watch events came twice, and '.repeat(30);
    expect(trSaid(long)).toBe(long);
  });

  test('what no table has stays', () => {
    expect(trSaid('The moon fell down.')).toBe('The moon fell down.');
    usePageLanguage(undefined);
    expect(trSaid('a cold room')).toBe('a cold room');
  });
});
