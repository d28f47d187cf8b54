/** How much learner code may write in one input before it is stopped, so that a loop gone wild can't drown the cluster. */
import type { Client } from '../../engine/index.ts';
import { ProblemError } from './problem.ts';

export interface Limits {
  /** Objects created in one input. */
  readonly created: number;
  /** Requests that write, in one input. */
  readonly writes: number;
  /** Requests that read, in one input. */
  readonly reads: number;
  /** Reconciles of one controller at one virtual millisecond. */
  readonly reconcilesPerInstant: number;
}

export const defaultLimits: Limits = { created: 5_000, writes: 50_000, reads: 100_000, reconcilesPerInstant: 20_000 };

export interface Budget {
  /** A client that counts. Throws a ProblemError instead of sending what would be too much; `stopped` is called then. */
  guard(client: Client): Client;
  /** A new input begins. */
  renew(): void;
}

/** `stopped` runs each time that something is refused. `who` begins the sentence: `This controller`. */
export function createBudget(limits: Limits, who: string, stopped: (error: ProblemError) => void): Budget {
  let created = 0;
  let writes = 0;
  let reads = 0;

  function refuse(what: string, limit: number, done: number): never {
    const error = new ProblemError({
      title: `Stopped: more than ${limit.toLocaleString('en-US')} ${what}`,
      message: `${who} would have made it ${(done + 1).toLocaleString('en-US')} or more, in one go. The cluster is well.`,
      hint: 'Does it count what is there before it writes? A loop that is satisfied does nothing. Mend it and run it again.',
    });
    stopped(error);
    throw error;
  }
  function write(count = 1): void {
    if (writes + count > limits.writes) refuse('writes', limits.writes, writes);
    writes += count;
  }
  function create(count: number): void {
    if (created + count > limits.created) refuse('new objects', limits.created, created);
    write(count);
    created += count;
  }
  function read(): void {
    if (reads >= limits.reads) refuse('reads', limits.reads, reads);
    reads += 1;
  }

  return {
    renew() {
      created = 0;
      writes = 0;
      reads = 0;
    },
    guard: (client) => countedClient(client, { read, write, create }),
  };
}

/** What a request counts as, before it is sent. */
interface Counters {
  read(): void;
  write(count?: number): void;
  create(count: number): void;
}

function countedClient(client: Client, { read, write, create }: Counters): Client {
  return {
    async get(kind, ref) {
      read();
      return client.get(kind, ref);
    },
    async list(kind, options) {
      read();
      return client.list(kind, options);
    },
    async create(kind, object) {
      create(1);
      return client.create(kind, object);
    },
    async update(kind, object) {
      write();
      return client.update(kind, object);
    },
    async updateStatus(kind, object) {
      write();
      return client.updateStatus(kind, object);
    },
    async patch(kind, ref, patch, options) {
      write();
      return client.patch(kind, ref, patch, options);
    },
    async delete(kind, ref, options) {
      write();
      return client.delete(kind, ref, options);
    },
    async getSubresource(kind, ref, subresource, query) {
      read();
      return client.getSubresource(kind, ref, subresource, query);
    },
    async postSubresource(kind, ref, subresource, body) {
      write();
      return client.postSubresource(kind, ref, subresource, body);
    },
    async putSubresource(kind, ref, subresource, body) {
      write();
      return client.putSubresource(kind, ref, subresource, body);
    },
    async createMany(kind, draft, count) {
      create(Math.max(0, count));
      return client.createMany(kind, draft, count);
    },
    async deleteMany(kind, objects) {
      write(objects.length);
      return client.deleteMany(kind, objects);
    },
  };
}
