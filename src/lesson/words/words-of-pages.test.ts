import { globSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { de } from './de.ts';
import { type FoundWords, literalsOf, wordsOf } from './testing/page-words.ts';
import type { Plural, WordTable } from './words.ts';

/** Names, which are the same in every language. */
const names: ReadonlySet<string> = new Set(['etcd', 'kubelet', 'kubectl describe pod', 'converge fault add', 'Tab', 'Esc', 'Ctrl C', 'Ctrl R', 'Ctrl+Shift+B']);
/** Whose words stay English, and why. */
const english: Readonly<Record<string, string>> = {
  'src/components/embed/': 'a cell in another site',
  'src/components/home/': 'the home page is in English',
};

const pathsOf = (pattern: string): readonly string[] => globSync(pattern).map((path) => path.replaceAll('\\', '/'));
const files = pathsOf('src/{components,lesson,viz}/**/*.{ts,svelte,astro}').filter((path) => !/\.test\.ts$|\.d\.ts$|\/testing\/|\/words\/de\.ts$/.test(path));
const found: readonly FoundWords[] = files.map(wordsOf);
const texts = new Set(found.flatMap((each) => each.texts));
const plurals = new Set(found.flatMap((each) => each.plurals));

/** Put together where they are said: no source has them whole. */
const composed: ReadonlySet<string> = new Set([
  '~{first}, and {second}',
  ...['were', 'was'].flatMap((verb) => [`~{what} of your loop ${verb} carried out, and the answer was lost`, `~{what} of your loop ${verb} refused with {code}`]),
  '~At {time} your loop wrote `{new}`, where `{old}` had stood. The room is as cold as it was.',
  '~{question} Does your code compare the values as numbers, or as the texts that `data` holds?',
]);
/** As `literalsOf` has it. */
const patternText = (text: string): string => (text.startsWith('~') ? text.slice(1).replaceAll(/\{\w+\}/g, '{}') : text);

const placesIn = (text: string): readonly string[] => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))].sort();
const forms = (translation: string | Plural): readonly string[] => (typeof translation === 'string' ? [translation] : Object.values(translation));

describe('what a lesson’s page says', () => {
  test('goes through tr, or is a name', () => {
    const plain = found.flatMap(({ file, plain }) => plain.filter((line) => !names.has(line.replace(/^\d+: /, ''))).map((line) => `${file}:${line}`));
    expect(plain.filter((line) => !Object.keys(english).some((folder) => line.startsWith(folder)))).toEqual([]);
  });

  test('English is found for areas that stay English', () => {
    const idle = Object.keys(english).filter((folder) => !found.some(({ file, plain }) => file.startsWith(folder) && plain.length > 0));
    expect(idle).toEqual([]);
  });
});

describe.each(Object.entries({ de }))('the table %s', (name, table: WordTable) => {
  test('has every text and every plural', () => {
    const missing = [...texts].filter((text) => typeof table[text] !== 'string');
    const missingPlurals = [...plurals].filter((text) => typeof table[text] !== 'object');
    expect({ missing, missingPlurals }).toEqual({ missing: [], missingPlurals: [] });
  });

  test('has nothing that no page says', () => {
    const unused = Object.keys(table).filter((text) => !texts.has(text) && !plurals.has(text) && !composed.has(text));
    const sources = pathsOf('src/{session,runtimes,viz,lesson,components,content/lessons}/**/*.{ts,svelte}').filter((path) => !/\.test\.ts$|\/words\//.test(path));
    // Parsed are those alone that have the longest plain part of one of them.
    const parts = unused.map((text) => patternText(text).split('{}').reduce((longest, part) => (part.length > longest.length ? part : longest)));
    const read = sources.filter((path) => {
      const source = readFileSync(path, 'utf8').replaceAll('\\`', '`');
      return parts.some((part) => source.includes(part));
    });
    const known = new Set(read.flatMap(literalsOf));
    expect(unused.filter((text) => !known.has(patternText(text)))).toEqual([]);
  });

  test('has each text once', async () => {
    const parts = await Promise.all(pathsOf(`src/lesson/words/${name}/*.ts`).map((path): Promise<Readonly<Record<string, WordTable>>> => import(pathToFileURL(path).href)));
    const keys = parts.flatMap((part) => Object.values(part).flatMap((each) => Object.keys(each)));
    expect(keys.filter((key, index) => keys.indexOf(key) < index)).toEqual([]);
    expect(keys).toHaveLength(Object.keys(table).length);
  });

  test('has the places of the English text', () => {
    const differing = Object.entries(table).flatMap(([text, translation]) =>
      forms(translation).filter((form) => String(placesIn(form).filter((name) => name !== 'count')) !== String(placesIn(text).filter((name) => name !== 'count'))),
    );
    const lost = Object.entries(table).filter(([text, translation]) => typeof translation === 'string' && String(placesIn(text)) !== String(placesIn(translation)));
    expect([differing, lost]).toEqual([[], []]);
  });
});
