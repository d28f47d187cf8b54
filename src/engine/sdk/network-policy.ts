/** What NetworkPolicies say of a connection: the words of the part `network-policy`. */
import type { Namespace, NetworkPolicy, Pod } from '../api/generated/types.ts';

/** A new connection as one end of it is judged: `Egress` where it leaves a Pod, `Ingress` where it arrives at one. */
export interface PolicyView {
  readonly direction: 'Ingress' | 'Egress';
  /** Of `Egress` the client, of `Ingress` the server. */
  readonly pod: Pod;
  readonly peer: PolicyPeer;
  /** The server's own: a Service's address has been replaced by a Pod's before. */
  readonly port: number;
  /** `TCP` */
  readonly protocol: string;
  /** All of the Pod's namespace. */
  readonly policies: readonly NetworkPolicy[];
}

/** The other end. */
export interface PolicyPeer {
  readonly ip: string;
  /** Absent: the address is no Pod's. */
  readonly pod?: Pod | undefined;
  /** The Pod's. */
  readonly namespace?: Namespace | undefined;
}

/** What comes of it. */
export interface PolicyVerdict {
  /** `drop`: no answer ever comes. */
  readonly action: 'allow' | 'drop';
  /** Names of the policies that select the Pod for this direction. Without any, everything may pass. */
  readonly selecting: readonly string[];
  /** The first of them that allows the connection. */
  readonly by?: string;
}
