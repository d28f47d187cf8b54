/**
 * A cell of another site's own: its text comes in the address. It is in the page's first bytes, as its own text, for the page's script reads
 * what it leaves: so it reaches for nothing outside itself.
 */

/**
 * Writes the cell and its cluster into the page's data; where they make no sense, a sentence into the page.
 *
 * @param fragment Of the address: `#language=sh&nodes=3&seed=7&code=kubectl+get+nodes`.
 */
export function fillOwnCell(page: Pick<Document, 'getElementById'>, fragment: string): void {
  const parameters = new URLSearchParams(fragment.slice(1));
  const place = page.getElementById('lesson-data');
  if (place === null) return;

  /** A whole number that may be missing. */
  function number(name: string, missing: number, least: number, most: number): number {
    const text = parameters.get(name);
    if (text === null) return missing;
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new Error(`${name} is a whole number from ${least} to ${most}, not “${text}”.`);
  }

  try {
    const language = parameters.get('language') ?? 'sh';
    const languages = ['sh', 'yaml', 'ts'];
    if (!languages.includes(language)) throw new Error(`language is one of ${languages.join(', ')}, not “${language}”.`);
    const code = parameters.get('code') ?? '';
    if (code.trim() === '') throw new Error('there is no text in it.');
    const cluster = { nodes: number('nodes', 3, 0, 100), seed: number('seed', 1, 0, 4_294_967_295) };
    const data: object = JSON.parse(place.textContent ?? '');
    place.textContent = JSON.stringify({ ...data, ...cluster, cells: [{ language, id: 'own', number: 1, code }] });
  } catch (error) {
    const trouble = page.getElementById('own-cell');
    if (trouble !== null && error instanceof Error) trouble.textContent = `This cell can’t be shown: ${error.message}`;
  }
}
