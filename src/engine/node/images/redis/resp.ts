/** Redis' protocol: requests are lists of texts, or a line of words; replies are texts, numbers, errors and lists of those. */
export type Reply = string | number | undefined | { readonly status: string } | { readonly error: string } | readonly Reply[];

export const OK: Reply = { status: 'OK' };

/** A value as its bytes. */
export function encode(value: Reply): string {
  if (value === undefined) return '$-1\r\n';
  if (typeof value === 'string') return `$${value.length}\r\n${value}\r\n`;
  if (typeof value === 'number') return `:${value}\r\n`;
  if ('error' in value) return `-${value.error}\r\n`;
  if ('status' in value) return `+${value.status}\r\n`;
  return `*${value.length}\r\n${value.map(encode).join('')}`;
}

interface Read {
  readonly value: Reply;
  readonly next: number;
}

/** The value that begins there; undefined while its end hasn't come. */
function readValue(text: string, at: number): Read | undefined {
  const end = text.indexOf('\n', at);
  if (end < 0) return undefined;
  const line = text.slice(at, end).replace(/\r$/, '');
  const rest = line.slice(1);
  const next = end + 1;
  switch (line[0]) {
    case '+':
      return { value: { status: rest }, next };
    case '-':
      return { value: { error: rest }, next };
    case ':':
      return { value: Number(rest), next };
    case '$':
      if (Number(rest) < 0) return { value: undefined, next };
      return text.length < next + Number(rest) + 2 ? undefined : { value: text.slice(next, next + Number(rest)), next: next + Number(rest) + 2 };
    case '*':
      return readList(text, next, Number(rest));
    default:
      return { value: line.split(/\s+/).filter((word) => word !== ''), next };
  }
}

function readList(text: string, at: number, count: number): Read | undefined {
  const list: Reply[] = [];
  let next = at;
  while (list.length < count) {
    const item = readValue(text, next);
    if (item === undefined) return undefined;
    list.push(item.value);
    next = item.next;
  }
  return { value: list, next };
}

/** Takes bytes as they come, and hands on each value that is whole. */
export function createReader(take: (value: Reply) => void): (bytes: string) => void {
  let waiting = '';
  return (bytes) => {
    waiting += bytes;
    for (let read = readValue(waiting, 0); read !== undefined; read = readValue(waiting, 0)) {
      waiting = waiting.slice(read.next);
      take(read.value);
    }
  };
}

/** The words of a request. */
export const wordsOf = (value: Reply): readonly string[] => (Array.isArray(value) ? value.map((word) => (typeof word === 'string' ? word : String(word))) : []);
