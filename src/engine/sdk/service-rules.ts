/** What kube-proxy makes of a Service: the words of the part `service-rules`. */
import type { EndpointSlice, Service } from '../api/generated/types.ts';

/** What a kube-proxy knows of one Service. */
export interface ServiceView {
  readonly service: Service;
  /** All of its EndpointSlices. */
  readonly slices: readonly EndpointSlice[];
  /** The node that the kube-proxy works on. */
  readonly node: string;
}

/** An address of a Pod, and a port that its containers listen on. */
export interface Backend {
  readonly ip: string;
  readonly port: number;
}

/** What happens to new connections to one port of a cluster IP. */
export interface ServiceRule {
  /** The cluster IP, and the Service's own port. */
  readonly ip: string;
  readonly port: number;
  readonly protocol: string;
  /** `forward`: to one of `backends`. `reject`: refused at once. `drop`: no answer ever comes. */
  readonly action: 'forward' | 'reject' | 'drop';
  /** Each gets as many connections as any other. Empty where nothing is forwarded. */
  readonly backends: readonly Backend[];
  /** So long after its last connection a client keeps its backend. Absent: each connection may go to another one. */
  readonly affinitySeconds?: number;
}
