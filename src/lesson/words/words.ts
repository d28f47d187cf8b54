/** The page's words: `viz/` says some, too, so they are made there. */
import type { English } from '../../viz/words.ts';

export { type English, type PageLanguage, type Plural, tr, trCount, usePageLanguage, type Values, type WordTable } from '../../viz/words.ts';

/** What is kept of a prediction or a question when the reader says so: an answer like the others, which counts as one. */
export const noIdea: English = 'No idea';
