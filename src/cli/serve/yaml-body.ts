/** YAML bodies, with bounds: a short text can mean a lot of work, and one that nests without end would take the process with it. */
import { type Document, Lexer, parseDocument, visit } from 'yaml';
import { badRequest, type Json, requestEntityTooLarge, StatusError } from '../../engine/index.ts';

/** Deeper than any manifest (upstream's parser stops at 10,000). */
const mostDepth = 200;
/** What a line may begin with, that opens a level each: `- - - x`. */
const deepLine = new RegExp(`^[ ?:-]{${4 * mostDepth},}`, 'm');

/** The parser takes seconds for a megabyte, in which no other request is served. */
const mostBytes = 512 * 1024;
/** Duplicate keys are found pair by pair, which takes too long in a longer text. */
const mostCheckedBytes = 32 * 1024;

/** Each is looked for among all anchors and aliases before it. */
const mostAliases = 1_000;

export interface YamlBody {
  readonly value: Json;
  /** Keys given twice, as upstream's parser says it. The last one counts. */
  readonly duplicates: readonly string[];
}

/** The value of a text. Throws a StatusError (400, 413). */
export function parseYaml(text: string): YamlBody {
  if (text.length > mostBytes) throw new StatusError(requestEntityTooLarge(`limit is ${mostBytes} for YAML`));
  const { depth, aliases } = measured(text);
  if (deepLine.test(text) || depth > mostDepth) throw wrong(`yaml: exceeded max depth of ${mostDepth}`);
  if (aliases > mostAliases) throw wrong(`yaml: more than ${mostAliases} aliases`);
  try {
    const document = parseDocument(text, { logLevel: 'error', uniqueKeys: text.length <= mostCheckedBytes });
    const fault = document.errors.find(({ code }) => code !== 'DUPLICATE_KEY');
    if (fault !== undefined) throw fault;
    return { value: document.toJS(), duplicates: document.errors.length === 0 ? [] : duplicatesIn(document) };
  } catch (error) {
    throw wrong(error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error));
  }
}

function duplicatesIn(document: Document.Parsed): readonly string[] {
  const lines = new Map(document.errors.map(({ pos, linePos }) => [pos[0], linePos?.[0].line]));
  const found: string[] = [];
  visit(document, {
    Scalar(part, { range, value }) {
      const line = part === 'key' && range ? lines.get(range[0]) : undefined;
      if (line !== undefined) found.push(`line ${line}: key ${JSON.stringify(value)} already set in map`);
    },
  });
  return found;
}

function wrong(why: string): StatusError {
  return new StatusError(badRequest(`error decoding YAML: ${why}`));
}

/** How deep brackets nest, and how many aliases there are, that aren't within texts. Stops where there is too much. */
function measured(text: string): { readonly depth: number; readonly aliases: number } {
  let depth = 0;
  let most = 0;
  let aliases = 0;
  if (!/[[{*]/.test(text)) return { depth, aliases };
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    else if (token.startsWith('*')) aliases += 1;
    most = Math.max(most, depth);
    if (most > mostDepth || aliases > mostAliases) break;
  }
  return { depth: most, aliases };
}
