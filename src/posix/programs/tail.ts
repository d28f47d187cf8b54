/** tail: -n, -c, -f. */
import type { Steps } from '../task.ts';
import { eachLine, options, pathOf, readInputs, type Tool } from './tool.ts';

/** As near to for ever as a program waits. */
const foreverMs = 1e12;

/** `-5`, `-n 5`, `-c 5` of `head` and `tail`. */
export function countOption(tool: Tool): {
  readonly count: string;
  readonly words: readonly string[];
  readonly bytes: boolean;
} {
  const args = tool.args.map((each) => (/^-\d+$/.test(each) ? `-n${each.slice(1)}` : each));
  const { given, words } = options(args, ['n', 'c']);
  return { count: given.get('n') ?? given.get('c') ?? '10', words, bytes: given.has('c') };
}

export function* tail(tool: Tool): Steps {
  const follows = tool.args.some((each) => /^-[a-z]*[fF]/.test(each));
  const { count, words, bytes } = countOption({ ...tool, args: tool.args.filter((each) => !/^-[fF]$/.test(each)) });
  const fromStart = count.startsWith('+');
  const amount = Number(count.replace('+', ''));
  let fine = true;
  if (!bytes) fine = yield* fromStart ? linesFrom(tool, words, amount) : lastLines(tool, words, amount);
  else {
    const { texts, failed } = yield* readInputs(tool, words);
    for (const { text } of texts)
      tool.output.write(text.slice(fromStart ? Math.max(0, amount - 1) : Math.max(0, text.length - amount)));
    fine = !failed;
  }
  const [path] = words;
  if (!follows || path === undefined) return fine ? 0 : 1;
  return yield* followFile(tool, pathOf(tool, path));
}

/** `-n +3`: all lines from the third on, of each file. */
function linesFrom(tool: Tool, words: readonly string[], first: number): Steps<boolean> {
  let file: string | undefined;
  let number = 0;
  return eachLine(tool, words, (line, name) => {
    number = name === file ? number + 1 : 1;
    file = name;
    if (number >= first) tool.output.write(`${line}\n`);
  });
}

/** The last lines of each file; no more of them are kept. */
function* lastLines(tool: Tool, words: readonly string[], count: number): Steps<boolean> {
  let file: string | undefined;
  let held: string[] = [];
  const show = () => {
    for (const line of count > 0 ? held.slice(-count) : []) tool.output.write(`${line}\n`);
    held = [];
  };
  const fine = yield* eachLine(tool, words, (line, name) => {
    if (file !== undefined && name !== file) show();
    file = name;
    held.push(line);
    // Cut off now and then, so that a line costs the same however many are kept.
    if (held.length > 2 * count + heldAtLeast) held = held.slice(-count - 1);
  });
  show();
  return fine;
}

const heldAtLeast = 100;

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
