import type { Highlighter } from './highlight.ts';
import type { Language } from './language.ts';

/** Loads the highlighter for text that was edited here. Where it can't be loaded, the text stays as it is: plain, and readable. */
export function highlightWhenLoaded(language: Language, use: (highlight: Highlighter) => void): void {
  import('./highlight.ts').then(({ loadHighlighter }) => loadHighlighter(language)).then(use, () => undefined);
}
