/** Makes what `npm pack` puts into `create-converge-course`: the template's one lesson is the one that `lesson new` makes. */
import { renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newLesson } from '../src/lesson/node/new-lesson.ts';

const lessons = fileURLToPath(new URL('../packages/create/template/src/content/lessons/', import.meta.url));
rmSync(lessons, { recursive: true, force: true });
const made = newLesson({ name: '1-lamps', subject: 'controller', lessons });
// The part's name in the template's astro.config.mjs.
renameSync(dirname(made), join(lessons, '1-first-steps'));
