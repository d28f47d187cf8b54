/** What a container has written, and how it is read back (kubectl logs). */
import type { Exchange } from '../sdk/index.ts';

export interface LogEntry {
  readonly timeMs: number;
  /** One or more lines; a function is called when they are read. */
  readonly text: string | (() => string);
  /** Its last line has no end: nothing came after it. */
  readonly partial?: boolean;
}

export interface ContainerLog {
  append(timeMs: number, text: LogEntry['text'], partial?: boolean): void;
  entries(): readonly LogEntry[];
  /** Calls back for each new entry, and once without one when the container has ended. */
  follow(callback: (entry: LogEntry | undefined) => void): () => void;
  close(): void;
}

export interface LogOptions {
  readonly follow: boolean;
  readonly previous: boolean;
  readonly timestamps: boolean;
  readonly tailLines?: number;
  readonly sinceSeconds?: number;
  readonly sinceTime?: string;
  readonly limitBytes?: number;
}

/** The oldest entries go when there are more (upstream rotates at 10 MiB a file). */
const mostEntries = 5_000;
const mostCharacters = 10 * 1024 * 1024;

function lengthOf({ text }: LogEntry): number {
  return typeof text === 'string' ? text.length : 0;
}

/** Creates an empty log. */
export function createContainerLog(): ContainerLog {
  let entries: LogEntry[] = [];
  let length = 0;
  let followers: readonly ((entry: LogEntry | undefined) => void)[] = [];
  let closed = false;
  return {
    append(timeMs, text, partial) {
      const entry: LogEntry = partial === true ? { timeMs, text, partial } : { timeMs, text };
      entries.push(entry);
      length += lengthOf(entry);
      while (entries.length > mostEntries || (length > mostCharacters && entries.length > 1)) {
        const gone = entries.slice(0, Math.floor(entries.length / 5) || 1);
        entries = entries.slice(gone.length);
        for (const each of gone) length -= lengthOf(each);
      }
      for (const follower of followers) follower(entry);
    },
    entries: () => entries,
    follow(callback) {
      if (closed) callback(undefined);
      else followers = [...followers, callback];
      return () => {
        followers = followers.filter((each) => each !== callback);
      };
    },
    close() {
      closed = true;
      const last = followers;
      followers = [];
      for (const follower of last) follower(undefined);
    },
  };
}

/** Answers a request for a container's log; returns what ends a follow. */
export function serveLog(log: ContainerLog, options: LogOptions, nowMs: number, exchange: Exchange): () => void {
  let left = options.limitBytes ?? Number.POSITIVE_INFINITY;
  function limited(text: string): string {
    const taken = text.slice(0, Math.min(text.length, left));
    left -= taken.length;
    return taken;
  }
  const text = limited(existing(log, options, nowMs));
  const headers = { 'content-type': 'text/plain' };
  if (!options.follow) {
    exchange.respond({ code: 200, headers, body: text });
    return () => {};
  }
  exchange.respond({ code: 200, headers });
  if (text !== '') exchange.write(text);
  return log.follow((entry) => {
    if (entry === undefined) return exchange.end();
    const more = limited(asText(entry, options.timestamps));
    if (more !== '') exchange.write(more);
  });
}

function existing(log: ContainerLog, options: LogOptions, nowMs: number): string {
  const since = sinceMs(options, nowMs);
  let lines: string[] = [];
  for (const entry of log.entries()) {
    if (entry.timeMs >= since) lines.push(...linesOf(entry, options.timestamps));
  }
  const { tailLines } = options;
  if (tailLines !== undefined && tailLines < lines.length) lines = lines.slice(lines.length - tailLines);
  return lines.join('');
}

function sinceMs({ sinceSeconds, sinceTime }: LogOptions, nowMs: number): number {
  if (sinceSeconds !== undefined) return nowMs - sinceSeconds * 1000;
  return sinceTime === undefined ? 0 : Date.parse(sinceTime);
}

function asText(entry: LogEntry, timestamps: boolean): string {
  return linesOf(entry, timestamps).join('');
}

function linesOf({ timeMs, text, partial }: LogEntry, timestamps: boolean): readonly string[] {
  const lines = (typeof text === 'string' ? text : text()).split('\n');
  const time = timestamps ? `${new Date(timeMs).toISOString().slice(0, 23)}000000Z ` : '';
  return lines.map((line, index) => `${time}${line}${partial === true && index === lines.length - 1 ? '' : '\n'}`);
}
