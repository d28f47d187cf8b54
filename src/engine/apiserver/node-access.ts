/** The way from the API server to the kubelets: logs of containers, and streams into pods. */
import type { Exchange, HttpAnswer, HttpRequest, KubeObject, StreamEnd } from '../meta/index.ts';

/** Streams a container's log into the exchange (respond, write …, end); returns what stops it. */
export type NodeLogs = (pod: KubeObject, container: string, options: LogOptions, exchange: Exchange) => () => void;

export interface LogOptions {
  readonly follow: boolean;
  readonly previous: boolean;
  readonly timestamps: boolean;
  readonly tailLines?: number;
  readonly sinceSeconds?: number;
  readonly sinceTime?: string;
  readonly limitBytes?: number;
}

/** The way from the API server through a kubelet into a pod. What can't be done is said on the stream's error channel (3). */
export interface NodeStreams {
  /** Runs a command in a container. `peer` gets its output; what is returned takes its input. */
  exec(pod: KubeObject, container: string, options: ExecOptions, peer: StreamEnd): StreamEnd;
  /** The same with the process that runs already. */
  attach(pod: KubeObject, container: string, options: Omit<ExecOptions, 'command'>, peer: StreamEnd): StreamEnd;
  /** A TCP connection to a port of the pod: bytes on channel 0, both ways. */
  connect(pod: KubeObject, port: number, peer: StreamEnd): StreamEnd;
  /** One HTTP request to a port of the pod. A text is why there was no answer (`dial tcp …: connect: connection refused`). */
  http(pod: KubeObject, port: number, request: HttpRequest, done: (answer: HttpAnswer | string) => void): void;
  /** The same to a port of a node: what its kube-proxy forwards. */
  nodePort(node: string, to: PortOfNode, request: HttpRequest, done: (answer: HttpAnswer | string) => void): void;
}

export interface PortOfNode {
  /** The node's address. */
  readonly ip: string;
  readonly port: number;
}

export interface ExecOptions {
  readonly command: readonly string[];
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly tty: boolean;
}
