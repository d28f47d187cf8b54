/** What the YAML parser found wrong, in go-yaml's words: those kubectl's users know and can search for. */

/** One error of the parser: offsets into the text. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, number];
}

interface Finding {
  readonly words: string;
  /** From 0. */
  readonly line: number;
  /** Scanner errors count lines from 1, parser errors from 0: so does go-yaml. */
  readonly scanner: boolean;
}

export interface YamlProblem {
  /** `yaml: line 3: mapping values are not allowed in this context` */
  readonly message: string;
  /** The line to look at, from 1. */
  readonly line: number;
}

/** The words for the first of the parser's errors that says most. */
export function yamlProblem(problems: readonly Problem[], text: string): YamlProblem | undefined {
  const [first] = problems;
  if (first === undefined) return undefined;
  const { words, line, scanner } = find(problems, first, text);
  const shown = line === 0 ? '' : `line ${scanner ? line + 1 : line}: `;
  return { message: `yaml: ${shown}${words}`, line: line + 1 };
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length - 1;
}

function find(problems: readonly Problem[], first: Problem, text: string): Finding {
  const line = lineOf(text, first.pos[0]);
  const scanner = (words: string, at = line): Finding => ({ words, line: at, scanner: true });
  const parser = (words: string, at = line): Finding => ({ words, line: at, scanner: false });
  const says = (pattern: RegExp): boolean => problems.some((each) => pattern.test(each.message));
  if (first.code === 'TAB_AS_INDENT') return scanner(tabWords(text, line));
  if (says(/block-seq-ind on same line with key/)) {
    return lineStart(text, first.pos[0])
      ? parser('did not find expected key')
      : scanner('block sequence entries are not allowed in this context');
  }
  const multiline = problems.find((each) => each.code === 'MULTILINE_IMPLICIT_KEY');
  if (multiline !== undefined) {
    const end = lineOf(text, multiline.pos[1]);
    return isLaterKey(text, multiline.pos[0])
      ? scanner("could not find expected ':'", end)
      : scanner('mapping values are not allowed in this context', end);
  }
  if (first.code === 'BLOCK_AS_IMPLICIT_KEY') return scanner('mapping values are not allowed in this context');
  if (/Implicit map keys need/.test(first.message))
    return scanner("could not find expected ':'", nextLine(text, first.pos[1]));
  if (/Missing closing/.test(first.message)) return scanner('found unexpected end of stream');
  if (/^Flow sequence/.test(first.message)) return parser("did not find expected ',' or ']'");
  if (/^Flow map/.test(first.message)) return parser("did not find expected ',' or '}'");
  if (/flow-(map|seq)-end/.test(first.message)) return parser('did not find expected node content');
  if (first.code === 'BAD_SCALAR_START') return scanner('found character that cannot start any token');
  if (first.code === 'BAD_DQ_ESCAPE') return scanner('found unknown escape character');
  if (/Sequence item without/.test(first.message) || (/at node end/.test(first.message) && /^-/.test(text))) {
    return parser(isIndentless(text, line) ? 'did not find expected key' : "did not find expected '-' indicator");
  }
  return parser('did not find expected key');
}

/** A tab after a plain value ends its line; after `key:` it stands where a token should. */
function tabWords(text: string, line: number): string {
  const before = text
    .split('\n')
    .slice(0, line)
    .findLast((each) => each.trim() !== '');
  const pending = before === undefined || /[:|>-]\s*$/.test(before);
  return pending ? 'found character that cannot start any token' : 'found a tab character that violates indentation';
}

function lineStart(text: string, offset: number): boolean {
  return /(^|\n)\s*$/.test(text.slice(0, offset));
}

/** Whether a key begins its line and is not the first one of the document: then the scanner insists on its colon. */
function isLaterKey(text: string, offset: number): boolean {
  return lineStart(text, offset) && text.slice(0, offset).trim() !== '' && !/-\s*$/.test(text.slice(0, offset));
}

function nextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  if (end < 0) return lineOf(text, text.length);
  const rest = text.slice(end + 1);
  return lineOf(text, end + 1 + (rest.length - rest.trimStart().length));
}

/** Whether the list above this line stands at the column of its key. */
function isIndentless(text: string, line: number): boolean {
  const lines = text.split('\n').slice(0, line);
  const dash = lines.findLast((each) => /^\s*-/.test(each));
  if (dash === undefined) return false;
  const column = dash.search(/-/);
  const key = lines.slice(0, lines.lastIndexOf(dash)).findLast((each) => /:\s*$/.test(each));
  return key !== undefined && key.search(/\S/) === column;
}
