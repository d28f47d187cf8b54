/** curl: the options that lessons and probes use, and its exit codes (6, 7, 22, 28). */
import { type HttpAnswer, headerLines, parseUrl, statusLine } from '../../engine/index.ts';
import type { Steps } from '../task.ts';
import { find, inputText, sendRequest } from './network.ts';
import { contentOf, type Options, options, pathOf, type Tool } from './tool.ts';

const WITH_VALUE = [
  'X',
  'd',
  'H',
  'o',
  'w',
  'm',
  'A',
  'u',
  'b',
  'T',
  'e',
  'request',
  'data',
  'data-raw',
  'data-binary',
  'header',
  'output',
  'write-out',
  'max-time',
  'connect-timeout',
  'user-agent',
  'retry',
  'retry-delay',
  'resolve',
  'json',
  'url',
  'cacert',
];
const VERSION = '8.12.1';
const mostRedirects = 50;

/** Several of one option are kept: headers and data. */
function valuesOf(args: readonly string[], names: readonly string[]): string[] {
  const found: string[] = [];
  args.forEach((arg, index) => {
    const next = args[index + 1];
    if (names.includes(arg) && next !== undefined) found.push(next);
    else
      for (const name of names)
        if (!name.startsWith('--') && arg.startsWith(name) && arg.length > name.length && !arg.startsWith('--'))
          found.push(arg.slice(name.length));
  });
  return found;
}

export function* curl(tool: Tool): Steps {
  const parsed = options(tool.args, WITH_VALUE);
  const urls = [...parsed.words, ...(parsed.given.has('url') ? [parsed.given.get('url') ?? ''] : [])];
  if (parsed.has('V') || parsed.has('version')) {
    tool.output.write(`curl ${VERSION} (x86_64-converge-linux-gnu) libcurl/${VERSION}\n`);
    return 0;
  }
  if (urls.length === 0) {
    tool.error.write("curl: (2) no URL specified\ncurl: try 'curl --help' for more information\n");
    return 2;
  }
  let code = 0;
  for (const url of urls) code = yield* fetchOne(tool, parsed, url);
  return code;
}

function optionOf({ given }: Options, ...names: readonly string[]): string | undefined {
  for (const name of names) if (given.has(name)) return given.get(name);
  return undefined;
}

function* bodyOf(tool: Tool): Steps<string | undefined> {
  const parts: string[] = [];
  for (const value of valuesOf(tool.args, ['-d', '--data', '--data-raw', '--data-binary', '--json'])) {
    if (value === '@-') parts.push(yield* inputText(tool));
    else if (value.startsWith('@')) {
      const content = contentOf(tool, value.slice(1));
      parts.push('text' in content ? content.text : '');
    } else parts.push(value);
  }
  return parts.length === 0 ? undefined : parts.join('&');
}

function* fetchOne(tool: Tool, parsed: Options, given: string): Steps {
  const { has } = parsed;
  const startedMs = tool.host.now();
  const body = yield* bodyOf(tool);
  const limit = Number(optionOf(parsed, 'm', 'max-time') ?? Number.POSITIVE_INFINITY) * 1000;
  const connectLimit = Number(optionOf(parsed, 'connect-timeout') ?? 300) * 1000;
  const headers = headersOf(tool, parsed, body);
  const head = has('I') || has('head');
  let method = optionOf(parsed, 'X', 'request') ?? (head ? 'HEAD' : body === undefined ? 'GET' : 'POST');
  let url = given;
  for (let redirects = 0; ; redirects += 1) {
    const target = parseUrl(url);
    if (target === undefined)
      return fail(tool, parsed, 3, 'URL rejected: Malformed input to a URL function', url, startedMs);
    const { host, port } = target;
    if (target.scheme !== 'http') {
      if (target.scheme !== 'https')
        return fail(tool, parsed, 1, `Protocol "${target.scheme}" not supported`, url, startedMs);
    }
    const found = yield* find(tool, host);
    if (found === undefined) return fail(tool, parsed, 6, `Could not resolve host: ${host}`, url, startedMs);
    const [ip = ''] = found.addresses;
    const verbose = has('v') || has('verbose');
    if (verbose) tool.error.write(`*   Trying ${ip}:${port}...\n`);
    const result = yield* sendRequest(
      tool,
      { url, method, headers, body: body ?? '', limitMs: Math.min(limit, Number(optionOf(parsed, 'connect-timeout') ?? Number.POSITIVE_INFINITY) * 1000) },
      found,
    );
    if (!('answer' in result)) {
      const tookMs = tool.host.now() - startedMs;
      if (result.why === 'timed out') {
        const connect = connectLimit <= limit;
        const words = connect
          ? `Failed to connect to ${host} port ${port} after ${tookMs} ms: Timeout was reached`
          : `Connection timed out after ${tookMs} milliseconds`;
        return fail(tool, parsed, 28, words, url, startedMs);
      }
      if (result.why === 'connection reset') return fail(tool, parsed, 52, 'Empty reply from server', url, startedMs);
      return fail(
        tool,
        parsed,
        7,
        `Failed to connect to ${host} port ${port} after ${tookMs} ms: Could not connect to server`,
        url,
        startedMs,
      );
    }
    const { answer } = result;
    if (verbose) talk(tool, { host, ip, port, path: target.path, method, headers }, answer);
    const location = answer.headers['location'];
    if (
      (has('L') || has('location')) &&
      location !== undefined &&
      answer.code >= 300 &&
      answer.code < 400 &&
      redirects < mostRedirects
    ) {
      url = /^https?:/.test(location) ? location : `http://${host}:${port}${location}`;
      if (answer.code !== 307 && answer.code !== 308 && method === 'POST') method = 'GET';
      continue;
    }
    if ((has('f') || has('fail')) && answer.code >= 400)
      return fail(tool, parsed, 22, `The requested URL returned error: ${answer.code}`, url, startedMs, answer);
    return show(tool, parsed, answer, head, url, startedMs);
  }
}

function headersOf(tool: Tool, parsed: Options, body: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {
    'user-agent': optionOf(parsed, 'A', 'user-agent') ?? `curl/${VERSION}`,
    accept: '*/*',
  };
  if (body !== undefined) {
    headers['content-type'] = parsed.has('json') ? 'application/json' : 'application/x-www-form-urlencoded';
    headers['content-length'] = String(body.length);
  }
  for (const line of valuesOf(tool.args, ['-H', '--header'])) {
    const colon = line.indexOf(':');
    if (colon > 0) headers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
  return headers;
}

function fail(
  tool: Tool,
  parsed: Options,
  code: number,
  message: string,
  url: string,
  startedMs: number,
  answer?: HttpAnswer,
): number {
  const silent = (parsed.has('s') || parsed.has('silent')) && !(parsed.has('S') || parsed.has('show-error'));
  writeOut(tool, parsed, answer, url, startedMs);
  if (!silent) tool.error.write(`curl: (${code}) ${message}\n`);
  return code;
}

function show(tool: Tool, parsed: Options, answer: HttpAnswer, head: boolean, url: string, startedMs: number): number {
  const withHead = head || parsed.has('i') || parsed.has('include');
  const text = `${withHead ? `${[statusLine(answer.code), ...headerLines(answer)].join('\r\n')}\r\n\r\n` : ''}${head ? '' : answer.body}`;
  const file =
    optionOf(parsed, 'o', 'output') ??
    (parsed.has('O') ? (url.replace(/\?.*$/, '').split('/').at(-1) ?? '') : undefined);
  if (file === undefined || file === '-') tool.output.write(text);
  else if (pathOf(tool, file) !== '/dev/null') {
    const problem = tool.host.files.write(pathOf(tool, file), text);
    if (problem !== undefined) {
      tool.error.write(`curl: (23) client returned ERROR on write, ${text.length} bytes to pass, 0 taken\n`);
      return 23;
    }
  }
  writeOut(tool, parsed, answer, url, startedMs);
  return 0;
}

function writeOut(tool: Tool, parsed: Options, answer: HttpAnswer | undefined, url: string, startedMs: number): void {
  const format = optionOf(parsed, 'w', 'write-out');
  if (format === undefined) return;
  const seconds = ((tool.host.now() - startedMs) / 1000).toFixed(6);
  const values: Readonly<Record<string, string>> = {
    http_code: String(answer?.code ?? 0).padStart(3, '0'),
    response_code: String(answer?.code ?? 0).padStart(3, '0'),
    size_download: String(answer?.body.length ?? 0),
    time_total: seconds,
    time_connect: seconds,
    url_effective: url,
    content_type: answer?.headers['content-type'] ?? '',
  };
  tool.output.write(
    format
      .replaceAll('\\n', '\n')
      .replaceAll('\\t', '\t')
      .replace(/%\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
  );
}

interface Exchange {
  readonly host: string;
  readonly ip: string;
  readonly port: number;
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

function talk(tool: Tool, { host, ip, port, path, method, headers }: Exchange, answer: HttpAnswer): void {
  const names: Readonly<Record<string, string>> = { 'user-agent': 'User-Agent', accept: 'Accept' };
  const sent = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}${port === 80 ? '' : `:${port}`}`,
    ...Object.entries(headers).map(([name, value]) => `${names[name] ?? name}: ${value}`),
    '',
  ];
  tool.error.write(`* Connected to ${host} (${ip}) port ${port}\n`);
  for (const line of sent) tool.error.write(`> ${line}\n`);
  for (const line of [statusLine(answer.code), ...headerLines(answer), '']) tool.error.write(`< ${line}\n`);
  tool.error.write(`* Connection #0 to host ${host} left intact\n`);
}
