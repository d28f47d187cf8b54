/** What a database of texts by key answers to commands. Of Redis' types there is the string, without an end of its life. */
import { OK, type Reply } from './resp.ts';

export type Data = Map<string, string>;

interface Command {
  /** Fewest words behind its name. */
  readonly least: number;
  readonly writes?: true;
  run(data: Data, args: readonly string[]): Reply;
}

const commands: Readonly<Record<string, Command>> = {
  ping: { least: 0, run: (_, [text]) => text ?? { status: 'PONG' } },
  echo: { least: 1, run: (_, [text]) => text },
  command: { least: 0, run: () => [] },
  select: { least: 1, run: () => OK },
  get: { least: 1, run: (data, [key = '']) => data.get(key) },
  mget: { least: 1, run: (data, keys) => keys.map((key) => data.get(key)) },
  exists: { least: 1, run: (data, keys) => keys.filter((key) => data.has(key)).length },
  strlen: { least: 1, run: (data, [key = '']) => data.get(key)?.length ?? 0 },
  keys: { least: 1, run: (data, [pattern = '']) => [...data.keys()].filter((key) => isLike(key, pattern)) },
  dbsize: { least: 0, run: ({ size }) => size },
  set: {
    least: 2,
    writes: true,
    run(data, [key = '', value = '']) {
      data.set(key, value);
      return OK;
    },
  },
  append: {
    least: 2,
    writes: true,
    run(data, [key = '', more = '']) {
      const value = `${data.get(key) ?? ''}${more}`;
      data.set(key, value);
      return value.length;
    },
  },
  incr: {
    least: 1,
    writes: true,
    run(data, [key = '']) {
      const value = Number(data.get(key) ?? 0) + 1;
      if (!Number.isSafeInteger(value)) return { error: 'ERR value is not an integer or out of range' };
      data.set(key, String(value));
      return value;
    },
  },
  del: { least: 1, writes: true, run: (data, keys) => keys.filter((key) => data.delete(key)).length },
  flushall: {
    least: 0,
    writes: true,
    run(data) {
      data.clear();
      return OK;
    },
  },
};

const commandOf = (name: string): Command | undefined => (Object.hasOwn(commands, name) ? commands[name] : undefined);

/** Whether a command of this name changes data. */
export const isWrite = (name: string): boolean => commandOf(name)?.writes === true;

/** Carries out one command. */
export function runCommand(data: Data, name: string, args: readonly string[]): Reply {
  const command = commandOf(name);
  if (command === undefined) return { error: `ERR unknown command '${name}', with args beginning with: ${args.map((arg) => `'${arg}' `).join('')}` };
  if (args.length < command.least) return { error: `ERR wrong number of arguments for '${name}' command` };
  return command.run(data, args);
}

/** `*` stands for any text, `?` for one character. */
function isLike(key: string, pattern: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  const fits = (text: string, part: string): boolean => text.length === part.length && [...part].every((char, at) => char === '?' || char === text[at]);
  if (parts.length === 0) return fits(key, first);
  if (!fits(key.slice(0, first.length), first)) return false;
  let at = first.length;
  const last = parts.pop() ?? '';
  for (const part of parts) {
    while (at + part.length <= key.length && !fits(key.slice(at, at + part.length), part)) at += 1;
    at += part.length;
  }
  return at + last.length <= key.length && fits(key.slice(key.length - last.length), last);
}
