/** Which log of a container is served, or why there is none (upstream validateContainerLogStatus). */
import type { Exchange } from '../sdk/index.ts';
import type { PodIdentity } from './kubelet-streams.ts';
import { type ContainerLog, type LogOptions, serveLog } from './logs.ts';
import type { RuntimeContainer } from './runtime.ts';

export interface LogRequest {
  readonly pod: PodIdentity;
  readonly container: string;
  readonly options: LogOptions;
  /** The container's instances, oldest first; undefined before the first. */
  readonly instances: readonly RuntimeContainer[] | undefined;
  /** Why it doesn't run: `ImagePullBackOff`. */
  readonly waiting: string | undefined;
  readonly nowMs: number;
}

/** Answers with a container's log, or with 400; returns what ends a follow. */
export function answerLog(request: LogRequest, exchange: Exchange): () => void {
  const { pod, container, options, nowMs } = request;
  const found = logOf(request);
  if (typeof found !== 'string') return serveLog(found, options, nowMs, exchange);
  const subject = `container "${container}" in pod "${pod.metadata.name}"`;
  const message = found === 'previous' ? `previous terminated ${subject} not found` : `${subject} ${found}`;
  exchange.respond({ code: 400, headers: {}, body: badRequest(message) });
  return () => {};
}

function logOf({ instances, waiting, options }: LogRequest): ContainerLog | string {
  const latest = instances?.at(-1);
  // One that waits to be started again is its own predecessor.
  const before = waiting !== undefined && latest?.ended !== undefined ? latest : instances?.at(-2);
  if (options.previous) return before?.log ?? 'previous';
  if (latest !== undefined) return latest.log;
  if (waiting === 'ErrImagePull') return "is waiting to start: image can't be pulled";
  if (waiting === 'ImagePullBackOff') return 'is waiting to start: trying and failing to pull image';
  return waiting === undefined ? 'is waiting to start: ContainerCreating' : `is waiting to start: ${waiting}`;
}

function badRequest(message: string) {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    reason: 'BadRequest',
    code: 400,
  };
}
