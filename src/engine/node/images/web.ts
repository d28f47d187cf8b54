/** A web server whose requests cost CPU, and a load generator that measures what becomes of its requests. Both tell it at `/metrics`. */
import type { HttpAnswer, Process } from '../../sdk/index.ts';

const port = 8080;
/** Milliseconds of one core that a request costs, unless the first argument says another number. */
const usualCostMs = 20;
/** Requests that would wait longer are refused. */
const longestQueueMs = 5_000;
/** A client's patience. */
const patienceMs = 10_000;
/** How often `load` says what it has measured. */
const reportMs = 10_000;

const inBackground = { background: true };

const text = (code: number, body: string): HttpAnswer => ({
  code,
  headers: { 'content-type': 'text/plain; version=0.0.4' },
  body: `${body}\n`,
});

/** `web [MS]`: answers one request after the other, as a program of one thread does. */
export function serveWeb(process: Process): void {
  const costMs = Number(process.argv[1] ?? usualCostMs);
  const answered = { '200': 0, '503': 0 };
  let busyUntilMs = process.now();
  let assignedMs = 0;
  const respond = (code: keyof typeof answered, body: string, answer: (answer: HttpAnswer) => void): void => {
    answered[code] += 1;
    answer(text(Number(code), body));
  };
  process.listen(port, ({ path }, answer) => {
    const nowMs = process.now();
    if (path === '/healthz') return answer(text(200, 'ok'));
    if (path === '/metrics') {
      const usedMs = assignedMs - Math.max(0, busyUntilMs - nowMs);
      const requests = Object.entries(answered).map(([code, count]) => `http_requests_total{code="${code}"} ${count}`);
      return answer(text(200, [...requests, `process_cpu_seconds_total ${usedMs / 1000}`].join('\n')));
    }
    if (busyUntilMs - nowMs > longestQueueMs) return respond('503', 'too many requests wait', answer);
    busyUntilMs = Math.max(nowMs, busyUntilMs) + costMs;
    assignedMs += costMs;
    process.after(busyUntilMs - nowMs, () => respond('200', process.hostname, answer), inBackground);
  });
  process.onTerminate(() => {
    process.close(port);
    process.after(Math.max(0, busyUntilMs - process.now()), () => process.exit(0));
  });
}

/** Since the last report. */
interface Measured {
  sent: number;
  lost: number;
  latenciesMs: number[];
}

/** `load URL RATE`: so many requests a second, whatever becomes of those before. */
export function loadWeb(process: Process): void {
  const [, url = '', rate = '1'] = process.argv;
  const everyMs = 1000 / Math.max(0.001, Number(rate) || 1);
  const startedMs = process.now();
  const total = { sent: 0, lost: 0 };
  let measured: Measured = { sent: 0, lost: 0, latenciesMs: [] };
  const send = (): void => {
    const sentMs = process.now();
    total.sent += 1;
    measured.sent += 1;
    let isOver = false;
    const end = (isLost: boolean): void => {
      if (isOver) return;
      isOver = true;
      if (!isLost) return void measured.latenciesMs.push(process.now() - sentMs);
      total.lost += 1;
      measured.lost += 1;
    };
    process.request(url, {}, (got) => end(typeof got === 'string' || got.code !== 200));
    process.after(patienceMs, () => end(true), inBackground);
  };
  const next = (): void => {
    send();
    const dueMs = startedMs + (total.sent + 1) * everyMs;
    process.after(Math.max(0, Math.round(dueMs - process.now())), next, inBackground);
  };
  const report = (): void => {
    process.log(reportOf(measured));
    measured = { sent: 0, lost: 0, latenciesMs: [] };
    process.after(reportMs, report, inBackground);
  };
  process.after(Math.round(everyMs), next, inBackground);
  process.after(reportMs, report, inBackground);
  process.listen(port, (_request, answer) =>
    answer(text(200, `load_requests_total ${total.sent}\nload_requests_lost_total ${total.lost}`)),
  );
  process.onTerminate(() => process.exit(0));
}

function reportOf({ sent, lost, latenciesMs }: Measured): string {
  const seconds = reportMs / 1000;
  const sorted = latenciesMs.toSorted((a, b) => a - b);
  const at = (part: number): string => `${sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? '-'} ms`;
  const rates = `${(sent / seconds).toFixed(1)}/s sent, ${(sorted.length / seconds).toFixed(1)}/s answered, ${lost} lost`;
  return `${rates}; latency p50 ${at(0.5)}, p95 ${at(0.95)}, max ${at(1)}`;
}
