/** What finds and guards a part of the workspace, loaded before the first swap of one. Afterwards it is called without waiting. */
import type * as Parts from './find-part.ts';

/** Of this realm: modules are loaded once. */
let loaded: typeof Parts | undefined;

/** Rejects with a sentence when it can't be had now; it may be called again. */
export async function loadParts(): Promise<void> {
  loaded ??= await import('./find-part.ts');
}

/** Throws when they haven't been loaded: a bug of the caller. */
export function partTools(): typeof Parts {
  if (loaded === undefined) throw new Error('the guards of parts have not been loaded');
  return loaded;
}
