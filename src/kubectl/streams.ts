/** Programs in containers as kubectl talks to them: input, output, and how they ended. */
import { fromUtf8, type JsonObject, utf8 } from '../engine/index.ts';
import type { Context } from './command.ts';
import { CliError, Exit } from './errors.ts';
import { objects, text } from './json.ts';

export interface Talk {
  /** Of the subresource: `…/pods/web/exec`. */
  readonly path: string;
  readonly command?: readonly string[];
  readonly container: string;
  readonly tty: boolean;
  /** Bytes as text, a character each; undefined: no standard input. `terminal`: as it is typed. */
  readonly input: string | 'terminal' | undefined;
  /** Gets bytes as text. */
  output(bytes: string): void;
  error(bytes: string): void;
}

/** Resolves when the program has ended well; rejects with its exit code otherwise. */
export async function talk(context: Context, options: Talk): Promise<void> {
  const { api, io } = context;
  const { command = [], container, tty, input } = options;
  let status = '';
  let ended = (): void => {};
  const over = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const query = {
    container,
    ...(command[0] === undefined ? {} : { command: command[0] }),
    stdin: input === undefined ? undefined : 'true',
    stdout: 'true',
    stderr: tty ? undefined : 'true',
    tty: tty ? 'true' : undefined,
  };
  const repeated = { command };
  const server = await api.stream(
    options.path,
    { query, repeated },
    {
      write(channel, bytes) {
        const piece = byteText(bytes);
        if (channel === 1) options.output(piece);
        else if (channel === 2) options.error(piece);
        else if (channel === 3) status += piece;
      },
      close() {},
      end: ended,
    },
  );
  let forget = (): void => {};
  if (input === 'terminal') {
    io.listens?.();
    const { terminal } = io;
    if (terminal !== undefined) {
      const tellSize = (): void =>
        server.write(4, asBytes(`${JSON.stringify({ Width: terminal.columns, Height: terminal.rows })}\n`));
      tellSize();
      const deaf = terminal.onInput((typed) => server.write(0, asBytes(utf8(typed))));
      const blind = terminal.onResize?.(tellSize);
      forget = () => {
        deaf();
        blind?.();
      };
    }
  } else if (input !== undefined) {
    if (input !== '') server.write(0, asBytes(input));
    server.close(0);
  }
  await over;
  forget();
  finish(status);
}

/** What the program's end means for the command's. */
function finish(status: string): void {
  if (status === '') return;
  const parsed: unknown = JSON.parse(status);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return;
  const answer: JsonObject = { ...parsed };
  if (text(answer, 'status') !== 'Failure') return;
  if (text(answer, 'reason') !== 'NonZeroExitCode') throw new CliError(text(answer, 'message'));
  const cause = objects(answer, 'details', 'causes').find((each) => text(each, 'reason') === 'ExitCode');
  throw new ExitCode(Number(text(cause, 'message')) || 1);
}

/** A program that ended with another code than 0. */
export class ExitCode extends Exit {}

export function byteText(bytes: Uint8Array): string {
  let result = '';
  for (let at = 0; at < bytes.length; at += 4096) result += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return result;
}

export function asBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

/** For people; what is no UTF-8 is shown byte by byte. */
export function shown(bytes: string): string {
  return fromUtf8(bytes) ?? bytes;
}

/** The container meant, as `exec` and `attach` choose it; says which of several it took. */
export function chooseContainer(context: Context, pod: JsonObject, asked: string): string {
  const names = (field: string): readonly string[] => objects(pod, 'spec', field).map((each) => text(each, 'name'));
  const [main, inits, ephemeral] = [names('containers'), names('initContainers'), names('ephemeralContainers')];
  if (asked !== '') return asked;
  const annotated = text(pod, 'metadata', 'annotations', 'kubectl.kubernetes.io/default-container');
  if (annotated !== '' && main.includes(annotated)) return annotated;
  const [first = ''] = main;
  const all = [...main, ...ephemeral.map((name) => `${name} (ephem)`), ...inits.map((name) => `${name} (init)`)];
  if (all.length > 1 && !context.flags.bool('quiet')) {
    context.io.stderr(`Defaulted container "${first}" out of: ${all.join(', ')}\n`);
  }
  return first;
}
