/** awk: patterns and actions over lines, with arrays and the usual functions; without functions of a program's own and redirections. */
import type { Steps } from '../../task.ts';
import { contentOf, eachLine, options, type Tool } from '../tool.ts';
import { parseAwk } from './parse.ts';
import { AwkRunner } from './run.ts';
import { AwkError } from './syntax.ts';

/** Runs the program named first, or that of `-f`, over the lines of its input. */
export function* awk(tool: Tool): Steps {
  try {
    return yield* run(tool);
  } catch (error) {
    if (!(error instanceof AwkError)) throw error;
    tool.error.write(`awk: ${error.message}\n`);
    return 2;
  }
}

function* run(tool: Tool): Steps {
  const { values, words } = options(tool.args, ['F', 'v', 'f']);
  const file = values.get('f')?.[0];
  const content = file === undefined ? { text: words[0] ?? '' } : contentOf(tool, file);
  if ('problem' in content) throw new AwkError(`can't open file ${file}: ${content.problem}`);
  const rules = parseAwk(content.text);
  const runner = new AwkRunner(rules, tool);
  for (const each of values.get('v') ?? []) {
    const at = each.indexOf('=');
    runner.memory.set(each.slice(0, Math.max(0, at)), { text: each.slice(at + 1) });
  }
  const separator = values.get('F')?.at(-1);
  if (separator !== undefined) runner.memory.set('FS', separator === 't' ? '\t' : separator.replaceAll('\\t', '\t'));
  for (const [name, value] of tool.environment()) runner.memory.setElement('ENVIRON', name, { text: value });
  let goesOn = runner.special('BEGIN');
  const paths = file === undefined ? words.slice(1) : words;
  if (goesOn && rules.some(({ when }) => when !== 'BEGIN')) {
    yield* eachLine(tool, paths, (line, name) => {
      runner.memory.set('FILENAME', name);
      goesOn = runner.line(line);
      return !goesOn || tool.output.broken;
    });
    runner.special('END');
  }
  return runner.exitCode;
}
