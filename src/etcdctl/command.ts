/** What a command is: one folder under commands/ exports one of these, commands/registry.ts lists it. */
import type { Flag, Flags } from '../kubectl/flags.ts';
import type { Client } from './client.ts';
import type { Printer } from './printers/printer.ts';
import type { Io } from './types.ts';

export interface Command {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** One line for the list of commands. */
  readonly short: string;
  /** After `etcdctl`: `get [options] <key> [range_end]`. */
  readonly usage: string;
  /** Lines below DESCRIPTION. */
  readonly long?: readonly string[];
  readonly flags?: readonly Flag[];
  /** `lease grant`. */
  readonly children?: readonly Command[];
  /** Resolves with the exit code (0 when void); throws CommandError or RpcError. Absent: only children do something. */
  run?(context: Context): Promise<number | void>;
}

export interface Context {
  readonly io: Io;
  readonly client: Client;
  readonly flags: Flags;
  /** Words that are no flags. */
  readonly args: readonly string[];
  /** How many of them stood before `--`; -1 without one. */
  readonly dash: number;
  /** What --write-out asks for; made when first used, since a wrong one is refused only then. */
  readonly print: Printer;
  /** --command-timeout, milliseconds. */
  readonly timeoutMs: number;
  /** `etcdctl` or `etcdutl`. */
  readonly program: string;
}

const ignored = (name: string, type: Flag['type'], help: string, fallback?: string): Flag => ({
  name,
  type,
  help,
  ...(fallback !== undefined && { default: fallback }),
});

/** Flags of every command. What concerns TLS and passwords is taken and not used. */
export const globalFlags: readonly Flag[] = [
  ignored('cacert', 'string', 'verify certificates of TLS-enabled secure servers using this CA bundle'),
  ignored('cert', 'string', 'identify secure client using this TLS certificate file'),
  {
    name: 'command-timeout',
    type: 'duration',
    default: '5s',
    help: 'timeout for short running command (excluding dial timeout)',
  },
  ignored('debug', 'bool', 'enable client-side debug logging'),
  ignored('dial-timeout', 'duration', 'dial timeout for client connections', '2s'),
  { name: 'endpoints', type: 'list', default: '127.0.0.1:2379', help: 'gRPC endpoints' },
  { name: 'hex', type: 'bool', help: 'print byte strings as hex encoded strings' },
  ignored('insecure-skip-tls-verify', 'bool', 'skip server certificate verification (CAUTION: this option should be enabled only for testing purposes)'),
  ignored('insecure-transport', 'bool', 'disable transport security for client connections', 'true'),
  ignored('keepalive-time', 'duration', 'keepalive time for client connections', '2s'),
  ignored('keepalive-timeout', 'duration', 'keepalive timeout for client connections', '6s'),
  ignored('key', 'string', 'identify secure client using this TLS key file'),
  ignored('password', 'string', "password for authentication (if this option is used, --user option shouldn't include password)"),
  ignored('user', 'string', 'username[:password] for authentication (prompt if password is not supplied)'),
  {
    name: 'write-out',
    short: 'w',
    type: 'string',
    default: 'simple',
    help: 'set the output format (fields, json, protobuf, simple, table)',
  },
];

/** `-h`, which belongs to each command. */
export const helpFlag = (name: string): Flag => ({ name: 'help', short: 'h', type: 'bool', help: `help for ${name}` });
