/** Passes of one loop: what each began with, what it sent, what of that was stored. Plain JSON, read from the trace by lesson/lanes.ts. */

/** A write of etcd. */
export interface Stored {
  /** Virtual milliseconds since the session's start. */
  readonly t: number;
  readonly revision: number;
  /** The object's name: `web-7tswb`. */
  readonly object: string;
}

export interface SentRequest {
  readonly t: number;
  /** `POST pods`, `PUT replicasets/status web` */
  readonly what: string;
  /** Absent: it was refused, or changed nothing. */
  readonly stored?: Stored;
  /** When the loop went on to its next request in this pass. Absent: it was the pass's last. */
  readonly answeredT?: number;
}

export interface LanesPass {
  readonly t: number;
  /** The write whose event began it. */
  readonly begins: Pick<Stored, 'revision' | 'object'> & Partial<Stored>;
  readonly sends: readonly SentRequest[];
}

export interface LanesView {
  /** "ReplicaSet loop" */
  readonly loop: string;
  /** In the order in which they began. */
  readonly passes: readonly LanesPass[];
}
