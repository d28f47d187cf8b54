/**
 * Code is set in ink (look.md): keywords bold, comments pale, `spec` blue, `status` and literals petrol. A small hand
 * tokenizer is enough for that, runs at build time and in the page alike, and weighs nothing.
 */
export type TokenKind =
  | 'keyword'
  | 'literal'
  | 'comment'
  /** spec: what is wanted */
  | 'want'
  /** status: what is */
  | 'is'
  /** field names and flags: a second voice */
  | 'field'
  /** "$ " before a command; not part of the text */
  | 'prompt';

export interface Token {
  readonly kind?: TokenKind;
  readonly text: string;
}

export type Line = readonly Token[];

/** The class of each kind, as base.css has them. */
export const tokenClass: Readonly<Record<TokenKind, string>> = {
  keyword: 'tk-k',
  literal: 'tk-s',
  comment: 'tk-c',
  want: 'tk-w',
  is: 'tk-a',
  field: 'tk-f',
  prompt: 'tk-p',
};

/** Every character of `code` comes back, in order; only prompts are added. Unknown languages stay plain. */
export function highlight(language: string, code: string): readonly Line[] {
  const lines = code.split('\n');
  if (language === 'sh') return shell(lines);
  if (language === 'yaml') return yaml(lines);
  if (language === 'ts') return typescript(lines);
  return lines.map((text) => [{ text }]);
}

/** Cuts a line by the first pattern that matches at each place; what none matches stays plain. */
function cut(line: string, rules: readonly (readonly [TokenKind | undefined, RegExp])[]): Token[] {
  const tokens: Token[] = [];
  let plain = '';
  let at = 0;
  const flush = (): void => {
    if (plain !== '') tokens.push({ text: plain });
    plain = '';
  };
  while (at < line.length) {
    const hit = rules.map(([kind, rule]) => ({ kind, text: match(rule, line, at) })).find(({ text }) => text !== '');
    if (hit?.kind) {
      flush();
      tokens.push({ kind: hit.kind, text: hit.text });
    } else {
      plain += hit?.text ?? line[at];
    }
    at += hit?.text.length ?? 1;
  }
  flush();
  return tokens;
}

function match(rule: RegExp, line: string, at: number): string {
  rule.lastIndex = at;
  return rule.exec(line)?.[0] ?? '';
}

// ── shell ────────────────────────────────────────────────────────────────

const shellRules = [
  ['comment', /(?<![^\s])#.*/y],
  ['literal', /'[^']*'|"(?:[^"\\]|\\.)*"/y],
  ['field', /(?<=\s)--?[A-Za-z][\w-]*/y],
  [undefined, /[^\s'"#]+/y],
] as const;

function shell(lines: readonly string[]): Line[] {
  let until: string | undefined;
  let continued = false;
  return lines.map((line) => {
    if (until !== undefined) {
      if (line.trim() === until) until = undefined;
      return [{ text: line }];
    }
    const starts = !continued && line.trim() !== '' && !line.startsWith('#');
    continued = line.endsWith('\\');
    until = /<<-?\s*['"]?(\w+)['"]?/.exec(line)?.[1];
    const prompt: Line = starts ? [{ kind: 'prompt', text: '$ ' }] : [];
    return [...prompt, ...commands(line, starts)];
  });
}

/** The first word of every command of a pipeline is what runs: bold. */
function commands(line: string, starts: boolean): Token[] {
  const parts = line.split(/(\s*(?:\|\||&&|[|;])\s*|\$\()(?=(?:[^'"]|'[^']*'|"[^"]*")*$)/);
  return parts.flatMap((part, index) => {
    if (index % 2 === 1) return [{ text: part }];
    const word = /^\s*[\w./-]+/.exec(part)?.[0] ?? '';
    if (word === '' || (index === 0 && !starts)) return cut(part, shellRules);
    return [{ kind: 'keyword' as const, text: word }, ...cut(` ${part.slice(word.length)}`, shellRules).flatMap(unpad)];
  });
}

/** A flag is known by the blank before it, so the rest of a command is cut with one blank in front: take it off again. */
function unpad(token: Token, index: number): Token[] {
  if (index > 0) return [token];
  const text = token.text.slice(1);
  return text === '' ? [] : [token.kind ? { kind: token.kind, text } : { text }];
}

// ── YAML ─────────────────────────────────────────────────────────────────

const yamlRules = [
  ['comment', /(?<![^\s])#.*/y],
  ['literal', /'[^']*'|"(?:[^"\\]|\\.)*"/y],
  ['field', /[\w./-]+(?=:(?:\s|$))/y],
  [undefined, /[^\s'"#{},[\]]+/y],
] as const;

function yaml(lines: readonly string[]): Line[] {
  let top = '';
  return lines.map((line) => {
    top = /^[\w-]+(?=:)/.exec(line)?.[0] ?? top;
    const key = /^(spec|status)(?=:)/.exec(line)?.[0];
    if (key) return [{ kind: key === 'spec' ? 'want' : 'is', text: key }, ...cut(line.slice(key.length), yamlRules)];
    const wish = top === 'spec' ? /^( {2})(replicas: *\d+)(.*)$/.exec(line) : null;
    if (!wish) return cut(line, yamlRules);
    const [, indent = '', text = '', rest = ''] = wish;
    return [{ text: indent }, { kind: 'want', text }, ...cut(rest, yamlRules)];
  });
}

// ── TypeScript ───────────────────────────────────────────────────────────

const keywords =
  'as async await break case catch class const continue default delete do else export extends finally for from function ' +
  'if implements import in instanceof interface let new null of private readonly return satisfies static super ' +
  'switch this throw true false try type typeof undefined void while yield';

const typescriptRules = [
  ['comment', /\/\/.*|\/\*.*?(?:\*\/|$)/y],
  ['literal', /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/y],
  ['literal', /(?<![\w$.])\d[\d_]*(?:\.\d+)?\b/y],
  ['want', /(?<=[.?]\.?)spec\b/y],
  ['is', /(?<=[.?]\.?)status\b/y],
  ['keyword', new RegExp(`(?<![\\w$.])(?:${keywords.replaceAll(' ', '|')})(?![\\w$:?])`, 'y')],
  [undefined, /[\w$]+/y],
] as const;

function typescript(lines: readonly string[]): Line[] {
  let inComment = false;
  return lines.map((line) => {
    const end = inComment ? line.indexOf('*/') + 2 : 0;
    if (inComment && end === 1) return [{ kind: 'comment', text: line }];
    const head: Line = end > 0 ? [{ kind: 'comment', text: line.slice(0, end) }] : [];
    const rest = cut(line.slice(end), typescriptRules);
    const last = rest.at(-1);
    inComment = last?.kind === 'comment' && last.text.startsWith('/*') && !last.text.endsWith('*/');
    return [...head, ...rest];
  });
}
