/** HTTP/1.1 over bytes, for those who connect to a port with something else than our own clients (port-forward, nc). */
import type { HttpAnswer, HttpHandler, HttpRequest, Socket } from '../../sdk/index.ts';

/** Reads requests, one after the other, and writes their answers. */
export function answerBytes(handler: HttpHandler, peer: Socket, remote: string): Socket {
  let buffer = '';
  let busy = false;
  let over = false;

  function next(): void {
    if (busy || over) return;
    const parsed = parseRequest(buffer);
    if (parsed === undefined) return;
    if (parsed === 'bad') {
      peer.write(formatAnswer({ code: 400, headers: { connection: 'close' }, body: '' }, false));
      finish();
      return;
    }
    buffer = buffer.slice(parsed.length);
    busy = true;
    const { request } = parsed;
    const closes = /close/i.test(request.headers['connection'] ?? '') || parsed.version === '1.0';
    handler(
      request,
      (answer) => {
        busy = false;
        if (over) return;
        peer.write(formatAnswer(answer, request.method === 'HEAD'));
        if (closes) finish();
        else next();
      },
      remote,
    );
  }
  function finish(): void {
    if (over) return;
    over = true;
    peer.end();
  }
  return {
    write(bytes) {
      buffer += bytes;
      next();
    },
    end: finish,
  };
}

interface Parsed {
  readonly request: HttpRequest;
  readonly length: number;
  readonly version: string;
}

/** Undefined: more must come. */
function parseRequest(text: string): Parsed | 'bad' | undefined {
  const match = /\r?\n\r?\n/.exec(text);
  if (match === null) return text.length > 65_536 ? 'bad' : undefined;
  const [first = '', ...lines] = text.slice(0, match.index).split(/\r?\n/);
  const line = /^([A-Z]+) (\S+) HTTP\/(1\.[01])$/.exec(first);
  if (line === null) return 'bad';
  const headers: Record<string, string> = {};
  for (const each of lines) {
    const colon = each.indexOf(':');
    if (colon > 0) headers[each.slice(0, colon).trim().toLowerCase()] = each.slice(colon + 1).trim();
  }
  const start = match.index + match[0].length;
  const chunked = /chunked/i.test(headers['transfer-encoding'] ?? '');
  const body = chunked ? chunkedBody(text, start) : sizedBody(text, start, Number(headers['content-length'] ?? 0));
  if (body === undefined) return undefined;
  const [, method = '', path = '', version = ''] = line;
  return { request: { method, path, headers, body: body.text }, length: body.end, version };
}

interface Body {
  readonly text: string;
  readonly end: number;
}

function sizedBody(text: string, start: number, length: number): Body | undefined {
  const end = start + (length > 0 ? length : 0);
  return text.length < end ? undefined : { text: text.slice(start, end), end };
}

function chunkedBody(text: string, start: number): Body | undefined {
  let body = '';
  for (let at = start; ; ) {
    const lineEnd = text.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(text.slice(at, lineEnd), 16) || 0;
    const end = lineEnd + 2 + size + 2;
    if (text.length < end) return undefined;
    if (size === 0) return { text: body, end };
    body += text.slice(lineEnd + 2, end - 2);
    at = end;
  }
}

const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  301: 'Moved Permanently',
  302: 'Found',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Not Allowed',
  409: 'Conflict',
  418: "I'm a teapot",
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Temporarily Unavailable',
  504: 'Gateway Time-out',
};

/** `HTTP/1.1 200 OK`, without the line's end. */
export function statusLine(code: number): string {
  return `HTTP/1.1 ${code} ${REASONS[code] ?? ''}`.trimEnd();
}

/** Header names as servers write them: `content-type` -> `Content-Type`. */
export function headerLines(answer: HttpAnswer): readonly string[] {
  const headers: Record<string, string> = { ...answer.headers };
  headers['content-length'] ??= String(answer.body.length);
  return Object.entries(headers).map(([name, value]) => `${titleCase(name)}: ${value}`);
}

function titleCase(name: string): string {
  if (name === 'etag') return 'ETag';
  return name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

function formatAnswer(answer: HttpAnswer, headOnly: boolean): string {
  const head = [statusLine(answer.code), ...headerLines(answer)].join('\r\n');
  return `${head}\r\n\r\n${headOnly ? '' : answer.body}`;
}
