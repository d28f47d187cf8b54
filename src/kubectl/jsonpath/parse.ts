/** The Kubernetes dialect of JSONPath (client-go util/jsonpath): text with `{actions}`, filters, ranges, slices, recursion. */

export type Node =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'path'; readonly steps: readonly Step[] }
  | { readonly type: 'range'; readonly over: readonly Step[]; readonly body: readonly Node[] };

export type Step =
  | { readonly type: 'root' }
  | { readonly type: 'current' }
  | { readonly type: 'field'; readonly name: string }
  | { readonly type: 'wildcard' }
  | { readonly type: 'recursive' }
  | { readonly type: 'slice'; readonly from?: number; readonly to?: number; readonly step?: number }
  | { readonly type: 'index'; readonly index: number }
  | { readonly type: 'union'; readonly paths: readonly (readonly Step[])[] }
  | { readonly type: 'filter'; readonly left: Operand; readonly operator: string; readonly right?: Operand }
  | { readonly type: 'literal'; readonly value: string | number | boolean };

export type Operand = readonly Step[];

/** Thrown for a template that makes no sense; the message is client-go's. */
export class JsonPathSyntaxError extends Error {}

/** Parses a whole template: text outside of braces stays as it is. */
export function parseTemplate(template: string): readonly Node[] {
  const parser = new Parser(template);
  const nodes = parser.nodes(false);
  return nodes;
}

/** Parses one path without braces: `.spec.containers[0].image`. */
export function parsePath(path: string): readonly Step[] {
  const [node] = parseTemplate(`{${path}}`);
  return node?.type === 'path' ? node.steps : [];
}

class Parser {
  private at = 0;
  private afterRecursion = false;
  private readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  nodes(inRange: boolean): readonly Node[] {
    const nodes: Node[] = [];
    while (this.at < this.source.length) {
      const open = this.source.indexOf('{', this.at);
      if (open !== this.at) {
        nodes.push({ type: 'text', text: this.source.slice(this.at, open < 0 ? undefined : open) });
        this.at = open < 0 ? this.source.length : open;
        continue;
      }
      const inner = this.action();
      if (inner === 'end') {
        if (inRange) return nodes;
        throw new JsonPathSyntaxError('not in range, nothing to end');
      }
      nodes.push(inner);
    }
    if (inRange) throw new JsonPathSyntaxError('unterminated range, missing {end}');
    return nodes;
  }

  /** One `{…}`; a range takes everything up to its end. */
  private action(): Node | 'end' {
    this.at += 1;
    this.spaces();
    const word = /^[A-Za-z_]\w*/.exec(this.rest())?.[0] ?? '';
    if (word === 'end') {
      this.at += 3;
      this.close();
      return 'end';
    }
    if (word === 'range') {
      this.at += 5;
      this.spaces();
      const over = this.steps('}');
      this.close();
      return { type: 'range', over, body: this.nodes(true) };
    }
    if (word !== '' && word !== 'true' && word !== 'false')
      throw new JsonPathSyntaxError(`unrecognized identifier ${word}`);
    const steps = this.steps('}');
    this.close();
    const only = steps[0];
    if (steps.length === 1 && only?.type === 'literal') return { type: 'text', text: String(only.value) };
    return { type: 'path', steps };
  }

  private rest(): string {
    return this.source.slice(this.at);
  }

  private spaces(): void {
    while (this.source[this.at] === ' ') this.at += 1;
  }

  private close(): void {
    this.spaces();
    if (this.source[this.at] !== '}') throw new JsonPathSyntaxError('unclosed action');
    this.at += 1;
  }

  private steps(stop: string): readonly Step[] {
    const steps: Step[] = [];
    for (;;) {
      this.spaces();
      const char = this.source[this.at];
      if (char === undefined) throw new JsonPathSyntaxError('unclosed action');
      if (stop.includes(char)) return steps;
      this.afterRecursion = steps.at(-1)?.type === 'recursive';
      steps.push(this.step(char));
    }
  }

  private step(char: string): Step {
    if (char === '$') return this.one({ type: 'root' });
    if (char === '@') return this.one({ type: 'current' });
    if (char === '*') return this.one({ type: 'wildcard' });
    if (char === '"' || char === "'") return { type: 'literal', value: this.quoted(char) };
    if (char === '[') return this.array();
    if (char === '.') return this.dot();
    if (this.afterRecursion && /[^\s<>=!,)}]/.test(char)) return this.field();
    const word = /^(true|false)\b/.exec(this.rest())?.[0];
    if (word !== undefined) {
      this.at += word.length;
      return { type: 'literal', value: word === 'true' };
    }
    const digits = /^[-+]?\d+(\.\d+)?/.exec(this.rest())?.[0];
    if (digits !== undefined) {
      this.at += digits.length;
      return { type: 'literal', value: Number(digits) };
    }
    const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    throw new JsonPathSyntaxError(`unrecognized character in action: U+${code} '${char}'`);
  }

  private one(step: Step): Step {
    this.at += 1;
    return step;
  }

  private dot(): Step {
    this.at += 1;
    if (this.source[this.at] === '.') return this.one({ type: 'recursive' });
    if (this.source[this.at] === '*') return this.one({ type: 'wildcard' });
    if (this.source[this.at] === '[') return this.array();
    return this.field();
  }

  private field(): Step {
    let name = '';
    for (;;) {
      const char = this.source[this.at];
      if (char === undefined || ' .,[]$@{}!=<>()|&'.includes(char)) break;
      if (char === '\\') this.at += 1;
      name += this.source[this.at] ?? '';
      this.at += 1;
    }
    return name === '' ? { type: 'current' } : { type: 'field', name };
  }

  private quoted(mark: string): string {
    let end = this.at + 1;
    while (end < this.source.length && this.source[end] !== mark) end += this.source[end] === '\\' ? 2 : 1;
    if (end >= this.source.length) throw new JsonPathSyntaxError('unterminated quoted string');
    const raw = this.source.slice(this.at + 1, end);
    this.at = end + 1;
    const special: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
    return raw.replace(/\\(.)/gs, (_, char: string) => special[char] ?? char);
  }

  private array(): Step {
    const rest = this.rest();
    if (rest.startsWith('[?(')) return this.filter();
    const wildcard = /^\[\s*\*\s*\]/.exec(rest)?.[0];
    if (wildcard !== undefined) {
      this.at += wildcard.length;
      return { type: 'wildcard' };
    }
    const inner = /^\[((?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[^\]'"])*)\]/.exec(rest);
    if (inner === null) throw new JsonPathSyntaxError('unterminated array');
    this.at += inner[0].length;
    return arrayStep(inner[1] ?? '');
  }

  private filter(): Step {
    this.at += 3;
    const left = this.steps('=!<>)');
    const operator = /^(==|!=|<=|>=|<|>)/.exec(this.rest())?.[0] ?? '';
    this.at += operator.length;
    if (operator === '') {
      this.closeFilter();
      return { type: 'filter', left, operator: 'exists' };
    }
    const right = this.steps(')');
    this.closeFilter();
    return { type: 'filter', left, operator, right };
  }

  private closeFilter(): void {
    if (!this.rest().startsWith(')]')) throw new JsonPathSyntaxError('unterminated filter');
    this.at += 2;
  }
}

function arrayStep(inner: string): Step {
  const parts = splitUnion(inner);
  if (parts.length > 1) return { type: 'union', paths: parts.map((part) => [arrayStep(part)]) };
  const word = inner.trim();
  const key = /^'((?:\\.|[^'\\])*)'$/s.exec(word)?.[1];
  if (key !== undefined) return { type: 'field', name: key.replace(/\\(.)/g, '$1') };
  const slice = /^(-?\d*)(?::(-?\d*))?(?::(-?\d*))?$/.exec(word);
  if (slice === null || word === '') throw new JsonPathSyntaxError(`invalid array index ${inner}`);
  if (!word.includes(':')) return { type: 'index', index: Number(word) };
  return {
    type: 'slice',
    ...(slice[1] ? { from: Number(slice[1]) } : {}),
    ...(slice[2] ? { to: Number(slice[2]) } : {}),
    ...(slice[3] ? { step: Number(slice[3]) } : {}),
  };
}

function splitUnion(inner: string): readonly string[] {
  return inner.match(/(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[^,'"])+/gs) ?? [inner];
}
