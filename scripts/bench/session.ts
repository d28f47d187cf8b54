/**
 * The time machine, in a process of its own: the slowest seek in a session of 30 virtual minutes and 300 Pods, and the replay of ten
 * virtual minutes of three nodes and 50 Pods. Prints one line of JSON.
 */
import { nodePlatform } from '../../src/runtimes/platforms.ts';
import { sessionParts } from '../../src/session/parts.ts';
import { emptyLog, openSession, type Session } from '../../src/session/session.ts';
import type { SessionLog } from '../../src/session/types.ts';

const minuteMs = 60_000;

const manifest = (replicas: number): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: c, image: "nginx:1.29" }] }
`;

const open = async (log: SessionLog): Promise<Session> =>
  (await openSession(log, sessionParts(nodePlatform()))).session;

/** A session in which so many Pods have come up, one has been replaced, and so many minutes have passed. */
async function lived(pods: number, minutes: number): Promise<Session> {
  const session = await open(emptyLog(1, { nodes: 3 }));
  await session.run({ type: 'manifest', path: 'web.yaml', text: manifest(pods), cell: 'apply' });
  const victim = 'kubectl delete $(kubectl get pods -l app=web -o name | head -n 1) --wait=false';
  await session.run({ type: 'command', text: victim, cell: 'delete', at: (minutes * minuteMs) / 2 });
  await session.pass({ until: minutes * minuteMs });
  return session;
}

/** The slowest of many seeks, to and fro, the first one included. */
async function seekMs(): Promise<number> {
  const session = await lived(300, 30);
  let slowest = 0;
  for (const part of [0.97, 0.5, 0.02, 0.99, 0.3, 0.6, 0.01, 0.75, 0.5, 0.9]) {
    const started = performance.now();
    const { timeMs } = session.view({ t: Math.round(part * 30 * minuteMs) });
    slowest = Math.max(slowest, performance.now() - started);
    if (timeMs > 30 * minuteMs) throw new Error('the seek went too far');
  }
  session.close();
  return slowest;
}

/** The median of several replays, after the first few have warmed the code up: real time, and CPU of this process. */
async function replay(): Promise<{ replayMs: number; replayCpuMs: number }> {
  const session = await lived(50, 10);
  const log = session.log();
  const hash = session.historyHash();
  session.close();
  const times: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    const started = performance.now();
    const before = process.cpuUsage();
    const again = await open(log);
    const used = process.cpuUsage(before);
    times.push(performance.now() - started);
    cpu.push((used.user + used.system) / 1000);
    if (again.historyHash() !== hash) throw new Error('the replay has another history');
    again.close();
  }
  const median = (values: readonly number[]): number => [...values.slice(3)].sort((a, b) => a - b)[4] ?? 0;
  return { replayMs: median(times), replayCpuMs: median(cpu) };
}

console.log(JSON.stringify({ seekMs: await seekMs(), ...(await replay()) }));
process.exit(0);
