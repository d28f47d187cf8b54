/** What an author has written wrongly in the text of a lesson, and shows only in its page: it is read as the build of the page reads it. */
import { type MdastNode, mdxToMdast } from 'satteri';
import ts from 'typescript';
import { jsxTagAt } from '../jsx-tag.ts';
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
  const images: Image[] = [];
  collect(tree, { elements, links, images });
  const mistakes = [...elements.flatMap((element) => componentMistakes(text, element)), ...linkMistakes(links, places), ...images.flatMap((image) => imageMistakes(text, image))];
  return mistakes.sort((a, b) => a.line - b.line);
}

/** A picture of the text. */
interface Image {
  readonly line: number;
  /** In Markdown: what stands between its brackets. Of a tag: where it begins. */
  readonly alt: string | { readonly tagAt: number };
}

interface Collected {
  readonly elements: Element[];
  readonly links: Link[];
  readonly images: Image[];
}

function collect(node: MdastNode, into: Collected): void {
  const { start } = node.position ?? {};
  if (start !== undefined && node.type === 'mdxJsxFlowElement' && node.name) into.elements.push({ name: node.name, at: start.offset ?? 0 });
  if (start !== undefined && (node.type === 'link' || node.type === 'image')) into.links.push({ line: start.line, url: node.url });
  if (start !== undefined && node.type === 'image') into.images.push({ line: start.line, alt: node.alt ?? '' });
  const isTag = node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement';
  if (start !== undefined && isTag && node.name === 'img') into.images.push({ line: start.line, alt: { tagAt: start.offset ?? 0 } });
  if ('children' in node) for (const child of node.children) collect(child, into);
}

/** A picture that says nothing to who can’t see it. `alt=""` in a tag says that there is nothing to say. */
function imageMistakes(text: string, { line, alt }: Image): readonly AuthorMistake[] {
  if (typeof alt === 'string') return alt.trim() === '' ? [{ line, message: `${silent}: ![what it shows](picture.svg)` }] : [];
  const { tag, file } = jsxTagAt(text, alt.tagAt) ?? {};
  const properties = tag?.attributes.properties ?? [];
  // What is spread in is known only when the page is made.
  const mayHaveAlt = tag === undefined || properties.some((each) => !ts.isJsxAttribute(each) || each.name.getText(file) === 'alt');
  return mayHaveAlt ? [] : [{ line, message: `${silent}: <img alt="what it shows" />` }];
}

const silent = 'the image has no text for who can’t see it';

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
