import { docsSchema } from '@astrojs/starlight/schema';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';
import { defineCollection } from 'astro:content';
import { lessonSlug } from './lesson/course.ts';
import { lessonFields } from './lesson/frontmatter.ts';

/** Starlight's collection is called docs; ours holds the lessons, each a folder: their `index.mdx` alone, not what their exercises hold. */
export const collections = {
  docs: defineCollection({
    loader: glob({
      base: './src/content/lessons',
      pattern: '*/*/index.mdx',
      generateId: ({ entry }) => `lessons/${lessonSlug(entry)}`,
    }),
    schema: docsSchema({ extend: z.object(lessonFields) }),
  }),
};
