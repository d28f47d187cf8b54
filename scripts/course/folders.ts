/**
 * Where is the course, where is the kit, and where do both meet? All else in `src/` and `scripts/` knows one root only, the folder `site`: Node
 * strips no types and Vite finds no files below `node_modules`, so the kit's files are laid out beside the course's there
 * (docs/adr/0026-course-as-a-package.md).
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface CourseFolders {
  /** The instructor's: `astro.config.mjs`, `src/content/lessons`, `public`. */
  readonly course: string;
  /** The files of this package: engine, pages, scripts, our lessons. */
  readonly kit: string;
  /** What is built. In this repository all three are the same folder; in a course of one's own, `.converge` in it. */
  readonly site: string;
}

/** Says of a folder that the kit lies there. */
const markOfKit = 'src/engine/index.ts';

/** @param course A folder with an `astro.config.mjs`. */
export function foldersOf(course: string): CourseFolders {
  const kit = kitFolder();
  return { course, kit, site: course === kit ? course : join(course, '.converge') };
}

/** In this repository it is the repository; beside the packed program, in `dist`, it is the folder `kit`. */
function kitFolder(): string {
  const places = [join(import.meta.dirname, '../..'), join(import.meta.dirname, '../kit')];
  const found = places.find((folder) => existsSync(join(folder, markOfKit)));
  if (found === undefined) throw new Error(`the kit isn’t in ${places.join(' or ')}`);
  return found;
}

/** The course that a folder lies in. @throws Error where it lies in none. */
export function courseAround(folder: string): string {
  if (existsSync(join(folder, 'astro.config.mjs'))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error('there is no astro.config.mjs here, nor in a folder above: `npm create converge-course` makes a course');
  return courseAround(above);
}
