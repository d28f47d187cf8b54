/** Go templates for `-o go-template`. */
import type { Json } from '../../engine/index.ts';
import { CliError } from '../errors.ts';
import { toCompactJson } from '../printers/json.ts';
import { executeTemplate, TemplateError } from './execute.ts';
import { functions } from './functions.ts';
import { parseGoTemplate, type Template } from './parse.ts';
import { TemplateSyntaxError } from './tokens.ts';
import { plain } from './value.ts';

/**
 * A compiled template. Throws a CliError for one that can't be parsed, and for a value it doesn't fit; then `explain` gets what kubectl
 * prints before that.
 */
export function compileGoTemplate(
  text: string,
  allowMissing: boolean,
  explain: (more: string) => void,
): (value: Json) => string {
  const template = parse(text);
  return (value) => {
    try {
      return executeTemplate(template, value, allowMissing);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      explain(
        `${error.printed}Error executing template: ${error.message}. Printing more information for debugging the template:\n` +
          `\ttemplate was:\n\t\t${text}\n\traw data was:\n\t\t${toCompactJson(value)}\n` +
          `\tobject given to template engine was:\n\t\t${plain(value)}\n\n`,
      );
      throw new CliError(`error executing template ${JSON.stringify(text)}: ${error.message}`);
    }
  };
}

function parse(text: string): Template {
  try {
    return parseGoTemplate(text, new Set(Object.keys(functions)));
  } catch (error) {
    if (error instanceof TemplateSyntaxError) throw new CliError(`error parsing template ${text}, ${error.message}\n`);
    throw error;
  }
}
