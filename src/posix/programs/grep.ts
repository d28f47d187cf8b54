/** grep: -i -v -n -c -l -L -o -q -s -w -x -E -F -P -e -m -A -B -C -r -h -H. */
import type { Expression } from '../regexp/index.ts';
import type { Steps } from '../task.ts';
import { eachLine, type Options, options, pathOf, type Tool } from './tool.ts';

const USAGE =
  'BusyBox v1.36.1 multi-call binary.\n\nUsage: grep [-HhnlLoqvsrRiwFE] [-m N] [-A|B|C N] { PATTERN | -e PATTERN... } [FILE]...\n';
const LONG: Readonly<Record<string, string>> = {
  '--invert-match': '-v',
  '--ignore-case': '-i',
  '--count': '-c',
  '--quiet': '-q',
  '--line-number': '-n',
  '--only-matching': '-o',
  '--extended-regexp': '-E',
  '--fixed-strings': '-F',
};

/** Of a file or folder of a tree that is gone through. */
const visitSteps = 20;

/** Lines that an expression matches; 1 when there are none. */
export function* grep(tool: Tool): Steps {
  const args = tool.args.map((each) => LONG[each] ?? each);
  const parsed = options(args, ['e', 'm', 'A', 'B', 'C']);
  const { values, words, has } = parsed;
  const patterns = values.get('e') ?? words.slice(0, 1);
  if (patterns.length === 0) {
    tool.error.write(USAGE);
    return 2;
  }
  const paths = has('e') ? words : words.slice(1);
  const recursive = has('r') || has('R');
  const names = recursive ? filesBelow(tool, paths.length === 0 ? ['.'] : paths) : paths;
  const search = createSearch(tool, parsed, names.length > 1 || recursive);
  const expressions = patterns.flatMap((each) => each.split('\n')).map((each) => expressionOf(tool, parsed, each));
  const fine = yield* eachLine(tool, names, (line, name) => search.line(line, name, expressions));
  search.end();
  if (fine || (has('q') && search.found())) return search.found() ? 0 : 1;
  return 2;
}

function expressionOf(tool: Tool, { has }: Options, pattern: string): Expression {
  return tool.expressions.compile(pattern, {
    fixed: has('F') || tool.name.endsWith('fgrep'),
    extended: has('E') || has('P') || tool.name.endsWith('egrep'),
    word: has('w'),
    line: has('x'),
    ignoreCase: has('i'),
  });
}

interface Search {
  /** Whether no more lines are needed. */
  line(text: string, name: string, expressions: readonly Expression[]): boolean;
  end(): void;
  found(): boolean;
}

/** What is known of the file that is read. */
interface InFile {
  readonly name: string;
  number: number;
  count: number;
  /** The last line that was shown. */
  shown: number;
  /** Lines of context that are still to be shown. */
  due: number;
  /** Lines that come before one that is found. */
  held: string[];
}

function createSearch({ output }: Tool, { given, has }: Options, several: boolean): Search {
  const withName = (several || has('H')) && !has('h');
  const after = Number(given.get('A') ?? given.get('C') ?? 0);
  const before = Number(given.get('B') ?? given.get('C') ?? 0);
  const most = Number(given.get('m') ?? Number.POSITIVE_INFINITY);
  const listsFiles = has('l') || has('L');
  let total = 0;
  let file: InFile | undefined;

  function show(line: string, mark: string, number: number): void {
    if (file === undefined) return;
    if ((before > 0 || after > 0) && file.shown > 0 && number > file.shown + 1) output.write('--\n');
    file.shown = number;
    output.write(`${withName ? `${file.name}${mark}` : ''}${has('n') ? `${number}${mark}` : ''}${line}\n`);
  }
  function select(line: string, of: InFile, expressions: readonly Expression[]): void {
    of.held.splice(0).forEach((each, index, held) => show(each, '-', of.number - held.length + index));
    of.due = after;
    if (!has('o')) return show(line, ':', of.number);
    if (has('v')) return;
    for (const expression of expressions)
      for (const { from, to } of expression.all(line)) if (to > from) show(line.slice(from, to), ':', of.number);
  }
  function end(): void {
    if (file === undefined || has('q')) return;
    const shownName = file.name === '-' ? '(standard input)' : file.name;
    if (listsFiles) {
      if (file.count > 0 === has('l')) output.write(`${shownName}\n`);
    } else if (has('c')) output.write(`${withName ? `${shownName}:` : ''}${file.count}\n`);
  }
  return {
    line(text, name, expressions) {
      if (file?.name !== name) {
        end();
        file = { name, number: 0, count: 0, shown: 0, due: 0, held: [] };
      }
      file.number += 1;
      const selected = file.count < most && expressions.some((each) => each.test(text)) !== has('v');
      if (selected) {
        file.count += 1;
        total += 1;
        if (has('q')) return true;
        if (!listsFiles && !has('c')) select(text, file, expressions);
      } else if (file.due > 0) {
        file.due -= 1;
        show(text, '-', file.number);
      } else if (before > 0) file.held = [...file.held, text].slice(-before);
      return !several && file.count >= most && file.due === 0;
    },
    end() {
      // Without a line there is no file to speak of, but a count.
      file ??= { name: '-', number: 0, count: 0, shown: 0, due: 0, held: [] };
      end();
    },
    found: () => total > 0,
  };
}

function filesBelow(tool: Tool, paths: readonly string[]): string[] {
  const { files } = tool.host;
  return paths.flatMap((path) => {
    tool.cpu.spend(visitSteps);
    const names = files.list(pathOf(tool, path));
    return names === undefined
      ? [path]
      : filesBelow(
          tool,
          names.map((name) => `${path.replace(/\/$/, '')}/${name}`),
        );
  });
}
