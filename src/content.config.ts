import { docsSchema } from '@astrojs/starlight/schema';
import { z } from 'astro/zod';
import { defineCollection } from 'astro:content';
import { lessonFields } from './lesson/frontmatter.ts';
import { lessonLoader } from './lesson/translation/loader.ts';

/** Starlight's collection is called docs; ours holds the lessons, each a folder, and their translations. */
export const collections = {
  docs: defineCollection({
    loader: lessonLoader('./src/content/lessons'),
    schema: docsSchema({ extend: z.object(lessonFields) }),
  }),
};
