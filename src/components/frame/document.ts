/** A document of the repository as a page. */

/** What is wider than the page is scrolled in a region of its own, which the keyboard reaches; a table is called as its section is. */
export function withScrollRegions(html: string): string {
  let section = '';
  return html
    .replace(/<h[12][^>]*>(.*?)<\/h[12]>|<table>/g, (tag, heading?: string) => {
      if (heading === undefined) return `<div class="scroll" role="region" tabindex="0" aria-label="Table: ${section}"><table>`;
      section = heading.replace(/<[^>]*>/g, '');
      return tag;
    })
    .replaceAll('</table>', '</table></div>')
    .replaceAll(/<pre(?=[ >])(?![^>]*tabindex)/g, '<pre tabindex="0"');
}

/** The text of its first heading. */
export const titleOf = (html: string): string => /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]?.replace(/<[^>]*>/g, '') ?? '';
