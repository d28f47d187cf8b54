/** The TypeScript tools, loaded before the first input that brings code. Afterwards they are called without waiting. */
import type * as TypeScriptTools from './typescript.ts';

/** Of this realm: modules are loaded once. */
let loaded: typeof TypeScriptTools | undefined;

/** Rejects with a sentence when it can't be had now; it may be called again. */
export async function loadTypeScript(): Promise<void> {
  loaded ??= await import('./typescript.ts');
}

/** Throws when they haven't been loaded: a bug of the caller. */
export function typeScriptTools(): typeof TypeScriptTools {
  if (loaded === undefined) throw new Error('the TypeScript tools have not been loaded');
  return loaded;
}
