/** sed: s, d, p, q, a, i, c with addresses by number, `$`, and expression; -n, -e, -E, -i. */
import type { Steps } from '../task.ts';
import { expressionOf } from './grep.ts';
import { linesOf, options, pathOf, readInputs, type Tool } from './tool.ts';

type Address = number | '$' | RegExp;

interface Step {
  readonly from: Address | undefined;
  readonly to: Address | undefined;
  readonly negated: boolean;
  readonly name: string;
  readonly text: string;
  readonly pattern: RegExp | undefined;
  readonly flags: string;
  inRange: boolean;
}

/** Runs its script over the lines of its input. */
export function* sed(tool: Tool): Steps {
  const { given, words, has } = options(
    tool.args.filter((each) => each !== '-i'),
    ['e', 'f'],
  );
  const inPlace = tool.args.includes('-i');
  const [first = '', ...others] = words;
  const script = given.get('e') ?? first;
  const paths = given.has('e') ? words : others;
  const steps = parse(script, has('E') || has('r'));
  if (typeof steps === 'string') {
    tool.error.write(`sed: ${steps}\n`);
    return 1;
  }
  const { texts, failed } = yield* readInputs(tool, paths);
  if (inPlace)
    for (const { name, text } of texts)
      tool.host.files.write(pathOf(tool, name), edit(steps, linesOf(text), has('n')));
  else
    tool.output.write(
      edit(
        steps,
        texts.flatMap(({ text }) => linesOf(text)),
        has('n'),
      ),
    );
  return failed ? 1 : 0;
}

function edit(steps: readonly Step[], lines: readonly string[], quiet: boolean): string {
  const result: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    let line = lines[index] ?? '';
    const after: string[] = [];
    let deleted = false;
    let quits = false;
    for (const step of steps) {
      if (!applies(step, line, index + 1, lines.length)) continue;
      if (step.name === 's' && step.pattern !== undefined) {
        const changed = line.replace(step.pattern, (...match: unknown[]) => replacement(step.text, match.map(String)));
        if (changed !== line && step.flags.includes('p')) result.push(changed);
        line = changed;
      } else if (step.name === 'p') result.push(line);
      else if (step.name === 'i') result.push(step.text);
      else if (step.name === 'a') after.push(step.text);
      else if (step.name === '=') result.push(String(index + 1));
      else if (step.name === 'y')
        line = [...line].map((char) => step.flags[[...step.text].indexOf(char)] ?? char).join('');
      else if (step.name === 'c') {
        result.push(step.text);
        deleted = true;
      } else if (step.name === 'd') deleted = true;
      else if (step.name === 'q') quits = true;
      if (deleted || quits) break;
    }
    if (!deleted && !quiet) result.push(line);
    result.push(...after);
    if (quits) break;
  }
  return result.map((line) => `${line}\n`).join('');
}

function applies(step: Step, line: string, number: number, count: number): boolean {
  const at = (address: Address) =>
    address === '$' ? number === count : typeof address === 'number' ? number === address : address.test(line);
  let chosen = true;
  if (step.from !== undefined && step.to === undefined) chosen = at(step.from);
  else if (step.from !== undefined && step.to !== undefined) {
    if (step.inRange) {
      chosen = true;
      if (at(step.to) || (typeof step.to === 'number' && number >= step.to)) step.inRange = false;
    } else {
      chosen = at(step.from);
      step.inRange = chosen && !(typeof step.to === 'number' && number >= step.to);
    }
  }
  return chosen !== step.negated;
}

function replacement(text: string, match: readonly string[]): string {
  return text.replace(/\\(\d)|\\n|\\(.)|&/g, (whole, group?: string, other?: string) => {
    if (group !== undefined) return match[Number(group)] ?? '';
    if (whole === '&') return match[0] ?? '';
    return other ?? '\n';
  });
}

function parse(script: string, extended: boolean): Step[] | string {
  const steps: Step[] = [];
  let rest = script;
  while (rest.replace(/^[\s;]+/, '') !== '') {
    rest = rest.replace(/^[\s;]+/, '');
    const addresses: Address[] = [];
    for (let more = true; more; ) {
      const match = /^(?:(\d+)|(\$)|\/((?:[^/\\]|\\.)*)\/)/.exec(rest);
      if (match === null) break;
      addresses.push(
        match[1] !== undefined
          ? Number(match[1])
          : match[2] !== undefined
            ? '$'
            : expressionOf(match[3] ?? '', { extended }),
      );
      rest = rest.slice(match[0].length);
      more = rest.startsWith(',');
      if (more) rest = rest.slice(1);
    }
    rest = rest.trimStart();
    const negated = rest.startsWith('!');
    if (negated) rest = rest.slice(1).trimStart();
    const [from, to] = addresses;
    const name = rest[0] ?? '';
    const common = { from, to, negated, name, inRange: false };
    if (name === 's' || name === 'y') {
      const parts = delimited(rest.slice(1));
      if (parts === undefined) return `unmatched '${rest[1] ?? ''}'`;
      rest = rest.slice(1 + parts.length);
      const flags = /^[gipI0-9]*/.exec(rest)?.[0] ?? '';
      rest = rest.slice(flags.length);
      const source = expressionOf(parts.from, { extended, ignoreCase: /[iI]/.test(flags) });
      const pattern = new RegExp(source, source.flags + (flags.includes('g') ? 'g' : ''));
      if (name === 's') steps.push({ ...common, text: parts.to, pattern, flags });
      else steps.push({ ...common, text: parts.from, pattern: undefined, flags: parts.to });
    } else if ('aic'.includes(name) && name !== '') {
      const end = rest.indexOf('\n');
      const text = (end < 0 ? rest.slice(1) : rest.slice(1, end)).replace(/^\s*\\?\n?/, '');
      steps.push({ ...common, text, pattern: undefined, flags: '' });
      rest = end < 0 ? '' : rest.slice(end);
    } else if ('dpq='.includes(name) && name !== '') {
      steps.push({ ...common, text: '', pattern: undefined, flags: '' });
      rest = rest.slice(1);
    } else return `unsupported command ${name}`;
  }
  return steps;
}

/** `/a/b/` with any delimiter. */
function delimited(text: string): { readonly from: string; readonly to: string; readonly length: number } | undefined {
  const delimiter = text[0] ?? '';
  const parts = ['', ''];
  let part = 0;
  for (let at = 1; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '\\') {
      const next = text[at + 1] ?? '';
      parts[part] += next === delimiter ? next : char + next;
      at += 1;
    } else if (char === delimiter) {
      part += 1;
      if (part === 2) return { from: parts[0] ?? '', to: parts[1] ?? '', length: at + 1 };
    } else parts[part] += char;
  }
  return undefined;
}
