import type { Clock } from '../kernel/index.ts';

export interface EventCorrelator {
  /** The message to write; undefined when the event is dropped because its object has had too many. */
  correlate(
    subject: string,
    typeAndReason: string,
    message: string,
  ): { readonly message: string; readonly combined: boolean } | undefined;
}

/** Events that differ in nothing but their message are combined from the tenth on, while they keep coming. */
const maxSimilar = 10;
const similarForMs = 10 * 60_000;
/** An object may have 25 events at once, then one in five minutes. */
const burst = 25;
const refillMs = 300_000;
const remembered = 4096;

interface Similar {
  readonly messages: Set<string>;
  lastAt: number;
}

interface Tokens {
  left: number;
  filledAt: number;
}

/** Combines look-alikes and cuts floods (client-go tools/record/events_cache.go). */
export function createEventCorrelator(clock: Pick<Clock, 'now'>): EventCorrelator {
  const similar = new Map<string, Similar>();
  const tokens = new Map<string, Tokens>();

  function combine(key: string, message: string): boolean {
    const now = clock.now();
    let seen = recall(similar, key);
    if (seen === undefined || now - seen.lastAt > similarForMs) seen = { messages: new Set(), lastAt: now };
    seen.lastAt = now;
    keep(similar, key, seen);
    if (seen.messages.size < maxSimilar || seen.messages.has(message)) seen.messages.add(message);
    return seen.messages.size >= maxSimilar;
  }

  function takeToken(subject: string): boolean {
    const now = clock.now();
    const bucket = recall(tokens, subject) ?? { left: burst, filledAt: now };
    bucket.left = Math.min(burst, bucket.left + (now - bucket.filledAt) / refillMs);
    bucket.filledAt = now;
    keep(tokens, subject, bucket);
    if (bucket.left < 1) return false;
    bucket.left -= 1;
    return true;
  }

  return {
    correlate(subject, typeAndReason, message) {
      const combined = combine(`${subject} ${typeAndReason}`, message);
      if (!takeToken(subject)) return undefined;
      return { message: combined ? `(combined from similar events): ${message}` : message, combined };
    },
  };
}

/** Least recently used: what is read moves to the end, the first is forgotten. */
function recall<V>(cache: Map<string, V>, key: string): V | undefined {
  const value = cache.get(key);
  if (value !== undefined) cache.delete(key);
  return value;
}

function keep<V>(cache: Map<string, V>, key: string, value: V): void {
  cache.set(key, value);
  if (cache.size <= remembered) return;
  const [oldest] = cache.keys();
  if (oldest !== undefined) cache.delete(oldest);
}
