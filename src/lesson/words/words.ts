/** The page's words: `viz/` says some, too, so they are made there. */
export { type English, type PageLanguage, type Plural, tr, trCount, usePageLanguage, type Values, type WordTable } from '../../viz/words.ts';
