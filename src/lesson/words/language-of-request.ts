/** The language of the page that is being made, in the build and in `astro dev`, where several are made at once. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { wordsOf } from './tables.ts';
import type { PageLanguage } from './words.ts';

const languages = new AsyncLocalStorage<PageLanguage>();

// `tr` looks here, as it does in a browser.
Object.defineProperty(globalThis, 'pageLanguage', { configurable: true, get: () => languages.getStore(), set: (language?: PageLanguage) => language && languages.enterWith(language) });

/** Makes a page in a language. All of it has to be made within `make`: what is read later is English. */
export function inLanguage<T>(name: string, make: () => Promise<T>): Promise<T> {
  const words = wordsOf(name);
  return words === undefined ? make() : languages.run({ name, words }, make);
}
