/** What a word becomes: quotes go, parameters and substitutions come in, unquoted blanks split. */
import { endOfQuoted } from './parse.ts';

export interface Parameters {
  readonly variables: ReadonlyMap<string, string>;
  readonly parameters: readonly string[];
}

const NAME = /^\$(?:\{([A-Za-z_][A-Za-z0-9_]*|[0-9?#@*])(?::?-([^}]*))?\}|([A-Za-z_][A-Za-z0-9_]*|[0-9?#@*$]))/;

/** The fields of a word: none when it comes to nothing unquoted. */
export function expandWord(word: string, substitute: (script: string) => string, shell: Parameters): string[] {
  const result: string[] = [];
  let field: string | undefined;
  const append = (text: string) => {
    field = (field ?? '') + text;
  };
  const appendSplit = (text: string) => {
    const parts = text.split(/[ \t\n]+/);
    parts.forEach((part, index) => {
      if (index > 0 && field !== undefined) {
        result.push(field);
        field = undefined;
      }
      if (part !== '') append(part);
    });
  };
  walk(word, false);
  if (field !== undefined) result.push(field);
  return result;

  function walk(text: string, quoted: boolean): void {
    for (let at = 0; at < text.length; ) {
      const char = text[at] ?? '';
      if (char === '\\') {
        append(text[at + 1] ?? '');
        at += 2;
      } else if (!quoted && (char === "'" || char === '"')) {
        const end = endOfQuoted(text, at) ?? text.length;
        const inner = text.slice(at + 1, end - 1);
        append('');
        if (char === "'") append(inner);
        else walk(inner, true);
        at = end;
      } else if (text.startsWith('$(', at)) {
        const end = endOfQuoted(text, at) ?? text.length;
        (quoted ? append : appendSplit)(substitute(text.slice(at + 2, end - 1)));
        at = end;
      } else {
        const match = char === '$' ? NAME.exec(text.slice(at)) : null;
        if (match === null) append(char);
        else (quoted ? append : appendSplit)(parameter(match[1] ?? match[3] ?? '', shell) ?? match[2] ?? '');
        at += match === null ? 1 : match[0].length;
      }
    }
  }
}

function parameter(name: string, { variables, parameters }: Parameters): string | undefined {
  if (name === '@' || name === '*') return parameters.slice(1).join(' ');
  if (name === '#') return String(Math.max(0, parameters.length - 1));
  if (name === '$') return '1';
  if (name === '?') return variables.get('?') ?? '0';
  if (/^\d$/.test(name)) return parameters[Number(name)] ?? (name === '0' ? 'sh' : undefined);
  return variables.get(name);
}

/** `$((1 + i * 2))`: whole numbers, names, + - * / % and brackets. */
export function expandArithmetic(text: string, variables: ReadonlyMap<string, string>): number {
  const tokens = text.match(/\d+|[A-Za-z_]\w*|[-+*/%()]/g) ?? [];
  let at = 0;

  function sum(): number {
    let value = product();
    for (let token = tokens[at]; token === '+' || token === '-'; token = tokens[at]) {
      at += 1;
      value = token === '+' ? value + product() : value - product();
    }
    return value;
  }
  function product(): number {
    let value = atom();
    for (let token = tokens[at]; token === '*' || token === '/' || token === '%'; token = tokens[at]) {
      at += 1;
      const right = atom();
      if (token === '*') value *= right;
      else if (right === 0) value = 0;
      else value = token === '/' ? Math.trunc(value / right) : value % right;
    }
    return value;
  }
  function atom(): number {
    const token = tokens[at];
    at += 1;
    if (token === '-') return -atom();
    if (token === '+') return atom();
    if (token === '(') {
      const value = sum();
      at += 1;
      return value;
    }
    if (token === undefined) return 0;
    return /^\d/.test(token) ? Number(token) : Number(variables.get(token) ?? 0) || 0;
  }
  return sum();
}
