import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What the build writes for the type checker of the page. */
export function readTypes(): Readonly<Record<string, string>> {
  const path = fileURLToPath(new URL('../../../.generated/sdk-types.json', import.meta.url));
  if (!existsSync(path)) throw new Error('the types of converge/sdk have not been generated: run npm run build -- --only-types first');
  return JSON.parse(readFileSync(path, 'utf8'));
}
