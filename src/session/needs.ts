/** What an input needs that isn't part of the engine's core: it is loaded before the input begins, so that a failure leaves nothing behind. */
import { loadTypeScript } from './learner/toolchain.ts';
import type { InputRequest } from './types.ts';

export interface Loading {
  /** What `kubectl explain` says of types and fields; absent where that is there from the beginning, or never. */
  loadDescriptions?(): Promise<void>;
}

/**
 * Real time passes, virtual time doesn't. Rejects with a sentence when something can't be fetched: then nothing has happened, and the input
 * may be tried again.
 */
export async function loadFor(request: InputRequest, { loadDescriptions }: Loading): Promise<void> {
  const loads: (() => Promise<void>)[] = [];
  if (bringsCode(request)) loads.push(loadTypeScript);
  if (loadDescriptions !== undefined && mentions(request, /\b(?:explain|openapi)\b/)) loads.push(loadDescriptions);
  await Promise.all(loads.map((load) => load()));
}

function bringsCode({ type }: InputRequest): boolean {
  return type === 'script' || type === 'swap' || type === 'edit';
}

/** Words are looked for wherever they may stand: what is loaded for nothing costs only bytes. */
function mentions(request: InputRequest, words: RegExp): boolean {
  return words.test(JSON.stringify(request));
}
