import { defineConfig } from 'astro/config';
import converge from '@converge/course';

export default defineConfig({
  integrations: [
    converge({
      name: 'My course',
      parts: [
        {
          title: 'First steps',
          about: 'What one meets in this part, in a sentence or two.',
          // Yours from src/content/lessons/, and any of Converge’s by its name. The order is the one they stand in.
          lessons: ['1-lamps', '12-replicaset'],
        },
      ],
    }),
  ],
});
