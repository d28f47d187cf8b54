/** The predictions of a lesson's text by their ids, under which it is kept what was chosen. */
import ts from 'typescript';
import { jsxTagAt } from './jsx-tag.ts';

/** In the order of the text; those whose id is no plain text are left out. */
export const predictionIds = (mdx: string): readonly string[] =>
  [...mdx.matchAll(/^<Predict(?:ion|Order)\s/gm)].flatMap(({ index }) => {
    const properties = jsxTagAt(mdx, index)?.tag.attributes.properties.filter(ts.isJsxAttribute) ?? [];
    const id = properties.find(({ name }) => name.getText() === 'id')?.initializer;
    return id !== undefined && ts.isStringLiteral(id) ? [id.text] : [];
  });
