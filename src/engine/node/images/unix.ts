/** The shells and programs of images, in one piece. */
import type { Unix } from '../process.ts';
import { programNames } from './shell/programs/registry.ts';
import { runUnix } from './shell/run.ts';

export const unix: Unix = { run: runUnix, programNames };
