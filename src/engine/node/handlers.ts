/** What probes and hooks do in a container: exec, httpGet, tcpSocket, grpc, sleep. */
import type { Clock } from '../kernel/index.ts';
import type { Container, HttpAnswer, LifecycleHandler, Probe } from '../sdk/index.ts';
import { fromByteText } from './bytes.ts';
import type { PodLink } from './network/pod-network.ts';
import type { ProbeOutcome } from './prober.ts';
import type { ContainerRuntime, RuntimeContainer, RuntimePod } from './runtime.ts';
import { createCollector, emptyInput, type Output } from './streams/pipe.ts';
import { whyNotStarted } from './streams/status.ts';

export interface HandlerTarget {
  readonly clock: Clock;
  readonly runtime: ContainerRuntime;
  readonly pod: RuntimePod;
  readonly container: Container;
  readonly running: RuntimeContainer;
}

/** A probe's output in an Event, at most so long. */
const longestOutput = 10_240;

/** Runs a probe's handler or a hook once. */
export function runHandler(
  target: HandlerTarget,
  handler: Probe | LifecycleHandler,
  done: (outcome: ProbeOutcome) => void,
): void {
  const { clock, pod, runtime } = target;
  if (handler.exec !== undefined) {
    runCommand(target, handler, done);
  } else if (handler.httpGet !== undefined) {
    request(target, handler, done);
  } else if ('sleep' in handler && handler.sleep !== undefined) {
    clock.after(handler.sleep.seconds * 1000, () => done({ ok: true, output: '' }));
  } else if ('grpc' in handler && handler.grpc !== undefined) {
    if (runtime.nodeClient === undefined) done({ ok: false, output: 'error: there is no gRPC here' });
    else runtime.nodeClient.checkHealth(pod.link, handler.grpc, handler.timeoutSeconds ?? 1, done);
  } else if (handler.tcpSocket !== undefined) {
    const number = portNumber(target.container, handler.tcpSocket.port);
    done({ ok: listens(pod.link, number), output: refused(`${pod.ip}:${number}`) });
  } else done({ ok: true, output: '' });
}

function runCommand(
  target: HandlerTarget,
  handler: Probe | LifecycleHandler,
  done: (outcome: ProbeOutcome) => void,
): void {
  const { clock, runtime, pod, running } = target;
  const collector = createCollector();
  const errors = createCollector();
  const seconds = 'timeoutSeconds' in handler ? (handler.timeoutSeconds ?? 1) : undefined;
  const command = handler.exec?.command ?? [];
  let over = false;
  const finish = (outcome: ProbeOutcome) => {
    if (over) return;
    over = true;
    timer?.cancel();
    done(outcome);
  };
  let timer: { cancel(): void } | undefined;
  const stdio = { input: emptyInput, output: collector, error: both(collector, errors) };
  const started = runtime.exec(pod, running, command, stdio, (code) => {
    const output = fromByteText(collector.text.slice(0, longestOutput)).replace(/\n$/, '');
    if (code === 0) return finish({ ok: true, output });
    const said = fromByteText(errors.text.slice(0, longestOutput));
    finish({ ok: false, output, error: `command '${command.join(' ')}' exited with ${code}: ${said}` });
  });
  if ('error' in started) {
    const error = `rpc error: code = Unknown desc = ${whyNotStarted(started)}`;
    return finish({ ok: false, output: error, errored: true, error });
  }
  if (seconds === undefined || over) return;
  const output = `command timed out: "${command.join(' ')}" timed out after ${seconds}s`;
  timer = clock.after(
    seconds * 1000,
    () => {
      finish({ ok: false, output });
      started.kill();
    },
    { background: true },
  );
}

function both(first: Output, second: Output): Output {
  return {
    broken: false,
    write(bytes) {
      first.write(bytes);
      second.write(bytes);
    },
  };
}

function request(
  target: HandlerTarget,
  handler: Probe | LifecycleHandler,
  done: (outcome: ProbeOutcome) => void,
): void {
  const { clock, pod, runtime } = target;
  if (handler.httpGet === undefined) return;
  const { port, path = '/', scheme = 'HTTP', host = pod.ip, httpHeaders = [] } = handler.httpGet;
  const number = portNumber(target.container, port);
  const address = `${host}:${number}`;
  const where = path.startsWith('/') ? path : `/${path}`;
  const url = `${scheme.toLowerCase()}://${address}${where}`;
  const failed = (why: string): void => {
    const error = `Get "${url}": ${why}`;
    done({ ok: false, output: error, error });
  };
  const fromNode = host === pod.ip ? undefined : runtime.nodeClient?.request;
  const listener = pod.link.ports?.get(number);
  if (fromNode === undefined && (listener === undefined || !('http' in listener))) return failed(refused(address));
  const seconds = 'timeoutSeconds' in handler ? (handler.timeoutSeconds ?? 1) : 30;
  const headers: Record<string, string> = {
    host: address,
    'user-agent': 'kube-probe/1.33',
    accept: '*/*',
    connection: 'close',
  };
  for (const { name, value } of httpHeaders) headers[name.toLowerCase()] = value;
  let over = false;
  let waits: { cancel(): void } | undefined;
  const finish = (answer: HttpAnswer | string): void => {
    if (over) return;
    over = true;
    waits?.cancel();
    if (typeof answer === 'string') return failed(answer);
    const { code } = answer;
    done({ ok: code >= 200 && code < 400, output: `HTTP probe failed with statuscode: ${code}` });
  };
  const asked = { method: 'GET', path: where, headers, body: '' };
  if (fromNode !== undefined) fromNode(host, number, asked, finish);
  else if (listener !== undefined && 'http' in listener) listener.http(asked, finish, nodeAddress(pod.ip));
  if (over) return;
  const late = 'context deadline exceeded (Client.Timeout exceeded while awaiting headers)';
  waits = clock.after(seconds * 1000, () => finish(late), { background: true });
}

/** Where a node's own requests come from: the bridge of its pods. */
function nodeAddress(podIP: string): string {
  return podIP.replace(/\d+$/, '1');
}

function listens({ ports }: PodLink, port: number): boolean {
  return ports?.has(port) ?? false;
}

function refused(address: string): string {
  return `dial tcp ${address}: connect: connection refused`;
}

/** A port by its number or by its name in the container's list; 0 when there is none of that name. */
function portNumber(container: Container, port: number | string): number {
  if (typeof port === 'number') return port;
  const named = container.ports?.find((each) => each.name === port)?.containerPort;
  return named ?? (Number(port) || 0);
}
