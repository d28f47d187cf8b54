import { defineConfig } from 'astro/config';
// `@converge/course`, of which this course is the first user: its name stands in src/brand/brand.ts, its lessons in src/lesson/course.ts.
import converge from './scripts/course/integration.ts';

export default defineConfig({ integrations: [converge()] });
