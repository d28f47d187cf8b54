/** curl in the session's shell: it reaches the ports that `kubectl port-forward` opened, over HTTP. */
import { fromUtf8, utf8 } from '../../engine/index.ts';
import type { Dial } from '../../kubectl/types.ts';
import type { Command, Process } from '../types.ts';

const WITH_VALUE = new Map([
  ['-X', 'request'],
  ['-d', 'data'],
  ['-H', 'header'],
  ['-o', 'output'],
  ['-w', 'write-out'],
  ['-m', 'max-time'],
  ...['request', 'data', 'header', 'output', 'write-out', 'max-time'].map((name) => [`--${name}`, name] as const),
]);
const SWITCHES = new Map([
  ['s', 'silent'],
  ['S', 'show-error'],
  ['i', 'include'],
  ['I', 'head'],
  ['f', 'fail'],
  ['L', 'location'],
  ['k', 'insecure'],
]);

interface Request {
  readonly url: string;
  readonly set: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, readonly string[]>;
}

interface Answer {
  readonly code: number;
  /** Status line and headers, as they came. */
  readonly head: string;
  readonly body: string;
}

export const curl: Command = async (args, process) => {
  const request = read(args);
  if (typeof request === 'string') {
    process.stderr(`curl: ${request}\ncurl: try 'curl --help' for more information\n`);
    return 2;
  }
  const quiet = request.set.has('silent') && !request.set.has('show-error');
  const fail = (code: number, message: string): number => {
    if (!quiet) process.stderr(`curl: (${code}) ${message}\n`);
    return code;
  };
  const found = /^(?:http:\/\/)?(\[::1\]|[^/:]+)(?::(\d+))?(\/.*)?$/.exec(request.url);
  if (found === null) return fail(1, `Protocol "${request.url.replace(/:.*/s, '')}" not supported`);
  const [, host = '', portText = '80', path = '/'] = found;
  if (!/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(host)) return fail(6, `Could not resolve host: ${host}`);
  const dial = process.ports.at(Number(portText));
  if (dial === undefined)
    return fail(7, `Failed to connect to ${host} port ${portText} after 0 ms: Could not connect to server`);
  const answer = await ask(dial, requestText(request, host, portText, path), request, process);
  if (answer === 'interrupted') return 130;
  if (answer === undefined) return fail(52, 'Empty reply from server');
  if (request.set.has('fail') && answer.code >= 400)
    return fail(22, `The requested URL returned error: ${answer.code}`);
  show(process, request, answer);
  return 0;
};

function read(args: readonly string[]): Request | string {
  const set = new Set<string>();
  const values = new Map<string, string[]>();
  let url: string | undefined;
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    const name = WITH_VALUE.get(word);
    if (name !== undefined) {
      at += 1;
      const value = args[at];
      if (value === undefined) return `option ${word}: requires parameter`;
      values.set(name, [...(values.get(name) ?? []), value]);
    } else if (word.startsWith('--')) set.add(word.slice(2));
    else if (word.startsWith('-') && word.length > 1) {
      for (const letter of word.slice(1)) {
        const known = SWITCHES.get(letter);
        if (known === undefined) return `option -${letter}: is unknown`;
        set.add(known);
      }
    } else url ??= word;
  }
  return url === undefined ? '(2) no URL specified' : { url, set, values };
}

function requestText({ set, values }: Request, host: string, port: string, path: string): string {
  const body = values.get('data')?.join('&');
  const method = values.get('request')?.at(-1) ?? (set.has('head') ? 'HEAD' : body === undefined ? 'GET' : 'POST');
  const bytes = utf8(body ?? '');
  const given = values.get('header') ?? [];
  const has = (name: string): boolean => given.some((line) => line.toLowerCase().startsWith(`${name}:`));
  return [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}:${port}`,
    ...(has('user-agent') ? [] : ['User-Agent: curl/8.12.1']),
    ...(has('accept') ? [] : ['Accept: */*']),
    ...given,
    ...(body === undefined ? [] : [`Content-Length: ${bytes.length}`]),
    ...(body === undefined || has('content-type') ? [] : ['Content-Type: application/x-www-form-urlencoded']),
    'Connection: close',
    '',
    bytes,
  ].join('\r\n');
}

async function ask(
  dial: Dial,
  text: string,
  { set }: Request,
  process: Process,
): Promise<Answer | 'interrupted' | undefined> {
  let bytes = '';
  let over = (_: 'interrupted' | undefined): void => {};
  const done = new Promise<'interrupted' | undefined>((resolve) => {
    over = resolve;
  });
  const forget = process.onInterrupt(() => over('interrupted'));
  try {
    const connection = await dial({
      write(piece) {
        bytes += piece;
        if (answerOf(bytes, set.has('head'), false) !== undefined) over(undefined);
      },
      error(message) {
        process.stderr(`E0101 00:00:00.000000       1 portforward.go:424] "Unhandled Error" err="an ${message}"\n`);
        over(undefined);
      },
      end: () => over(undefined),
    });
    connection.write(text);
    const end = await done;
    connection.end();
    return end ?? answerOf(bytes, set.has('head'), true);
  } catch (error) {
    process.stderr(`error: ${error instanceof Error ? error.message : String(error)}\n`);
    return undefined;
  } finally {
    forget();
  }
}

/** Undefined while there is more to come. */
function answerOf(bytes: string, headOnly: boolean, ended: boolean): Answer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = bytes.slice(0, end + 4);
  const body = bytes.slice(end + 4);
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  const whole = headOnly || ended || (length !== undefined && body.length >= Number(length));
  if (!whole) return undefined;
  return { code: Number(/^\S+ (\d+)/.exec(head)?.[1] ?? 0), head, body: headOnly ? '' : (fromUtf8(body) ?? body) };
}

function show(process: Process, { set, values }: Request, { code, head, body }: Answer): void {
  const text = `${set.has('include') || set.has('head') ? head : ''}${body}`;
  const file = values.get('output')?.at(-1);
  if (file === undefined || file === '-') process.stdout(text);
  else if (file !== '/dev/null') process.options.files.write(file.replace(/^(?:\.\/)+/, ''), text);
  const format = values.get('write-out')?.at(-1) ?? '';
  const written = format.replaceAll('\\n', '\n').replace(/%\{(?:http|response)_code\}/g, String(code));
  process.stdout(written);
}
