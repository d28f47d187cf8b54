/** A component's tag in a lesson's text, read by TypeScript. */
import ts from 'typescript';

export interface JsxTag {
  /** Of the text from the tag on: places in it begin there. */
  readonly file: ts.SourceFile;
  readonly tag: ts.JsxOpeningElement | ts.JsxSelfClosingElement;
}

/** @param at Where the tag begins. What follows it is no TypeScript: the parser goes on all the same, and the tag is the first thing it finds. */
export function jsxTagAt(text: string, at: number): JsxTag | undefined {
  const file = ts.createSourceFile('lesson.tsx', text.slice(at), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  let tag: JsxTag['tag'] | undefined;
  const find = (node: ts.Node): void => {
    if (tag !== undefined) return;
    if (ts.isJsxSelfClosingElement(node) || ts.isJsxOpeningElement(node)) tag = node;
    else ts.forEachChild(node, find);
  };
  find(file);
  return tag && { file, tag };
}
