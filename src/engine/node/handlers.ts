/** What probes and hooks do in a container: exec, httpGet, tcpSocket, grpc, sleep. */
import type { Clock } from '../kernel/index.ts';
import type { Container, LifecycleHandler, Probe } from '../sdk/index.ts';
import type { ProbeOutcome } from './prober.ts';
import type { ContainerRuntime, RuntimeContainer, RuntimePod } from './runtime.ts';

export interface HandlerTarget {
  readonly clock: Clock;
  readonly runtime: ContainerRuntime;
  readonly pod: RuntimePod;
  readonly container: Container;
  readonly running: RuntimeContainer;
}

/** Runs a probe's handler or a hook once. */
export function runHandler(
  target: HandlerTarget,
  handler: Probe | LifecycleHandler,
  done: (outcome: ProbeOutcome) => void,
): void {
  const { clock, runtime, pod, running } = target;
  if (handler.exec !== undefined) {
    runtime.exec(pod, running, handler.exec.command ?? [], (code, output) => done({ ok: code === 0, output }));
  } else if (handler.httpGet !== undefined) {
    const { port, path = '/', scheme = 'HTTP', host = pod.ip } = handler.httpGet;
    const number = portNumber(target.container, port);
    const status = running.process?.answer(number, path.startsWith('/') ? path : `/${path}`);
    const address = `${host}:${number}`;
    const url = `${scheme.toLowerCase()}://${address}${path.startsWith('/') ? path : `/${path}`}`;
    if (status === undefined) done({ ok: false, output: `Get "${url}": ${refused(address)}` });
    else done({ ok: status >= 200 && status < 400, output: `HTTP probe failed with statuscode: ${status}` });
  } else if ('sleep' in handler && handler.sleep !== undefined) {
    clock.after(handler.sleep.seconds * 1000, () => done({ ok: true, output: '' }));
  } else {
    const port = handler.tcpSocket?.port ?? ('grpc' in handler ? handler.grpc?.port : undefined);
    if (port === undefined) {
      done({ ok: true, output: '' });
      return;
    }
    const number = portNumber(target.container, port);
    const ok = running.process?.answer(number, '') !== undefined;
    done({ ok, output: refused(`${pod.ip}:${number}`) });
  }
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
