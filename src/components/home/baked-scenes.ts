/** What scripts/bake-home.ts has lived through: read at build. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scenes } from '../../lesson/home/scenes.ts';

/** @throws Error when the build hasn't made it yet. */
export function readScenes(): Scenes {
  return JSON.parse(readFileSync(join(process.cwd(), '.generated/home.json'), 'utf8'));
}
