import type { Clock } from '../kernel/index.ts';
import { createRecentlyUsed } from './recently-used.ts';

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
  const similar = createRecentlyUsed<Similar>(remembered);
  const tokens = createRecentlyUsed<Tokens>(remembered);

  function combine(key: string, message: string): boolean {
    const now = clock.now();
    let seen = similar.get(key);
    if (seen === undefined || now - seen.lastAt > similarForMs) {
      seen = { messages: new Set(), lastAt: now };
      similar.set(key, seen);
    }
    seen.lastAt = now;
    if (seen.messages.size < maxSimilar || seen.messages.has(message)) seen.messages.add(message);
    return seen.messages.size >= maxSimilar;
  }

  function takeToken(subject: string): boolean {
    const now = clock.now();
    const bucket = tokens.get(subject) ?? { left: burst, filledAt: now };
    tokens.set(subject, bucket);
    bucket.left = Math.min(burst, bucket.left + (now - bucket.filledAt) / refillMs);
    bucket.filledAt = now;
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
