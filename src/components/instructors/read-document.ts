import type { MarkdownHeading, MarkdownInstance } from 'astro';
import { titleOf } from '../frame/document.ts';

const files = import.meta.glob<MarkdownInstance<Record<string, never>>>('../../../docs/*.md');

/** @param name Of a file in `docs/`, without `.md`. @throws Error where there is none. */
export async function readDocument(name: string): Promise<{ readonly title: string; readonly html: string; readonly headings: readonly MarkdownHeading[] }> {
  const file = await files[`../../../docs/${name}.md`]?.();
  if (file === undefined) throw new Error(`src/components/instructors/documents.ts: there is no docs/${name}.md`);
  const html = await file.compiledContent();
  return { title: titleOf(html), html, headings: file.getHeadings() };
}
