/** Programs that read text and write text. */

import type { Steps } from '../task.ts';
import { grep } from './grep.ts';
import { sort } from './sort.ts';
import { countOption, tail } from './tail.ts';
import {
  contentOf,
  eachLine,
  linesOf,
  options,
  type Program,
  pathOf,
  readInputs,
  type Tool,
  visitInput,
  visitPieces,
} from './tool.ts';

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
    if (!has('n')) tool.output.write(text);
    else
      for (const line of linesOf(text)) {
        number += 1;
        tool.output.write(`${String(number).padStart(6)}\t${line}\n`);
      }
    return tool.output.broken;
  };
  for (const word of words.length === 0 ? ['-'] : words) {
    if (word === '-' || word === '/dev/stdin') {
      yield* visitInput(tool, show);
      continue;
    }
    const content = contentOf(tool, word);
    if ('text' in content) yield* visitPieces(tool, content.text, show);
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

function* wc(tool: Tool): Steps {
  const { words, has } = options(tool.args);
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
  if (words.length === 0) {
    const counts = new WordCounts();
    yield* visitInput(tool, (piece) => counts.add(piece));
    show(counts.numbers(), '-');
    return 0;
  }
  const { texts, failed } = yield* readInputs(tool, words);
  for (const { name, text } of texts) {
    const counts = new WordCounts();
    yield* visitPieces(tool, text, (piece) => counts.add(piece));
    const numbers = counts.numbers();
    numbers.forEach((each, index) => {
      totals[index] = (totals[index] ?? 0) + each;
    });
    show(numbers, name);
  }
  if (texts.length > 1) show(totals, 'total');
  return failed ? 1 : 0;
}

/** Line ends, words and characters of a text that comes in pieces. */
class WordCounts {
  #lines = 0;
  #words = 0;
  #chars = 0;
  #isInWord = false;

  add(piece: string): void {
    this.#chars += piece.length;
    for (let at = 0; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at);
      const isBlank = code === 32 || (code >= 9 && code <= 13);
      if (code === 10) this.#lines += 1;
      if (!isBlank && !this.#isInWord) this.#words += 1;
      this.#isInWord = !isBlank;
    }
  }

  numbers(): readonly number[] {
    return [this.#lines, this.#words, this.#chars];
  }
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
  const squeezable = new Set(to);
  const complement = has('c') || has('C');
  const places = new Map(from.map((char, index) => [char, index] as const).reverse());
  const filler = to.at(-1);
  const isIn = (char: string) => places.has(char) !== complement;
  const squeezed = has('s') ? (words[1] === undefined ? isIn : (char: string) => squeezable.has(char)) : () => false;
  let last = '';
  yield* visitInput(tool, (chunk) => {
    tool.cpu.spend(2 * chunk.length);
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
    tool.cpu.spend(parts.length * (ranges.length + 2));
    tool.output.write(`${parts.filter((_, index) => isChosen(index)).join(byField ? separator : '')}\n`);
  });
  return fine ? 0 : 1;
}

function* tee(tool: Tool): Steps {
  const { words, has } = options(tool.args);
  const { files } = tool.host;
  const paths = words.map((word) => pathOf(tool, word));
  if (!has('a')) for (const path of paths) files.write(path, '');
  yield* visitInput(tool, (chunk) => {
    tool.output.write(chunk);
    for (const path of paths) files.write(path, (files.read(path) ?? '') + chunk);
  });
  return 0;
}

function* rev(tool: Tool): Steps {
  yield* eachLine(tool, tool.args, (line) => {
    tool.cpu.spend(2 * line.length);
    tool.output.write(`${[...line].reverse().join('')}\n`);
  });
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
  for (const { text } of texts) tool.cpu.spend(text.length);
  for (const line of texts.flatMap(({ text }) => linesOf(text)).reverse()) tool.output.write(`${line}\n`);
  return 0;
}
