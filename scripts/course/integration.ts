/**
 * The Astro integration `converge()`: it brings Starlight, Svelte, MDX and all that makes a page a lesson. This repository's own
 * `astro.config.mjs` uses it, and so does that of every course.
 */
import type { AstroIntegration } from 'astro';
import type { CourseOptions } from './options.ts';

export type { CourseLessonOptions, CourseOptions, CoursePart } from './options.ts';

export const integrationName = '@converge/course';

export interface CourseIntegration extends AstroIntegration {
  /** What `converge-course` lays the course's files out by. */
  readonly options: CourseOptions | undefined;
}

/** @param options Left out by a folder that is laid out already: `src/brand/brand.ts` and `src/lesson/course.ts` say the same there. */
export default function converge(options?: CourseOptions): CourseIntegration {
  return {
    name: integrationName,
    options,
    hooks: {
      async 'astro:config:setup'({ config, updateConfig }) {
        const setup = new URL('scripts/course/site-config.ts', config.root).href;
        const { siteConfig }: typeof import('./site-config.ts') = await import(/* @vite-ignore */ setup);
        updateConfig(siteConfig(config.root));
      },
    },
  };
}
