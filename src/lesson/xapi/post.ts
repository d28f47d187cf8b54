/** Sends statements to a learning record store. */
import type { Statement } from './statement.ts';

/** Where statements go. */
export interface RecordStore {
  /** The address of its statements: `https://lrs.example.edu/xapi/statements`. */
  readonly url: string;
  /** A whole `Authorization` header; absent: none is sent. */
  readonly authorization?: string;
}

export type PostOutcome =
  /** `dropped`: how many the store will never take. */
  | { readonly type: 'delivered'; readonly dropped: number }
  /** Not now: it may be tried again. */
  | { readonly type: 'later'; readonly because: string }
  /** Not as the course is set up. */
  | { readonly type: 'refused'; readonly because: string };

/** Longer than this no store thinks. */
const withinMs = 20_000;

/** Never rejects. Those that alone are in the way of a batch are left out. */
export async function postStatements({ url, authorization }: RecordStore, batch: readonly Statement[], fetch: typeof globalThis.fetch): Promise<PostOutcome> {
  const status = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Experience-API-Version': '1.0.3', ...(authorization !== undefined && { Authorization: authorization }) },
    body: JSON.stringify(batch),
    credentials: 'omit',
    signal: AbortSignal.timeout(withinMs),
  }).then(
    (response) => response.status,
    () => undefined,
  );
  if (status === undefined) return { type: 'later', because: 'it doesn’t answer' };
  // A conflict: it has a statement of this id already.
  if ((status >= 200 && status < 300) || status === 409) return { type: 'delivered', dropped: 0 };
  if (status === 400 || status === 413) return batch.length === 1 ? { type: 'delivered', dropped: 1 } : oneByOne({ url, ...(authorization !== undefined && { authorization }) }, batch, fetch);
  const because = `it answers with status ${status}`;
  return { type: status === 408 || status === 429 || status >= 500 ? 'later' : 'refused', because };
}

async function oneByOne(store: RecordStore, batch: readonly Statement[], fetch: typeof globalThis.fetch): Promise<PostOutcome> {
  let dropped = 0;
  for (const each of batch) {
    const outcome = await postStatements(store, [each], fetch);
    // Those before it are sent again with it: by their ids they count once.
    if (outcome.type !== 'delivered') return outcome;
    dropped += outcome.dropped;
  }
  return { type: 'delivered', dropped };
}
