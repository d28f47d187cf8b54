/**
 * etcd's JSON gateway without a server: what a POST to one of its paths answers. Names, numbers and errors are as the real
 * one's (grpc-gateway over rpc.proto), so that one client drives both.
 */
import type { Json } from '../../meta/json.ts';
import { etcdVersion } from '../member.ts';
import type { EtcdMember } from '../types.ts';
import { BadRequest, type Fields, fieldsOf } from './json-in.ts';
import { errorResponse, type GatewayInput, type GatewayResponse, type GatewayStream, refusal } from './responses.ts';
import { lookup } from './routes.ts';
import { openStream } from './streams.ts';

export interface Gateway {
  /** Answers a single request; `respond` never runs inside this call. */
  request(path: string, body: Json | undefined, respond: (response: GatewayResponse) => void): void;
  /** Answers a GET: `/health` and `/version`. */
  get(path: string, respond: (response: GatewayResponse) => void): void;
  /** True for the paths that stream: watch, lease keepalive, snapshot. */
  streams(path: string): boolean;
  /** Opens a stream; its requests come by `receive`, `close` is the client hanging up. */
  open(path: string, out: GatewayStream, options?: { readonly requireLeader?: boolean }): GatewayInput;
}

/** Creates the gateway of a member; `member` is called for each request; undefined while it is down. */
export function createGateway(member: () => EtcdMember | undefined, later: (run: () => void) => void): Gateway {
  return {
    request(path, body, respond) {
      const route = lookup(path);
      const asked = member();
      if (route === undefined) return later(() => respond({ code: 404, body: undefined }));
      if (asked === undefined) return later(() => respond(errorResponse(connectionRefused, unavailable)));
      let fields: Fields;
      try {
        fields = fieldsOf(body);
        route(asked, fields, (result) =>
          respond(result.failure === undefined ? { code: 200, body: result.ok } : refusal(result.failure)),
        );
      } catch (error) {
        if (!(error instanceof BadRequest)) throw error;
        later(() => respond(errorResponse(error.message, invalidArgument)));
      }
    },
    get(path, respond) {
      if (path === '/version') {
        const [major, minor] = etcdVersion.split('.');
        const body = { etcdserver: etcdVersion, etcdcluster: `${major}.${minor}.0` };
        return later(() => respond({ code: 200, body }));
      }
      if (path !== '/health')
        return later(() => respond({ code: lookup(path) === undefined ? 404 : 405, body: undefined }));
      const asked = member();
      if (asked === undefined) return later(() => respond(errorResponse(connectionRefused, unavailable)));
      asked.health((healthy) => respond({ code: healthy ? 200 : 503, body: { health: String(healthy), reason: '' } }));
    },
    streams: (path) => streamPaths.has(path),
    open(path, out, options) {
      const asked = member();
      if (asked === undefined) {
        later(() => out.respond(errorResponse(connectionRefused, unavailable)));
        return { receive() {}, finish() {}, close() {} };
      }
      return openStream(path, asked, out, later, options?.requireLeader === true);
    },
  };
}

/** Paths whose answers are streams. */
const streamPaths = new Set(['/v3/watch', '/v3/lease/keepalive', '/v3/maintenance/snapshot']);

const invalidArgument = 3;
const unavailable = 14;
const connectionRefused =
  'all SubConns are in TransientFailure, latest connection error: connection error: desc = "transport: Error while dialing dial tcp: connect: connection refused"';
