import type { English } from '../../lesson/words/words.ts';

/** What a figure says that is drawn once: a later run with other code doesn't change it. */
export const asBuilt: English = 'Drawn from the lesson’s own code. Your runs don’t change this figure.';
