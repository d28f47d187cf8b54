import { afterEach, describe, expect, test } from 'vitest';
import { tr, trCount, usePageLanguage } from './words.ts';

const german = {
  name: 'de',
  words: {
    'Run all': 'Alle ausführen',
    'in universe {number}': 'im Universum {number}',
    '{count} errors': { one: '{count} Fehler', other: '{count} Fehler insgesamt' },
  },
};
const errors = { one: '{count} error', other: '{count} errors' };

describe('tr', () => {
  afterEach(() => usePageLanguage(undefined));

  test('English needs no table', () => {
    expect(tr('Run all')).toBe('Run all');
    expect(tr('in universe {number}', { number: 7 })).toBe('in universe 7');
    expect([1, 2].map((count) => trCount(count, errors))).toEqual(['1 error', '2 errors']);
  });

  test('a table’s text stands in its place, with its values', () => {
    usePageLanguage(german);
    expect(tr('Run all')).toBe('Alle ausführen');
    expect(tr('in universe {number}', { number: 7 })).toBe('im Universum 7');
    expect([1, 2].map((count) => trCount(count, errors))).toEqual(['1 Fehler', '2 Fehler insgesamt']);
  });

  test('what the table lacks stays English, and is counted by English rules', () => {
    usePageLanguage({ name: 'fr', words: {} });
    expect(tr('Check')).toBe('Check');
    // French counts 0 as one.
    expect(trCount(0, errors)).toBe('0 errors');
  });

  test('braces that name no value stay', () => {
    expect(tr('{"spec":{}} of {name}', { name: 'web' })).toBe('{"spec":{}} of web');
  });
});
