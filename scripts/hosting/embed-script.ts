/** `embed.js` of a built site: src/components/embed/embed-script.ts in one file, which other sites load as a plain script. */
import { join } from 'node:path';
import { build } from 'esbuild';
import { plainScript } from './plain-script.ts';

/** How esbuild makes it. `root`: of the project. */
export const embedScript = (root: string) => plainScript(root, 'src/components/embed/embed-script.ts');

/** Writes it into a built site. `root`: of the project. */
export async function writeEmbedScript(root: string, out: string): Promise<void> {
  await build({ ...embedScript(root), outfile: join(out, 'embed.js') });
}
