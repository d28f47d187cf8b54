/** `--raw`: a path of the server's, requested as it is. */
import type { Json, Method } from '../../engine/index.ts';
import type { Context } from '../command.ts';
import { CliError, messageOf } from '../errors.ts';

/** Requests the path of --raw and prints the answer. `content`: the body, as a file says it. */
export async function requestRaw(context: Context, method: Method, content?: string): Promise<void> {
  const raw = context.flags.string('raw');
  const at = raw.indexOf('?');
  const path = at < 0 ? raw : raw.slice(0, at);
  const query = at < 0 ? {} : queryOf(raw.slice(at + 1));
  if (method === 'GET' && isFollowed(query)) return follow(context, path, query);
  const body = content === undefined ? {} : { body: parsed(content) };
  context.io.stdout(printed(path, await context.api.request(method, path, { query, ...body })));
}

/** A watch, or a log that goes on: what comes is printed as it comes, until the server ends it. */
const isFollowed = ({ watch, follow: log }: Query): boolean => [watch, log].some((value) => value === 'true' || value === '1');

async function follow({ io, api }: Context, path: string, query: Query): Promise<void> {
  const stream = await api.open(path, { query });
  io.listens?.();
  for (let chunk = await stream.next(); chunk !== undefined; chunk = await stream.next()) io.stdout(printed(path, chunk));
}

/** The text of the file of -f, or standard input. */
export function rawFile({ io }: Context, name: string): string {
  if (name === '-') return io.stdin();
  const content = io.readFile(name.replace(/^(?:\.\/)+/, ''));
  if (content === undefined) throw new CliError(`open ${name}: no such file or directory`);
  return content;
}

function printed(path: string, body: Json): string {
  if (typeof body === 'string') return body;
  // The server lays this one out for people.
  return path === '/version' ? JSON.stringify(body, undefined, 2) : `${JSON.stringify(body)}\n`;
}

function parsed(content: string): Json {
  try {
    const value: Json = JSON.parse(content);
    return value;
  } catch (error) {
    throw new CliError(`the body of a raw request must be JSON: ${messageOf(error)}`);
  }
}

type Query = Readonly<Record<string, string>>;

function queryOf(text: string): Query {
  const query: Record<string, string> = {};
  for (const part of text.split('&')) {
    const equals = part.indexOf('=');
    const [name, value] = equals < 0 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)];
    if (name !== '') query[decode(name)] = decode(value);
  }
  return query;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new CliError(`invalid URL escape in ${JSON.stringify(text)}`);
  }
}
