/**
 * The little markup that texts in component properties may hold: `code`, *emphasis*, **strong**.
 * @returns HTML; everything else is escaped.
 */
export const inline = (text: string): string => marked(text, (part) => unbroken(escapeHtml(part)));

/** The same for the page's own sentences: their moments may stand at the end of a line. */
export const marked = (text: string, escaped: (part: string) => string = escapeHtml): string =>
  text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith('`') && part.length > 2
        ? `<code>${escapeHtml(part.slice(1, -1))}</code>`
        : escaped(part)
            .replace(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
            .replace(/\*([^*]+)\*/g, '<em>$1</em>'),
    )
    .join('');

/** A moment stays on one line: `t = 2.387 s`. */
const unbroken = (text: string): string => text.replace(/\bt = ([\d.,]+) s\b/g, 't\u00a0=\u00a0$1\u00a0s');

/** The same without any markup, for labels. */
export const plain = (text: string): string => text.replace(/[`*]/g, '');

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
