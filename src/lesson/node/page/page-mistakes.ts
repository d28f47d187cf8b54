/** What an author has written wrongly in the text of a lesson, and shows only in its page: it is read as the build of the page reads it. */
import { type MdastNode, mdxToMdast } from 'satteri';
import type { AuthorMistake } from '../mistake.ts';
import { componentMistakes, type Element } from './component-mistakes.ts';
import { type Link, linkMistakes, type Places } from './link-mistakes.ts';

/** In order of lines. What can't be read at all is the one mistake. */
export function pageMistakes(text: string, places: Places): readonly AuthorMistake[] {
  let tree: MdastNode;
  try {
    tree = mdxToMdast(text);
  } catch (error) {
    return [unreadable(error instanceof Error ? error.message : String(error), text)];
  }
  const elements: Element[] = [];
  const links: Link[] = [];
  collect(tree, elements, links);
  const mistakes = [...elements.flatMap((element) => componentMistakes(text, element)), ...linkMistakes(links, places)];
  return mistakes.sort((a, b) => a.line - b.line);
}

function collect(node: MdastNode, elements: Element[], links: Link[]): void {
  const { start } = node.position ?? {};
  if (start !== undefined && node.type === 'mdxJsxFlowElement' && node.name) elements.push({ name: node.name, at: start.offset ?? 0 });
  if (start !== undefined && (node.type === 'link' || node.type === 'image')) links.push({ line: start.line, url: node.url });
  if ('children' in node) for (const child of node.children) collect(child, elements, links);
}

/** `67:91: Unexpected end of file in expression, … (mdx-jsx:unexpected-character)` */
function unreadable(words: string, text: string): AuthorMistake {
  const [, line = '1', message = words] = /^(\d+):\d+: (.*?)(?: \(\d+:\d+\))?(?: \([\w:-]+\))?$/s.exec(words) ?? [];
  return { line: Number(line), message: `${message.replace(/ with oxc/, '')}${remedyOf(message, text.split('\n')[Number(line) - 1] ?? '')}` };
}

/** @param written The line. Within a tag lines begin with spaces, and braces are meant. */
function remedyOf(message: string, written: string): string {
  const tag = /^Expected a closing tag for `<(\w+)>`/.exec(message)?.[1];
  if (tag !== undefined) return `; end it with </${tag}>, or with /> where nothing stands in it`;
  if (/expression/.test(message) && /^\S/.test(written)) return '; in Markdown { begins an expression: a brace of the text is written \\{ or stands in `code`';
  return '';
}
