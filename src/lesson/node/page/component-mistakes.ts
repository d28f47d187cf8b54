/** Mistakes in the properties of a lesson's components: a name that none has, one that is missing, an option without its reason. */
import ts from 'typescript';
import { nearest } from '../../nearest.ts';
import { jsxTagAt } from '../jsx-tag.ts';
import type { AuthorMistake } from '../mistake.ts';
import { fieldsOf, type Shape, shapes } from './shapes.ts';

/** An element of the lesson's text, and where it begins. */
export interface Element {
  readonly name: string;
  /** Index in the text. */
  readonly at: number;
}

type Found = (node: ts.Node, message: string) => AuthorMistake;

/** Of one element. Components that aren't the kit's have none. */
export function componentMistakes(text: string, { name, at }: Element): readonly AuthorMistake[] {
  const shape = shapes[name];
  if (shape === undefined) return [];
  const read = jsxTagAt(text, at);
  if (read === undefined) return [];
  const { file, tag } = read;
  const found: Found = (node, message) => ({ line: text.slice(0, at + node.getStart(file)).split('\n').length, message });
  const fields = new Map<string, Field>();
  for (const each of tag.attributes.properties) {
    // What is spread in is known only when the page is made.
    if (!ts.isJsxAttribute(each)) return [];
    const { initializer } = each;
    const value = initializer !== undefined && ts.isJsxExpression(initializer) ? initializer.expression : initializer;
    fields.set(each.name.getText(file), { key: each.name, value });
  }
  return shapeMistakes({ what: `<${name}>`, node: tag, fields }, shape, found);
}

interface Field {
  readonly key: ts.Node;
  readonly value: ts.Node | undefined;
}

/** An element, or an object within one. */
interface Written {
  /** What it is called in messages. */
  readonly what: string;
  readonly node: ts.Node;
  readonly fields: ReadonlyMap<string, Field>;
}

function shapeMistakes({ what, node, fields }: Written, shape: Shape, found: Found): readonly AuthorMistake[] {
  const known = fieldsOf(shape);
  const unknown = [...fields].filter(([name]) => !known.includes(name));
  const missing = shape.needs.filter((name) => !fields.has(name));
  const judges = shape.oneOf?.filter((name) => fields.has(name)) ?? [];
  // A name with a letter too many is one mistake, not two.
  const meant = unknown.map(([name]) => nearest(name, known));
  const isJudged = shape.oneOf === undefined || judges.length === 1 || (judges.length === 0 && shape.oneOf.some((name) => meant.includes(name)));
  return [
    ...unknown.map(([name, { key }], index) => found(key, `${what} has no “${name}”${meant[index] === undefined ? '; it takes none' : `; the nearest is “${meant[index]}”`}`)),
    ...missing.filter((name) => !meant.includes(name)).map((name) => found(node, `${what} needs “${name}”, which is missing`)),
    ...(isJudged ? [] : [found(node, `${what} is judged by one of ${shape.oneOf?.join(', ')}, and has ${judges.length === 0 ? 'none' : judges.join(' and ')}`)]),
    ...Object.entries(shape.patterns ?? {}).flatMap(([name, does]) => patternMistakes(name, does, fields.get(name)?.value, found)),
    ...Object.entries(shape.within ?? {}).flatMap(([name, inner]) => valueMistakes(name, fields.get(name)?.value, { inner, least: shape.least ?? 1 }, found)),
  ];
}

function valueMistakes(name: string, value: ts.Node | undefined, { inner, least }: { readonly inner: Shape; readonly least: number }, found: Found): readonly AuthorMistake[] {
  if (value === undefined) return [];
  if (ts.isObjectLiteralExpression(value)) return objectMistakes(name, value, inner, found);
  // A name or a call: its value is known only when the page is made.
  if (!ts.isArrayLiteralExpression(value)) return [];
  const few = value.elements.length < least ? [found(value, `“${name}” has ${value.elements.length}; at least ${least}`)] : [];
  const each = value.elements.flatMap((item) => {
    if (ts.isObjectLiteralExpression(item)) return objectMistakes(`an item of “${name}”`, item, inner, found);
    return ts.isStringLiteralLike(item) ? [found(item, `an item of “${name}” is a text; it has to be { ${inner.needs.join(', ')} }`)] : [];
  });
  return [...few, ...each, ...answerMistakes(name, value, found)];
}

/** What is no regular expression, and what is to be read by its brackets and has none. */
function patternMistakes(name: string, does: 'matches' | 'reads', value: ts.Node | undefined, found: Found): readonly AuthorMistake[] {
  if (value === undefined || !ts.isStringLiteralLike(value)) return [];
  try {
    // With nothing as the other choice it matches any text, and its groups can be counted.
    const groups = (new RegExp(`${value.text}|`).exec('')?.length ?? 1) - 1;
    return does === 'matches' || groups === 1 ? [] : [found(value, `“${name}” reads what stands in its brackets, such as heater is (on|off): it needs one pair, and has ${groups}`)];
  } catch (error) {
    const words = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : String(error);
    return [found(value, `“${name}” is no regular expression: ${words.replace(/^\/(.*)\|\/: /s, '$1: ')}`)];
  }
}

function objectMistakes(what: string, object: ts.ObjectLiteralExpression, shape: Shape, found: Found): readonly AuthorMistake[] {
  const properties = object.properties.filter(ts.isPropertyAssignment);
  // What is spread in, or a shorthand: known only when the page is made.
  if (properties.length < object.properties.length) return [];
  const fields = new Map(properties.map((each) => [nameOf(each.name), { key: each.name, value: each.initializer }]));
  return shapeMistakes({ what, node: object, fields }, shape, found);
}

const nameOf = (name: ts.PropertyName): string => (ts.isStringLiteralLike(name) ? name.text : name.getText());

/** One of a question's answers is right; no two options of a prediction say the same. */
function answerMistakes(name: string, list: ts.ArrayLiteralExpression, found: Found): readonly AuthorMistake[] {
  const items = list.elements.filter(ts.isObjectLiteralExpression);
  const valuesOf = (field: string): readonly ts.Expression[] =>
    items.flatMap(({ properties }) => properties.filter(ts.isPropertyAssignment).filter((each) => nameOf(each.name) === field).map(({ initializer }) => initializer));
  const right = valuesOf('right').filter(({ kind }) => kind === ts.SyntaxKind.TrueKeyword);
  const texts = valuesOf('text').filter(ts.isStringLiteralLike);
  const doubled = texts.filter(({ text }, index) => texts.findIndex((other) => other.text === text) < index);
  return [
    ...(name === 'answers' && right.length !== 1 ? [found(right[1] ?? list, `exactly one of “answers” is right; here ${right.length} are`)] : []),
    ...doubled.map((each) => found(each, `“${each.text}” is there twice`)),
  ];
}
