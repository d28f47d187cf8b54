/** What a cell printed as plain text, read from the page: so it is the same for what the build has drawn and what a run has. */

/** Text as it stands, tables with tabs, trees indented, charts as their table. */
export function outputText(root: Element): string {
  return [...root.children].map(partText).filter((text) => text !== '').join('\n');
}

function partText(part: Element): string {
  if (part.matches('.say, .cell-foot, button, .changes')) return '';
  if (part.matches('.objtree')) return treeText(part, 0).join('\n');
  if (part.matches('.plotted')) return [part.querySelector('figcaption')?.textContent ?? '', tableText(part)].filter(Boolean).join('\n');
  if (part.matches('.wide')) return tableText(part);
  if (part.matches('.err-src')) return [...part.querySelectorAll('pre')].map((pre) => pre.textContent ?? '').join('\n');
  if (part.matches('pre, .err-title')) return part.textContent ?? '';
  return outputText(part);
}

const tableText = (part: Element): string =>
  [...part.querySelectorAll('tr')]
    .map((row) => [...row.children].map((cell) => cell.textContent ?? '').join('\t'))
    .join('\n');

function treeText(part: Element, depth: number): readonly string[] {
  const line = part.querySelector(':scope > summary, :scope > .leaf');
  const own = line === null ? [] : [`${'  '.repeat(depth)}${words(line)}`];
  const below = [...part.querySelectorAll(':scope > details, :scope > ul > li')];
  return [...own, ...below.flatMap((each) => treeText(each, line === null ? depth : depth + 1))];
}

const words = (line: Element): string => (line.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
