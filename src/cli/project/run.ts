/** A downloaded workspace, run by plain Node: the session is replayed with the files as they now stand, and what it prints is printed. */
import { readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { parseLog } from '../../session/parse-log.ts';
import { type Descriptions, sessionParts } from '../../session/parts.ts';
import { openSession } from '../../session/session.ts';
import type { Input, Output, Problem, SessionLog } from '../../session/types.ts';

export interface ProjectOptions {
  /** The folder with `session.json` and `files/`. */
  readonly folder: string;
  /** A line for the shell, to be run when everything has been replayed; absent: everything is printed. */
  readonly command?: string;
  readonly descriptions: Descriptions;
  print(text: string): void;
}

/** The exit code of the command, or 0. */
export async function runProject({ folder, command, descriptions, print }: ProjectOptions): Promise<number> {
  const log = withFiles(parseLog(JSON.parse(readFileSync(join(folder, 'session.json'), 'utf8'))), (path) => read(folder, path));
  const loud = command === undefined;
  const parts = sessionParts(nodePlatform(), descriptions);
  const replaying = (index: number): void => {
    const input = log.inputs[index];
    if (loud && input !== undefined) print(headline(input));
  };
  const { session } = await openSession(log, { ...parts, replaying }, (event) => {
    if (event.type === 'output' && loud) print(textOf(event.output));
    if (event.type === 'problem') print(`${event.controller}: ${problemText(event.problem)}`);
    if (event.type === 'log' && loud) print(`${event.controller}: ${event.text}\n`);
  });
  if (command === undefined) {
    const { t, revision } = session.now();
    print(`\nt = ${seconds(t)}, revision ${revision}, history ${session.historyHash()}\n`);
    session.close();
    return 0;
  }
  const { outputs, exitCode } = await session.run({ type: 'command', text: command });
  for (const output of outputs) print(textOf(output));
  session.close();
  return exitCode;
}

/** The last text of each file is the one in the folder; what it was before stays as it was. */
function withFiles(log: SessionLog, disk: (path: string) => string | undefined): SessionLog {
  const lastEdit = new Map<string, number>();
  for (const [index, input] of log.inputs.entries()) if (input.type === 'edit') lastEdit.set(input.path, index);
  const files = Object.entries(log.files).map(([path, text]) => [path, lastEdit.has(path) ? text : (disk(path) ?? text)] as const);
  const inputs = log.inputs.map((input, index): Input => {
    if (input.type !== 'edit' || input.text === null || lastEdit.get(input.path) !== index) return input;
    return { ...input, text: disk(input.path) ?? input.text };
  });
  return { ...log, files: Object.fromEntries(files), inputs };
}

/** Undefined: it isn't there, or would lie outside the folder. */
function read(folder: string, path: string): string | undefined {
  const inside = resolve(folder, 'files');
  const file = resolve(inside, path);
  if (!file.startsWith(inside + sep)) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function headline(input: Input): string {
  const at = `\nt = ${seconds(input.at)}  `;
  switch (input.type) {
    case 'command':
      return `${at}$ ${input.text.trim().replaceAll('\n', '\n                ')}\n`;
    case 'manifest':
      return `${at}kubectl apply -f ${input.path}\n`;
    case 'script':
      return `${at}a script\n`;
    case 'edit':
      return `${at}${input.text === null ? 'removes' : 'writes'} ${input.path}\n`;
    case 'swap':
      return `${at}${input.entry} runs as the ${input.controller} controller\n`;
    case 'unswap':
      return `${at}the built-in ${input.controller} controller runs again\n`;
    case 'advance':
      return `${at}time passes until ${seconds(input.to)}\n`;
    default:
      return `${at}${input.type}\n`;
  }
}

function textOf(output: Output): string {
  if ('text' in output && typeof output.text === 'string') return output.text;
  return output.type === 'error' ? problemText(output) : '';
}

function problemText({ title, file, line, hint }: Problem): string {
  const place = line === undefined ? '' : ` (${file ?? 'line '}${file === undefined ? '' : ':'}${line})`;
  return `${title}${place}${hint === '' ? '' : `. ${hint}`}\n`;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(3)} s`;
