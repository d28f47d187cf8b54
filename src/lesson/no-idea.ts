import type { English } from './words/words.ts';

/** What is kept of a prediction or a question when the reader says so: an answer like the others, which counts as one. */
export const noIdea: English = 'No idea';
