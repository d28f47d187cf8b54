/** Fetches the engine's texts; what is on its way, and whether the browser is offline, is in a store for those who wait. */
import { createStore, type Store } from '../../lesson/page/store.ts';
import type { EngineFetch } from '../../lesson/page/wait-reason.ts';
import { onceOnline } from './once-online.ts';
import { tr } from '../../lesson/words/words.ts';

const nothing: Pick<EngineFetch, 'files' | 'bytes'> = { files: 0, bytes: 0 };
const progress = createStore<EngineFetch>({ ...nothing, online: navigator.onLine });
for (const name of ['online', 'offline']) addEventListener(name, () => progress.patch({ online: navigator.onLine }));
export const engineFetch: Store<EngineFetch> = progress;

/** Rejects with a sentence. While the browser is offline it waits, and goes on by itself. */
export async function text(url: string): Promise<string> {
  progress.patch({ files: progress.value.files + 1 });
  try {
    return await onceOnline(() => fetchText(url));
  } finally {
    const files = progress.value.files - 1;
    progress.patch(files === 0 ? nothing : { files });
  }
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url).catch(() => undefined);
  if (response?.ok) return read(response).catch(() => failed(tr('the connection ended')));
  return failed(response === undefined ? tr('no connection') : `status ${response.status}`);
}

function failed(why: string): never {
  throw new Error(tr('The engine could not be loaded ({why}). Run again when you are online.', { why }));
}

async function read({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  const reader = body?.getReader();
  for (;;) {
    const chunk = await reader?.read();
    if (chunk?.value === undefined) return parts.join('') + decoder.decode();
    parts.push(decoder.decode(chunk.value, { stream: true }));
    progress.patch({ bytes: progress.value.bytes + chunk.value.length });
  }
}
