/** A component's tag in a lesson's text, read by TypeScript. */
import ts from 'typescript';

export interface JsxTag {
  /** Of the text from the tag on: places in it begin there. */
  readonly file: ts.SourceFile;
  readonly tag: ts.JsxOpeningElement | ts.JsxSelfClosingElement;
}

/**
 * What follows a tag is no TypeScript. The parser goes on all the same, and looks for what each word of it could mean: so it gets the tag with
 * what belongs to its paragraph, and all of the text only where the tag goes on after that.
 * @param at Where the tag begins.
 */
export function jsxTagAt(text: string, at: number): JsxTag | undefined {
  const end = /\n\s*\n(?=\S)/g;
  end.lastIndex = at;
  const paragraph = text.slice(at, end.exec(text)?.index);
  const read = firstTag(paragraph);
  return read !== undefined && isClosed(read) ? read : firstTag(text.slice(at));
}

const isClosed = ({ file, tag }: JsxTag): boolean => /^\s*\/?>$/.test(file.text.slice(tag.attributes.end, tag.end));

/** The tag is the first thing that the parser finds. */
function firstTag(text: string): JsxTag | undefined {
  const file = ts.createSourceFile('lesson.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  let tag: JsxTag['tag'] | undefined;
  const find = (node: ts.Node): void => {
    if (tag !== undefined) return;
    if (ts.isJsxSelfClosingElement(node) || ts.isJsxOpeningElement(node)) tag = node;
    else ts.forEachChild(node, find);
  };
  find(file);
  return tag && { file, tag };
}
