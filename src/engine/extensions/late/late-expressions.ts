/** In a page these come in a piece of their own: most clusters have neither kinds that somebody defines nor expressions of CEL. */
import { refuse } from '../../apiserver/outcome.ts';
import { serviceUnavailable } from '../../meta/index.ts';
import { expressions } from './expressions.ts';

/** Once `loadExpressions` has loaded them. @throws Status 503 before: none of the words that call for them stood in an input. */
export function lateExpressions(): typeof expressions {
  const loaded: typeof expressions | undefined = expressions;
  return loaded ?? refuse(serviceUnavailable('CEL is not loaded: write CustomResourceDefinition in the text'));
}

/** Loads them, in a page. */
export async function loadExpressions(): Promise<void> {
  await import('./expressions.ts');
}
