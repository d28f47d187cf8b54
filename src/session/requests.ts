/**
 * HTTP requests from outside, such as those of a kubectl in a WebContainer's terminal: each is an input, and its answer is emitted as it
 * comes. A request that streams stays open in the background until it is hung up.
 */
import type { Cluster, GatewayResponse, Handler } from '../engine/index.ts';
import type { Running } from './input-scheduler.ts';
import type { AnswerPart, OutsideRequest } from './types.ts';

export interface Requests {
  /** Sends it; done when it has been answered, or its stream has begun. `to`: `apiserver`, or a member of etcd. */
  send(id: string, to: string, request: OutsideRequest): Running & { readonly exitCode: number };
  hangUp(id: string): void;
}

const user = { name: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] };

export function createRequests(cluster: Cluster, tell: (id: string, part: AnswerPart) => void): Requests {
  // Connected with the first request: a session without requests from outside has one client fewer.
  let connect: Handler | undefined;
  const open = new Map<string, () => void>();

  /** Begins it; returns what hangs up. */
  function begin(to: string, request: OutsideRequest, heard: (part: AnswerPart) => void): () => void {
    if (to !== 'apiserver') return askEtcd(cluster, to, request, heard);
    connect ??= cluster.connect('kubectl');
    return connect(
      { ...request, user },
      {
        respond: (respond) => heard({ respond, nowMs: cluster.now() }),
        write: (write) => heard({ write }),
        end: () => heard({ end: true }),
      },
    );
  }

  return {
    send(id, to, request) {
      let done = false;
      let over = false;
      const hangUp = begin(to, request, (part) => {
        if (over) return;
        cluster.unsettled();
        done = true;
        tell(id, part);
      });
      const end = (): void => {
        over = true;
        done = true;
        open.delete(id);
        hangUp();
      };
      open.set(id, end);
      return {
        get done() {
          return done;
        },
        exitCode: 0,
        interrupt: end,
        abandon: end,
      };
    },
    hangUp: (id) => open.get(id)?.(),
  };
}

function askEtcd(cluster: Cluster, member: string, request: OutsideRequest, heard: (part: AnswerPart) => void): () => void {
  const names = cluster.etcdMembers().map(({ name }) => name);
  const answer = ({ code, body }: GatewayResponse): void =>
    heard({ respond: { code, headers: {}, ...(body === undefined ? {} : { body }) }, nowMs: cluster.now() });
  if (!names.includes(member)) {
    answer({ code: 404, body: undefined });
    return () => {};
  }
  const gateway = cluster.etcdGateway(member);
  const body = JSON.parse(request.body ?? '{}');
  if (request.method === 'GET') gateway.get(request.path, answer);
  else if (!gateway.streams(request.path)) gateway.request(request.path, body, answer);
  else {
    const input = gateway.open(
      request.path,
      { respond: answer, write: (write) => heard({ write }), end: () => heard({ end: true }) },
      { requireLeader: true },
    );
    input.receive(body);
    return () => input.close();
  }
  return () => {};
}
