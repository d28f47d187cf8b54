/** The usage of a command, as etcdctl lays it out: sections, and columns filled with tabs (pkg/cobrautl/help.go). */
import { aloneValue, type Flag } from '../kubectl/flags.ts';
import { type Command, globalFlags, helpFlag } from './command.ts';

/** Version of the client whose words these are. */
export const clientVersion = '3.5.21';
export const apiVersion = '3.5';

/** Help of one command; `path` is its name without the program's. */
export function usageOf(program: string, path: string, command: Command): string {
  const own = [...(command.flags ?? []), helpFlag(command.name)].sort((a, b) => (a.name < b.name ? -1 : 1));
  const children = command.children ?? [];
  return [
    `NAME:\n\t${path} - ${command.short.replace(/\. Use .*/, '')}\n`,
    `USAGE:\n\t${program} ${command.usage} [flags]\n`,
    ...(children.length > 0 ? [`API VERSION:\n\t${apiVersion}\n\n`, `COMMANDS:\n${commandList(children)}`] : []),
    ...(command.long === undefined ? [] : [`DESCRIPTION:\n${command.long.map((line) => `\t${line}\n`).join('')}`]),
    `OPTIONS:\n${flagList(own)}`,
    `GLOBAL OPTIONS:\n${flagList(globalFlags)}\n`,
  ].join('\n');
}

/** Help of the program itself. */
export function overview(program: string, about: string, commands: readonly Command[]): string {
  const all = commands.flatMap((command) =>
    command.run === undefined
      ? (command.children ?? []).map((child) => ({ ...child, name: `${command.name} ${child.name}` }))
      : [command],
  );
  const help = { name: 'help', short: 'Help about any command', usage: '' };
  const flags = [...globalFlags, helpFlag(program)].sort((a, b) => (a.name < b.name ? -1 : 1));
  return [
    `NAME:\n\t${program} - ${about}\n`,
    `USAGE:\n\t${program} [flags]\n`,
    `VERSION:\n\t${clientVersion}\n`,
    `API VERSION:\n\t${apiVersion}\n\n`,
    `COMMANDS:\n${commandList([...all, help].sort((a, b) => (a.name < b.name ? -1 : 1)))}`,
    `OPTIONS:\n${flagList(flags)}\n`,
  ].join('\n');
}

function commandList(commands: readonly Pick<Command, 'name' | 'short'>[]): string {
  return columns(commands.map(({ name, short }) => [name, short.replace(/\. Use .*/, '')]), '\t', 0);
}

function flagList(flags: readonly Flag[]): string {
  const rows = flags.map((flag) => {
    const value = flag.default ?? (flag.type === 'bool' ? 'false' : flag.type === 'int' ? '0' : '');
    const shown = flag.type === 'string' ? JSON.stringify(value) : flag.type === 'list' ? `[${value}]` : value;
    const named = `${flag.short === undefined ? '      ' : `  -${flag.short}, `}--${flag.name}`;
    return [`${named}${aloneValue(flag) === undefined ? `=${shown}` : `[=${shown}]`}`, flag.help] as const;
  });
  return columns(rows, '', 0);
}

const tab = 8;

function columns(rows: readonly (readonly [string, string] | readonly string[])[], indent: string, least: number): string {
  const longest = Math.max(least, ...rows.map(([first = '']) => first.length));
  const width = Math.ceil((longest + 1) / tab) * tab;
  return rows
    .map(([first = '', second = '']) => `${indent}${first}${'\t'.repeat(Math.ceil((width - first.length) / tab))}${second}\n`)
    .join('');
}
