/** Programs that ask others by name and HTTP. */
import { type HttpAnswer, headerLines, parseUrl, statusLine } from '../../engine/index.ts';
import type { NameRecord } from '../host.ts';
import { Deferred, type Steps } from '../task.ts';
import { type Options, options, type Program, pathOf, readInput, type Tool } from './tool.ts';

export const networkPrograms: Readonly<Record<string, Program>> = {
  wget,
  getent,
};

/** Waits for one answer, at most so long. */
export function* waitFor<T>(
  tool: Tool,
  limitMs: number,
  begin: (done: (value: T) => void) => void,
): Steps<T | 'timed out'> {
  const deferred = new Deferred<T | 'timed out'>();
  begin((value) => deferred.resolve(value));
  if (!deferred.isResolved && Number.isFinite(limitMs)) {
    tool.host.after(limitMs, () => deferred.resolve('timed out'), { background: limitMs > 30_000 });
  }
  return yield* deferred.wait();
}

export interface RequestOptions {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly limitMs: number;
}

export type RequestOutcome = { readonly answer: HttpAnswer } | { readonly why: string; readonly ip: string | undefined };

/** One request: resolves the name and sends it. */
export function* sendRequest(tool: Tool, { url, method, headers, body, limitMs }: RequestOptions, known?: NameRecord): Steps<RequestOutcome> {
  const target = parseUrl(url);
  if (target === undefined) return { why: 'bad url', ip: undefined };
  const found = known ?? (yield* find(tool, target.host));
  const ip = found?.addresses[0];
  if (ip === undefined) return { why: 'bad address', ip };
  const host = target.port === 80 ? target.host : `${target.host}:${target.port}`;
  const request = { method, path: target.path, headers: { host, ...headers }, body };
  const result = yield* waitFor<HttpAnswer | string>(tool, limitMs, (done) =>
    tool.host.network.request({ ip, port: target.port }, request, done),
  );
  return typeof result === 'string' ? { why: result, ip } : { answer: result };
}

export function* find(tool: Tool, host: string): Steps<NameRecord | undefined> {
  const found = yield* waitFor<{ readonly found: NameRecord | undefined }>(tool, Number.POSITIVE_INFINITY, (done) => {
    tool.host.network.resolve(host, (each) => done({ found: each }));
  });
  return found === 'timed out' ? undefined : found.found;
}

const mostRedirects = 5;

/** What `wget` was asked for. */
interface Download {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly limitMs: number;
  readonly spider: boolean;
  readonly showsHeaders: boolean;
  /** The file it is saved as; `-` is standard output. */
  readonly file: string | undefined;
  /** What isn't said with `-q`. */
  say(text: string): void;
}

const WGET_VALUES = ['O', 'T', 't', 'U', 'Y', 'P', 'header', 'post-data', 'timeout', 'tries', 'output-document'];
const WGET_USAGE =
  'BusyBox v1.36.1 multi-call binary.\n\nUsage: wget [-cqS] [--spider] [-O FILE] [-o LOGFILE] [-T SEC] URL...\n';

function* wget(tool: Tool): Steps {
  const parsed = options(tool.args, WGET_VALUES);
  const download = downloadOf(tool, parsed);
  const [first] = parsed.words;
  if (first === undefined) return failed(tool, WGET_USAGE);
  let url = first;
  for (let redirects = 0; ; redirects += 1) {
    const target = parseUrl(url);
    if (target === undefined || !/^https?$/.test(target.scheme))
      return failed(tool, `wget: not an http or ftp url: ${url}\n`);
    const answer = yield* fetchOnce(tool, url, target, download);
    if (typeof answer === 'string') return failed(tool, `wget: ${answer}\n`);
    if (download.showsHeaders) showHeaders(tool, answer);
    const location = answer.headers['location'];
    if (answer.code < 300 || answer.code >= 400 || location === undefined || redirects >= mostRedirects)
      return finish(tool, target.path, answer, download);
    url = /^https?:/.test(location) ? location : `http://${target.host}:${target.port}${location}`;
  }
}

function failed(tool: Tool, message: string): number {
  tool.error.write(message);
  return 1;
}

function downloadOf(tool: Tool, { given, has }: Options): Download {
  const body = given.get('post-data');
  const header = given.get('header');
  const headers: Record<string, string> = { 'user-agent': given.get('U') ?? 'Wget', connection: 'close' };
  if (header !== undefined)
    headers[header.slice(0, header.indexOf(':')).toLowerCase()] = header.slice(header.indexOf(':') + 1).trim();
  const quiet = has('q') || has('quiet');
  return {
    method: has('spider') ? 'HEAD' : body === undefined ? 'GET' : 'POST',
    headers,
    body: body ?? '',
    limitMs: Number(given.get('T') ?? given.get('timeout') ?? 900) * 1000,
    spider: has('spider'),
    showsHeaders: has('S'),
    file: given.get('O') ?? given.get('output-document'),
    say: (text) => void (quiet || tool.error.write(text)),
  };
}

type Target = NonNullable<ReturnType<typeof parseUrl>>;

/** One request; a text is why there is no answer. */
function* fetchOnce(tool: Tool, url: string, target: Target, download: Download): Steps<HttpAnswer | string> {
  const found = yield* find(tool, target.host);
  const authority = target.port === 80 ? target.host : `${target.host}:${target.port}`;
  if (found === undefined) return `bad address '${authority}'`;
  download.say(`Connecting to ${authority} (${found.addresses[0]}:${target.port})\n`);
  const { method, headers, body, limitMs } = download;
  const result = yield* sendRequest(tool, { url, method, headers, body, limitMs }, found);
  if ('answer' in result) return result.answer;
  if (result.why === 'timed out') return 'download timed out';
  if (result.why === 'connection reset') return 'error getting response: Connection reset by peer';
  return `can't connect to remote host (${result.ip}): ${sentence(result.why)}`;
}

function finish(tool: Tool, path: string, answer: HttpAnswer, download: Download): number {
  if (answer.code < 200 || answer.code >= 300)
    return failed(tool, `wget: server returned error: ${statusLine(answer.code)}\n`);
  if (!download.spider) return save(tool, download.file, path, answer.body, download.say);
  download.say('remote file exists\n');
  return 0;
}

function showHeaders(tool: Tool, answer: HttpAnswer): void {
  for (const line of [statusLine(answer.code), ...headerLines(answer)]) tool.error.write(`  ${line}\n`);
}

function save(tool: Tool, asked: string | undefined, path: string, body: string, say: (text: string) => void): number {
  const name = path.replace(/\?.*$/, '').split('/').at(-1) || 'index.html';
  const stars = (shown: string) =>
    `${shown.slice(0, 20).padEnd(20)} 100% |${'*'.repeat(32)}| ${String(body.length).padStart(5)}  0:00:00 ETA\n`;
  if (asked === '-') {
    say('writing to stdout\n');
    tool.output.write(body);
    say(`${stars('-')}written to stdout\n`);
    return 0;
  }
  const file = asked ?? name;
  say(`saving to '${file}'\n`);
  if (pathOf(tool, file) !== '/dev/null') {
    const problem = tool.host.files.write(pathOf(tool, file), body);
    if (problem !== undefined) {
      tool.error.write(`wget: can't open '${file}': ${problem}\n`);
      return 1;
    }
  }
  say(`${stars(file)}'${file}' saved\n`);
  return 0;
}

/** As the C library says it. */
export function sentence(why: string): string {
  return (
    {
      'connection refused': 'Connection refused',
      'connection reset': 'Connection reset by peer',
      'timed out': 'Operation timed out',
      'no route to host': 'No route to host',
    }[why] ?? why
  );
}

function* getent(tool: Tool): Steps {
  const [, name = ''] = tool.args;
  const found = yield* find(tool, name);
  for (const address of found?.addresses ?? []) tool.output.write(`${address.padEnd(17)} ${found?.name}  ${name}\n`);
  return found === undefined ? 2 : 0;
}

/** Used by curl for `-d @-`. */
export function* inputText(tool: Tool): Steps<string> {
  return yield* readInput(tool);
}
