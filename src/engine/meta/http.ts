/** HTTP-shaped requests: how everything that is not the API server talks to it, in process or over a socket. */
import type { Json } from './json.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who asks. Filled in by authentication; in process the connection says it. */
export interface User {
  readonly name: string;
  readonly groups: readonly string[];
}

export interface ApiRequest {
  readonly method: Method;
  /** Path only, no query: `/apis/apps/v1/namespaces/default/replicasets/web/status`. Segments are URI-encoded. */
  readonly path: string;
  /** Decoded query: `{ labelSelector: 'app=web', watch: 'true' }`. */
  readonly query: Readonly<Record<string, string>>;
  /** Lower-case names: `content-type`, `accept`, `user-agent` (its part before `/` is the default field manager). */
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON value passes by reference (and must not be changed afterwards); text is parsed by its content-type. */
  readonly body?: Json;
  readonly user: User;
  /** Trace event that caused this request; 0 when there is none. */
  readonly cause?: number;
}

export interface ApiResponse {
  readonly code: number;
  /** Lower-case names. `warning` holds one or more RFC 7234 warnings, joined by newlines. */
  readonly headers: Readonly<Record<string, string>>;
  /** An object, a Status, a List, a Table; text where the content-type is text/plain (logs, healthz). Absent for streams. */
  readonly body?: Json;
}

/** The receiving end of one request. `respond` comes exactly once; `write` and `end` only for streams (watch, log follow). */
export interface Exchange {
  respond(response: ApiResponse): void;
  /** One watch event `{type, object}`, or a piece of text. Never before `respond`. */
  write(chunk: Json): void;
  end(): void;
}

/** Takes a request; returns what stops a stream early (the client hung up). Calling it twice is harmless. */
export type Handler = (request: ApiRequest, exchange: Exchange) => () => void;
