/** The engine's bytes in this page: each file is fetched once, and again only when that failed. */
import type { EngineFiles } from '../../runtimes/worker/frame.ts';
import { text } from './fetch-text.ts';

const urls: Readonly<Record<string, string>> = import.meta.glob('../../../.generated/engine/*.txt', {
  query: '?url',
  import: 'default',
  eager: true,
});

const fetched = new Map<string, Promise<string>>();

function file(name: string): Promise<string> {
  const known = fetched.get(name);
  if (known !== undefined) return known;
  const url = urls[`../../../.generated/engine/${name}.txt`];
  if (url === undefined) return Promise.reject(new Error(`This page’s engine has no part called ${name}.`));
  const coming = text(url);
  fetched.set(name, coming);
  coming.catch(() => fetched.delete(name));
  return coming;
}

export const engineFiles: EngineFiles = { core: () => file('core'), piece: file };
