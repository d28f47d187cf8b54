/** JSONPath for `-o jsonpath`, custom columns, sort-by and wait. */
import type { Json } from '../../engine/index.ts';
import { CliError } from '../errors.ts';
import { toJson } from '../printers/json.ts';
import { findAll, JsonPathError, renderTemplate } from './evaluate.ts';
import { JsonPathSyntaxError, parsePath, parseTemplate, type Step } from './parse.ts';

export { compare, printValue } from './evaluate.ts';

/** A compiled `-o jsonpath` template; `asJson`: each path's finds as a JSON array (-o jsonpath-as-json). Throws a CliError for one that can't be parsed. */
export function compileTemplate(template: string, asJson = false): (value: Json) => string {
  const nodes = attempt(
    () => parseTemplate(template),
    (why) => `error parsing jsonpath ${template}, ${why}`,
  );
  return (value) =>
    attempt(
      () => renderTemplate(nodes, value, true, asJson ? toJson : undefined),
      (why) =>
        `error executing jsonpath ${JSON.stringify(template)}: Error executing template: ${why}. ` +
        `Printing more information for debugging the template:\n\ttemplate was:\n\t\t${template}\n`,
    );
}

/** A compiled path in any of the accepted spellings: `.a.b`, `a.b`, `{.a.b}`, `{a.b}`. */
export function compilePath(expression: string): (value: Json) => readonly Json[] {
  const steps = attempt(
    () => relaxed(expression),
    (why) => `error parsing jsonpath ${expression}, ${why}`,
  );
  return (value) =>
    attempt(
      () => findAll(steps, value, value, true),
      (why) => why,
    );
}

/** cli-runtime's RelaxedJSONPathExpression. */
function relaxed(expression: string): readonly Step[] {
  const match = /^\{?\.?([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}?$/s.exec(expression);
  const inner = match?.[1];
  if (inner === undefined || inner === '') {
    const form = "expected: 'a.b.c' or '.a.b.c' or '{.a.b.c}' or '{a.b.c}'";
    throw new JsonPathSyntaxError(
      `unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}' (${form})`,
    );
  }
  return parsePath(inner.startsWith('$') || inner.startsWith('[') || inner.startsWith('@') ? inner : `.${inner}`);
}

function attempt<T>(run: () => T, words: (why: string) => string): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof JsonPathError || error instanceof JsonPathSyntaxError)
      throw new CliError(words(error.message));
    throw error;
  }
}
