/** Programs that read text and write text. */

import { readChunks, type Steps } from '../task.ts';
import { grep } from './grep.ts';
import { contentOf, eachLine, linesOf, options, type Program, pathOf, readInputs, type Tool } from './tool.ts';

/** As near to for ever as a program waits. */
const foreverMs = 1e12;

export const textPrograms: Readonly<Record<string, Program>> = {
  cat,
  head,
  tail,
  grep,
  egrep: grep,
  fgrep: grep,
  wc,
  sort,
  uniq,
  tr,
  cut,
  tee,
  rev,
  nl,
  tac,
};

function* cat(tool: Tool): Steps {
  const { words, has } = options(tool.args);
  let code = 0;
  let number = 0;
  const show = (text: string) => {
    if (!has('n')) return tool.output.write(text);
    for (const line of linesOf(text)) {
      number += 1;
      tool.output.write(`${String(number).padStart(6)}\t${line}\n`);
    }
  };
  for (const word of words.length === 0 ? ['-'] : words) {
    if (word === '-' || word === '/dev/stdin') {
      yield* readChunks(tool.input, (chunk) => {
        show(chunk);
        return tool.output.broken;
      });
      continue;
    }
    const content = contentOf(tool, word);
    if ('text' in content) show(content.text);
    else {
      code = 1;
      const folder = content.problem === 'Is a directory';
      tool.error.write(
        folder ? `cat: read error: ${content.problem}\n` : `cat: can't open '${word}': ${content.problem}\n`,
      );
    }
  }
  return code;
}

function countOption(tool: Tool): {
  readonly count: string;
  readonly words: readonly string[];
  readonly bytes: boolean;
} {
  const args = tool.args.map((each) => (/^-\d+$/.test(each) ? `-n${each.slice(1)}` : each));
  const { given, words } = options(args, ['n', 'c']);
  return { count: given.get('n') ?? given.get('c') ?? '10', words, bytes: given.has('c') };
}

function* head(tool: Tool): Steps {
  const { count, words, bytes } = countOption(tool);
  const most = Number(count);
  if (bytes) {
    const { texts, failed } = yield* readInputs(tool, words);
    for (const { text } of texts) tool.output.write(text.slice(0, most));
    return failed ? 1 : 0;
  }
  if (words.length > 1) {
    const { texts, failed } = yield* readInputs(tool, words);
    texts.forEach(({ name, text }, index) => {
      tool.output.write(`${index > 0 ? '\n' : ''}==> ${name} <==\n`);
      for (const line of linesOf(text).slice(0, most)) tool.output.write(`${line}\n`);
    });
    return failed ? 1 : 0;
  }
  if (most < 0) return yield* headWithout(tool, words, -most);
  let left = most;
  if (left === 0) return 0;
  const fine = yield* eachLine(tool, words, (line) => {
    tool.output.write(`${line}\n`);
    left -= 1;
    return left <= 0;
  });
  return fine ? 0 : 1;
}

/** `-n -2`: all lines but the last two. */
function* headWithout(tool: Tool, words: readonly string[], count: number): Steps {
  const held: string[] = [];
  const fine = yield* eachLine(tool, words, (line) => {
    held.push(line);
    if (held.length > count) tool.output.write(`${held.shift() ?? ''}\n`);
  });
  return fine ? 0 : 1;
}

function* tail(tool: Tool): Steps {
  const follows = tool.args.some((each) => /^-[a-z]*[fF]/.test(each));
  const { count, words, bytes } = countOption({ ...tool, args: tool.args.filter((each) => !/^-[fF]$/.test(each)) });
  const { texts, failed } = yield* readInputs(tool, words);
  const fromStart = count.startsWith('+');
  for (const { text } of texts) {
    const amount = Number(count.replace('+', ''));
    if (bytes) tool.output.write(fromStart ? text.slice(amount - 1) : text.slice(Math.max(0, text.length - amount)));
    else {
      const lines = linesOf(text);
      const shown = fromStart ? lines.slice(amount - 1) : lines.slice(Math.max(0, lines.length - amount));
      for (const line of shown) tool.output.write(`${line}\n`);
    }
  }
  const [path] = words;
  if (!follows || path === undefined) return failed ? 1 : 0;
  return yield* followFile(tool, pathOf(tool, path));
}

/** Looks at a file once a second, as busybox does; at one that can't grow, never. */
function* followFile(tool: Tool, path: string): Steps {
  const { files } = tool.host;
  let seen = files.read(path)?.length ?? 0;
  if (path === '/dev/null') yield foreverMs;
  const { state } = tool.shell;
  state.loops.running += 1;
  try {
    while (!tool.output.broken) {
      yield 1000;
      const content = files.read(path);
      if (content === undefined) continue;
      if (content.length < seen) seen = 0;
      if (content.length > seen) tool.output.write(content.slice(seen));
      seen = content.length;
    }
  } finally {
    state.loops.running -= 1;
  }
  return 0;
}

function* wc(tool: Tool): Steps {
  const { words, has } = options(tool.args);
  const { texts, failed } = yield* readInputs(tool, words);
  const totals = [0, 0, 0];
  const all = !has('l') && !has('w') && !has('c') && !has('m');
  const show = (numbers: readonly number[], name: string) => {
    const shown = [has('l') || all, has('w') || all, has('c') || has('m') || all].flatMap((each, index) =>
      each ? [numbers[index] ?? 0] : [],
    );
    const single = shown.length === 1 && name === '-';
    const text = single
      ? String(shown[0])
      : shown.map((each) => String(each).padStart(shown.length === 1 ? 0 : 9)).join(' ');
    tool.output.write(`${text}${name === '-' ? '' : ` ${name}`}\n`);
  };
  for (const { name, text } of texts) {
    const numbers = countsOf(text);
    numbers.forEach((each, index) => {
      totals[index] = (totals[index] ?? 0) + each;
    });
    show(numbers, name);
  }
  if (texts.length > 1) show(totals, 'total');
  return failed ? 1 : 0;
}

/** Line ends, words, characters. */
function countsOf(text: string): readonly number[] {
  let [lines, words] = [0, 0];
  let inWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isBlank = code === 32 || (code >= 9 && code <= 13);
    if (code === 10) lines += 1;
    if (!isBlank && !inWord) words += 1;
    inWord = !isBlank;
  }
  return [lines, words, text.length];
}

function* sort(tool: Tool): Steps {
  const { words, has, given } = options(tool.args, ['k', 't']);
  const { texts, failed } = yield* readInputs(tool, words);
  let lines = texts.flatMap(({ text }) => linesOf(text));
  const [from = 0, to = 0] = (given.get('k') ?? '').split(',').map((each) => Number.parseInt(each, 10) || 0);
  const numeric = has('n') || /n/.test(given.get('k') ?? '');
  const separator = given.get('t') ?? /\s+/;
  const key = (line: string) =>
    from === 0
      ? line
      : line
          .trim()
          .split(separator)
          .slice(from - 1, to === 0 ? undefined : to)
          .join(' ');
  const compare = (a: string, b: string) => {
    const [x, y] = [key(a), key(b)];
    const difference = numeric ? (Number.parseFloat(x) || 0) - (Number.parseFloat(y) || 0) : 0;
    return difference || (x < y ? -1 : x > y ? 1 : 0) || (a < b ? -1 : a > b ? 1 : 0);
  };
  lines.sort(has('r') ? (a, b) => compare(b, a) : compare);
  if (has('u')) lines = lines.filter((line, index) => index === 0 || key(line) !== key(lines[index - 1] ?? ''));
  for (const line of lines) tool.output.write(`${line}\n`);
  return failed ? 1 : 0;
}

function* uniq(tool: Tool): Steps {
  const { words, has } = options(tool.args);
  let last: string | undefined;
  let count = 0;
  const flush = () => {
    if (last === undefined || (has('d') && count < 2) || (has('u') && count > 1)) return;
    tool.output.write(has('c') ? `${String(count).padStart(7)} ${last}\n` : `${last}\n`);
  };
  yield* eachLine(tool, words, (line) => {
    if (line === last) {
      count += 1;
      return;
    }
    flush();
    last = line;
    count = 1;
  });
  flush();
  return 0;
}

function* tr(tool: Tool): Steps {
  const { words, has } = options(tool.args);
  const from = charsOf(words[0] ?? '');
  const to = charsOf(words[1] ?? '');
  const complement = has('c') || has('C');
  const places = new Map(from.map((char, index) => [char, index] as const).reverse());
  const filler = to.at(-1);
  const isIn = (char: string) => places.has(char) !== complement;
  const squeezed = has('s') ? (words[1] === undefined ? isIn : (char: string) => to.includes(char)) : () => false;
  let last = '';
  yield* readChunks(tool.input, (chunk) => {
    let text = '';
    for (const char of chunk) {
      if (has('d') && isIn(char)) continue;
      const mapped =
        !has('d') && words[1] !== undefined && isIn(char)
          ? complement
            ? to.at(-1)
            : (to[places.get(char) ?? 0] ?? filler)
          : char;
      const next = mapped ?? char;
      if (next === last && squeezed(next)) continue;
      last = next;
      text += next;
    }
    tool.output.write(text);
    return tool.output.broken;
  });
  return 0;
}

function charsOf(set: string): string[] {
  const named = set
    .replace(
      /\[:(\w+):\]/g,
      (_, name: string) =>
        ({ upper: 'A-Z', lower: 'a-z', digit: '0-9', alpha: 'a-zA-Z', alnum: 'a-zA-Z0-9', space: ' \\t\\n\\r' })[
          name
        ] ?? '',
    )
    .replace(
      /\\([nrt0\\])/g,
      (_, letter: string) => ({ n: '\n', r: '\r', t: '\t', '0': '\0', '\\': '\\' })[letter] ?? '',
    );
  const result: string[] = [];
  for (let at = 0; at < named.length; at += 1) {
    const last = named[at + 2];
    if (named[at + 1] === '-' && last !== undefined) {
      for (let code = named.charCodeAt(at); code <= last.charCodeAt(0); code += 1)
        result.push(String.fromCharCode(code));
      at += 2;
    } else result.push(named[at] ?? '');
  }
  return result;
}

function* cut(tool: Tool): Steps {
  const { words, given, has } = options(tool.args, ['d', 'f', 'c', 'b']);
  const separator = given.get('d') ?? '\t';
  const ranges = (given.get('f') ?? given.get('c') ?? given.get('b') ?? '').split(',').map((each) => {
    const [first = '', last] = each.split('-');
    return {
      first: Number(first || 1),
      last: last === undefined ? Number(first) : Number(last || Number.POSITIVE_INFINITY),
    };
  });
  const isChosen = (index: number) => ranges.some(({ first, last }) => index + 1 >= first && index + 1 <= last);
  const byField = given.has('f');
  const fine = yield* eachLine(tool, words, (line) => {
    if (byField && !line.includes(separator)) {
      if (!has('s')) tool.output.write(`${line}\n`);
      return;
    }
    const parts = byField ? line.split(separator) : [...line];
    tool.output.write(`${parts.filter((_, index) => isChosen(index)).join(byField ? separator : '')}\n`);
  });
  return fine ? 0 : 1;
}

function* tee(tool: Tool): Steps {
  const { words, has } = options(tool.args);
  const { files } = tool.host;
  const paths = words.map((word) => pathOf(tool, word));
  if (!has('a')) for (const path of paths) files.write(path, '');
  yield* readChunks(tool.input, (chunk) => {
    tool.output.write(chunk);
    for (const path of paths) files.write(path, (files.read(path) ?? '') + chunk);
  });
  return 0;
}

function* rev(tool: Tool): Steps {
  yield* eachLine(tool, tool.args, (line) => tool.output.write(`${[...line].reverse().join('')}\n`));
  return 0;
}

function* nl(tool: Tool): Steps {
  let number = 0;
  yield* eachLine(tool, tool.args, (line) => {
    number += 1;
    tool.output.write(`${String(number).padStart(6)}\t${line}\n`);
  });
  return 0;
}

function* tac(tool: Tool): Steps {
  const { texts } = yield* readInputs(tool, tool.args);
  for (const line of texts.flatMap(({ text }) => linesOf(text)).reverse()) tool.output.write(`${line}\n`);
  return 0;
}
