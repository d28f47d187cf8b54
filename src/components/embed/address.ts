/** The page of the course that a `<converge-cell>` shows, by the element's attributes and text. */
import { isTheme } from './protocol.ts';

export interface CellElement {
  /** A lesson's folder, `1-thermostats`; absent: the element's own text is the cell. */
  readonly lesson?: string | undefined;
  /** A cell of that lesson; absent: its first. */
  readonly cell?: string | undefined;
  readonly theme?: string | undefined;
  /** Of a cell of one's own: `sh`, `yaml` or `ts`. */
  readonly language?: string | undefined;
  readonly nodes?: string | undefined;
  readonly seed?: string | undefined;
  readonly text: string;
}

/**
 * @param course The address of the course, with a slash at its end.
 * @returns The address; its fragment, which no server sees, holds the cell.
 * @throws Error that names the attribute that is wrong.
 */
export function cellAddress(course: string, { lesson, cell, theme, language, nodes, seed, text }: CellElement): string {
  const query = isTheme(theme) && theme !== 'auto' ? `?theme=${theme}` : '';
  if (lesson === undefined) {
    const own = { language: language ?? 'sh', ...(nodes !== undefined && { nodes }), ...(seed !== undefined && { seed }), code: withoutMargin(text) };
    return `${course}embed/${query}#${new URLSearchParams(own)}`;
  }
  for (const [name, value] of Object.entries({ lesson, cell })) {
    if (value !== undefined && !/^[\w-]+$/.test(value)) throw new Error(`<converge-cell>: ${name}="${value}" is no name`);
  }
  return `${course}embed/${lesson}/${query}${cell === undefined ? '' : `#cell-${cell}`}`;
}

/** Lines of HTML stand further in than they would by themselves. */
export function withoutMargin(text: string): string {
  const lines = text.replaceAll('\t', '  ').split('\n');
  const written = lines.filter((line) => line.trim() !== '');
  const margin = Math.min(...written.map((line) => line.length - line.trimStart().length));
  return lines
    .map((line) => line.slice(margin).trimEnd())
    .join('\n')
    .replace(/^\n+|\n+$/g, '');
}
