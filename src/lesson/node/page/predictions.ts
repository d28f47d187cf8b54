/** The predictions of a lesson's text, held against what its cells did: a question that none of its options answers has no right answer. */
import ts from 'typescript';
import type { BakedLesson } from '../../baked.ts';
import { type Evidence, type Judge, judge, orderOf } from '../../prediction.ts';
import { jsxTagAt } from '../jsx-tag.ts';
import type { AuthorMistake } from '../mistake.ts';

/** Written as literals. What a name or a call stands for is known only when the page is made, which says it then. */
interface Prediction {
  readonly line: number;
  readonly id: string;
  readonly cell: string;
  readonly how: Judge;
  readonly options: readonly string[];
}

/** @param cells In the order of the text. */
export function predictionMistakes(text: string, cells: readonly string[], baked: BakedLesson): readonly AuthorMistake[] {
  return predictionsIn(text).flatMap((prediction) => {
    const evidence = evidenceOf(prediction.cell, cells, baked);
    const message = evidence === undefined ? undefined : truthMistake(prediction, evidence);
    return message === undefined ? [] : [{ line: prediction.line, message }];
  });
}

function evidenceOf(cell: string, cells: readonly string[], { cells: baked, stories }: BakedLesson): Evidence | undefined {
  const own = baked[cell];
  const story = cells.slice(0, cells.indexOf(cell) + 1).flatMap((id) => stories[id] ?? []);
  return own && { output: own.output, story, fromRevision: own.foot.fromRevision };
}

function truthMistake({ id, cell, how, options }: Prediction, evidence: Evidence): string | undefined {
  if (how.by === 'order') return orderMistake(id, cell, how.first, evidence);
  const truth = judge(how, evidence);
  if (options.includes(truth)) return undefined;
  const listed = options.map((option) => `“${option}”`).join(', ');
  const silent = how.by === 'reads' && truth === 'nothing' ? `no line that the cell "${cell}" prints matches ${how.reads}` : `the cell "${cell}" says “${truth}”`;
  return `the prediction "${id}" has no right option: ${silent}, and the options are ${listed}`;
}

function orderMistake(id: string, cell: string, first: readonly string[], evidence: Evidence): string | undefined {
  const truth = orderOf(first, evidence);
  const never = first.find((_, index) => !truth.some(({ item }) => item === index));
  if (never !== undefined) return `the order "${id}": nothing that the cell "${cell}" writes matches ${never}`;
  return truth.every(({ item }, index) => item === index) ? `the order "${id}": the items already stand as they happen; mix them` : undefined;
}

function predictionsIn(text: string): readonly Prediction[] {
  return [...text.matchAll(/^<Predict(?:ion|Order)\s/gm)].flatMap(({ index }) => {
    const read = jsxTagAt(text, index);
    if (read === undefined) return [];
    const fields = new Map(read.tag.attributes.properties.filter(ts.isJsxAttribute).map(({ name, initializer }) => [name.getText(read.file), literalOf(initializer)]));
    const [id, cell, how] = [fields.get('id'), fields.get('cell'), judgeOf(fields)];
    const options = textsOf(fields.get('options'), 'text');
    if (typeof id !== 'string' || typeof cell !== 'string' || how === undefined || options === undefined) return [];
    return [{ line: text.slice(0, index).split('\n').length, id, cell, how, options }];
  });
}

/** A text, or what stands in braces. */
function literalOf(initializer: ts.JsxAttributeValue | undefined): string | ts.Expression | undefined {
  const value = initializer !== undefined && ts.isJsxExpression(initializer) ? initializer.expression : initializer;
  return value !== undefined && ts.isStringLiteralLike(value) ? value.text : value;
}

function judgeOf(fields: ReadonlyMap<string, string | ts.Expression | undefined>): Judge | undefined {
  const [counts, reads, objects, value] = ['counts', 'reads', 'objects', 'value'].map((name) => fields.get(name));
  if (typeof counts === 'string') return { by: 'count', counts };
  if (typeof reads === 'string') return { by: 'reads', reads };
  if (typeof objects === 'string') return { by: 'objects', objects };
  const first = textsOf(fields.get('items'), 'first');
  if (fields.has('items')) return first && { by: 'order', first };
  if (typeof value !== 'object') return undefined;
  const [of, field] = [textOf(value, 'of'), textOf(value, 'field')];
  return of === undefined || field === undefined ? undefined : { by: 'value', of, field };
}

/** Of each item of a list this field; undefined where one of them is no text. An absent list is empty. */
function textsOf(list: string | ts.Expression | undefined, field: string): readonly string[] | undefined {
  if (list === undefined) return [];
  if (typeof list === 'string' || !ts.isArrayLiteralExpression(list)) return undefined;
  const texts = list.elements.map((each) => textOf(each, field));
  const known = texts.filter((each) => each !== undefined);
  return known.length === texts.length ? known : undefined;
}

function textOf(object: ts.Expression, field: string): string | undefined {
  if (!ts.isObjectLiteralExpression(object)) return undefined;
  const property = object.properties.filter(ts.isPropertyAssignment).find(({ name }) => name.getText() === field);
  return property !== undefined && ts.isStringLiteralLike(property.initializer) ? property.initializer.text : undefined;
}
