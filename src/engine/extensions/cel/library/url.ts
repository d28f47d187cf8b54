/** URLs as Go's url.ParseRequestURI takes them: absolute, or an absolute path. */
export interface Url {
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
  readonly query: ReadonlyMap<string, readonly string[]>;
}

const SHAPE = /^(?:([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/(?:[^/?@]*@)?([^/?]*))?)?([^?]*)(?:\?(.*))?$/s;

/** Its parts, escapes in the path kept; undefined when it is none. */
export function parseUrl(text: string): Url | undefined {
  const match = text.length > 10_000 ? null : SHAPE.exec(text);
  if (match === null || text === '' || Array.from(text).some((char) => char <= ' ' || char === '\u007f'))
    return undefined;
  const [, scheme = '', host = '', path = '', query = ''] = match;
  if (scheme === '' && !path.startsWith('/')) return undefined;
  if (/%(?![0-9a-fA-F]{2})/.test(path + host)) return undefined;
  if (!/^(?:\[[0-9a-fA-F:.%]+\]|[^:[\]<>"\\^`{|}]*)(?::\d*)?$/.test(host)) return undefined;
  return { scheme: scheme.toLowerCase(), host, path: encodePath(path), query: parseQuery(query) };
}

function encodePath(path: string): string {
  return path.replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/%[\]]+/g, (part) => encodeURIComponent(part));
}

function parseQuery(query: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const pair of query === '' ? [] : query.split('&')) {
    if (pair === '' || pair.includes(';')) continue;
    const at = pair.indexOf('=');
    const key = decode(at < 0 ? pair : pair.slice(0, at));
    const value = decode(at < 0 ? '' : pair.slice(at + 1));
    if (key === undefined || value === undefined) continue;
    const known = values.get(key);
    if (known === undefined) values.set(key, [value]);
    else known.push(value);
  }
  return values;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
