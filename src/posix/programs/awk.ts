/** awk for one-liners: patterns, `print` with fields and texts, NR, NF, BEGIN and END, sums. */
import type { Expression } from '../regexp/index.ts';
import type { Steps } from '../task.ts';
import { eachLine, options, type Tool } from './tool.ts';

interface Rule {
  readonly when: string;
  readonly action: string;
}

/** Runs the program named first over the lines of its input. */
export function* awk(tool: Tool): Steps {
  const { given, words } = options(tool.args, ['F', 'v']);
  const [source = '', ...paths] = words;
  const rules = rulesOf(source);
  const variables = new Map<string, string>([
    ['OFS', ' '],
    ['NR', '0'],
  ]);
  const set = given.get('v');
  if (set !== undefined) variables.set(set.slice(0, set.indexOf('=')), set.slice(set.indexOf('=') + 1));
  const separator = given.get('F');
  const run = (action: string, fields: readonly string[]) => {
    for (const statement of splitOutside(action, /[;\n]/)) execute(statement.trim(), fields, variables, tool);
  };
  for (const { when, action } of rules) if (when === 'BEGIN') run(action, []);
  let number = 0;
  if (rules.some(({ when }) => when !== 'BEGIN')) {
    yield* eachLine(tool, paths, (line) => {
      number += 1;
      const parts =
        separator === undefined
          ? line.trim().split(/\s+/)
          : separator.length === 1
            ? line.split(separator)
            : splitBy(tool.expressions.compile(separator, { extended: true }), line);
      const fields = [line, ...(line === '' ? [] : parts)];
      variables.set('NR', String(number));
      variables.set('NF', String(fields.length - 1));
      for (const { when, action } of rules) {
        if (when !== 'BEGIN' && when !== 'END' && matches(when, fields, variables, tool)) run(action, fields);
      }
      return tool.output.broken;
    });
  }
  for (const { when, action } of rules) if (when === 'END') run(action, []);
  return 0;
}

function splitBy(separator: Expression, line: string): string[] {
  const parts: string[] = [];
  let end = 0;
  for (const { from, to } of separator.all(line)) {
    if (from === to) continue;
    parts.push(line.slice(end, from));
    end = to;
  }
  return [...parts, line.slice(end)];
}

function rulesOf(source: string): Rule[] {
  const rules: Rule[] = [];
  let rest = source.trim();
  while (rest !== '') {
    const open = rest.indexOf('{');
    if (open < 0) {
      rules.push({ when: rest, action: 'print' });
      break;
    }
    let depth = 0;
    let end = open;
    for (; end < rest.length; end += 1) {
      if (rest[end] === '{') depth += 1;
      else if (rest[end] === '}') depth -= 1;
      if (depth === 0) break;
    }
    rules.push({ when: rest.slice(0, open).trim(), action: rest.slice(open + 1, end) });
    rest = rest.slice(end + 1).trim();
  }
  return rules;
}

/** Splits where the separator stands outside of quotes and brackets. */
function splitOutside(text: string, separator: RegExp): string[] {
  const parts = [''];
  let quoted = false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '"' && text[at - 1] !== '\\') quoted = !quoted;
    if (!quoted && char === '(') depth += 1;
    if (!quoted && char === ')') depth -= 1;
    if (!quoted && depth === 0 && separator.test(char)) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts;
}

type Variables = Map<string, string>;

function execute(statement: string, fields: readonly string[], variables: Variables, { output }: Tool): void {
  const print = /^print(?:\s+|$|(?=["($]))([\s\S]*)$/.exec(statement);
  if (print !== null) {
    const parts = splitOutside(print[1] ?? '', /,/).filter((each) => each.trim() !== '');
    const values =
      parts.length === 0 ? [fields[0] ?? ''] : parts.map((each) => termsOf(each.trim(), fields, variables));
    output.write(`${values.join(variables.get('OFS') ?? ' ')}\n`);
    return;
  }
  const change = /^([A-Za-z_]\w*)\s*(\+\+|--|[-+*/]?=)\s*([\s\S]*)$/.exec(statement);
  if (change === null) return;
  const [, name = '', operator = '', right = ''] = change;
  const old = Number(variables.get(name) ?? 0) || 0;
  const value = right === '' ? '1' : termsOf(right, fields, variables);
  if (operator === '=') variables.set(name, value);
  else
    variables.set(
      name,
      String(
        operator.startsWith('+')
          ? old + Number(value)
          : operator.startsWith('-')
            ? old - Number(value)
            : operator === '*='
              ? old * Number(value)
              : old / Number(value),
      ),
    );
}

function matches(when: string, fields: readonly string[], variables: Variables, { expressions }: Tool): boolean {
  if (when === '') return true;
  const expression = /^(?:(\S+)\s*(!?~)\s*)?\/((?:[^/\\]|\\.)*)\/$/.exec(when);
  if (expression !== null) {
    const [, of = '$0', operator = '~', source = ''] = expression;
    const compiled = expressions.compile(source, { extended: true });
    return compiled.test(termsOf(of, fields, variables)) === (operator === '~');
  }
  const compare = /^(.+?)\s*(==|!=|<=|>=|<|>)\s*(.+)$/.exec(when);
  if (compare === null) return !['', '0'].includes(termsOf(when, fields, variables));
  const [a, b] = [termsOf(compare[1] ?? '', fields, variables), termsOf(compare[3] ?? '', fields, variables)];
  const numeric = a !== '' && b !== '' && !Number.isNaN(Number(a)) && !Number.isNaN(Number(b));
  const order = numeric ? Number(a) - Number(b) : a < b ? -1 : a > b ? 1 : 0;
  return (
    { '==': order === 0, '!=': order !== 0, '<=': order <= 0, '>=': order >= 0, '<': order < 0, '>': order > 0 }[
      compare[2] ?? ''
    ] ?? false
  );
}

/** A text, a number, a field, a variable, a sum, or several of them side by side. */
function termsOf(expression: string, fields: readonly string[], variables: Variables): string {
  const sum = /^([^"]+?)\s*([-+*/%])\s*([^"]+)$/.exec(expression);
  if (sum !== null && !/^-?\d+(\.\d+)?$/.test(expression)) {
    const [a, b] = [
      Number(termsOf(sum[1] ?? '', fields, variables)) || 0,
      Number(termsOf(sum[3] ?? '', fields, variables)) || 0,
    ];
    const result = { '+': a + b, '-': a - b, '*': a * b, '/': a / b, '%': a % b }[sum[2] ?? ''] ?? 0;
    return String(Number(result.toPrecision(6)));
  }
  const parts = expression.match(/"(?:[^"\\]|\\.)*"|\$\(?\w+\)?|[\w.]+(?:\([^)]*\))?/g) ?? [];
  return parts.map((part) => termOf(part, fields, variables)).join('');
}

function termOf(part: string, fields: readonly string[], variables: Variables): string {
  if (part.startsWith('"'))
    return part.slice(1, -1).replaceAll('\\n', '\n').replaceAll('\\t', '\t').replaceAll('\\"', '"');
  if (part.startsWith('$')) {
    const index = part.slice(1).replace(/[()]/g, '');
    return fields[Number(/^\d+$/.test(index) ? index : (variables.get(index) ?? 0))] ?? '';
  }
  const call = /^(length|toupper|tolower)\((.*)\)$/.exec(part);
  if (call !== null) {
    const value = call[2] === '' ? (fields[0] ?? '') : termsOf(call[2] ?? '', fields, variables);
    return call[1] === 'length'
      ? String(value.length)
      : call[1] === 'toupper'
        ? value.toUpperCase()
        : value.toLowerCase();
  }
  return /^[\d.]+$/.test(part) ? part : (variables.get(part) ?? '');
}
