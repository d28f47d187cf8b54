/**
 * The little markup that texts in component properties may hold: `code`, *emphasis*, **strong**.
 * @returns HTML; everything else is escaped.
 */
export const inline = (text: string): string =>
  text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith('`') && part.length > 2
        ? `<code>${escapeHtml(part.slice(1, -1))}</code>`
        : escapeHtml(part)
            .replace(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
            .replace(/\*([^*]+)\*/g, '<em>$1</em>'),
    )
    .join('');

/** The same without any markup, for labels. */
export const plain = (text: string): string => text.replace(/[`*]/g, '');

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
