/** In a page these programs come in a piece of their own. */
import { imagePrograms } from './image-programs.ts';

/** Those of agnhost, of `converge/web` and of the images of `examples/`, once `loadImagePrograms` has loaded them. */
export const programs = (): typeof imagePrograms => imagePrograms;

/** Loads them, in a page. */
export async function loadImagePrograms(): Promise<void> {
  await import('./image-programs.ts');
}
