/**
 * Opens many watches at a URL and reads them: `node watchers.ts URL COUNT`, forked. Tells its parent when all are open; asked for a number of
 * events, it answers, when they are all there (or a minute has passed), how many watchers got something else, or not in order.
 */
import { request } from 'node:http';
import { crc32 } from 'node:zlib';

/** What came in: how much, and its checksum, so that a thousand can be compared with the one that is read. */
interface Watcher {
  bytes: number;
  checksum: number;
}

const [url = '', count = '1'] = process.argv.slice(2);
const patienceMs = 60_000;
const text: string[] = [];

function open(kept: boolean): Promise<Watcher> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, (incoming) => {
      const watcher: Watcher = { bytes: 0, checksum: 0 };
      incoming.on('data', (chunk: Buffer) => {
        watcher.bytes += chunk.length;
        watcher.checksum = crc32(chunk, watcher.checksum);
        if (kept) text.push(chunk.toString('utf8'));
      });
      incoming.on('error', () => {});
      resolve(watcher);
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}

const all: Watcher[] = [];
while (all.length < Number(count)) {
  const size = Math.min(50, Number(count) - all.length);
  all.push(...(await Promise.all(Array.from({ length: size }, (_, at) => open(all.length + at === 0)))));
}

function wrongOf(expected: number): number {
  const lines = text.join('').split('\n').slice(0, -1);
  const revisions = lines.map((line) => {
    const event: { object: { metadata: { resourceVersion: string } } } = JSON.parse(line);
    return Number(event.object.metadata.resourceVersion);
  });
  const inOrder = revisions.every((each, at) => at === 0 || each > (revisions[at - 1] ?? 0));
  const [read] = all;
  const others = all.filter(({ bytes, checksum }) => bytes !== read?.bytes || checksum !== read.checksum).length;
  return others + (inOrder && lines.length === expected ? 0 : all.length);
}

process.on('message', (expected: number) => {
  const deadline = performance.now() + patienceMs;
  const timer = setInterval(() => {
    const wrong = wrongOf(expected);
    if (wrong > 0 && performance.now() < deadline) return;
    clearInterval(timer);
    process.send?.(wrong);
  }, 200);
});
process.once('disconnect', () => process.exit(0));
process.send?.('open');
