/** One client for etcd's JSON gateway, ours or the real one's. Bytes are strings of characters up to 255. */

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface WatchStream {
  /** The results so far. */
  readonly results: readonly unknown[];
  /** Resolves when `enough` holds of the results; rejects after ten seconds. */
  until(enough: (results: readonly unknown[]) => boolean): Promise<void>;
  close(): void;
}

export const base64 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('base64');

/** Posts to a path and reads the answer's JSON. */
export async function post(url: string, path: string, body: unknown): Promise<Answer> {
  const response = await fetch(url + path, { method: 'POST', body: JSON.stringify(body) });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text.split('\n')[0] ?? '') : text.trim() };
}

/** Opens a watch stream with these requests. */
export async function watch(url: string, requests: readonly unknown[]): Promise<WatchStream> {
  const abort = new AbortController();
  const body = requests.map((request) => JSON.stringify(request)).join('\n');
  const response = await fetch(`${url}/v3/watch`, { method: 'POST', body, signal: abort.signal });
  const results: unknown[] = [];
  let changed = (): void => {};
  const read = async (): Promise<void> => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) if (line !== '') results.push(JSON.parse(line));
      changed();
    }
  };
  void read().catch(() => undefined);
  return {
    results,
    until(enough) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`waited in vain; got ${JSON.stringify(results)}`)), 10_000);
        changed = () => {
          if (!enough(results)) return;
          clearTimeout(timer);
          resolve();
        };
        changed();
      });
    },
    close: () => abort.abort(),
  };
}
