/** The engine's bytes in this page: each file is fetched once, and again only when that failed. */
import type { EngineFiles } from '../../runtimes/worker/frame.ts';
import { engineHost } from './engine-host.ts';
import { text } from './fetch-text.ts';

const urls: Readonly<Record<string, string>> = import.meta.glob('../../../.generated/engine/{core,full,kubectl,typescript,validation}.txt', {
  query: '?url',
  import: 'default',
  eager: true,
});

const fetched = new Map<string, Promise<string>>();

async function fetchPiece(name: string): Promise<string> {
  const path = `../../../.generated/engine/${name}.txt`;
  // Where the others stand is known when the first of them is asked for: sixty names would come with every page.
  const url = urls[path] ?? (await import('./piece-urls.ts')).pieceUrls[path];
  if (url === undefined) throw new Error(`This page’s engine has no part called ${name}.`);
  return text(url);
}

function file(name: string): Promise<string> {
  const known = fetched.get(name);
  if (known !== undefined) return known;
  const coming = fetchPiece(name);
  fetched.set(name, coming);
  coming.catch(() => fetched.delete(name));
  return coming;
}

export const engineFiles: EngineFiles = { core: () => file('core'), piece: file, host: engineHost };
