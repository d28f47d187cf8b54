/** HTTP-shaped requests: how everything that is not the API server talks to it, in process or over a socket. */
import type { Json } from './json.ts';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who asks. Filled in by authentication; in process the connection says it. */
export interface User {
  readonly name: string;
  readonly groups: readonly string[];
  readonly uid?: string;
  /** More about them, by keys like `authentication.kubernetes.io/pod-name`. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

export interface ApiRequest {
  readonly method: Method;
  /** Path only, no query: `/apis/apps/v1/namespaces/default/replicasets/web/status`. Segments are URI-encoded. */
  readonly path: string;
  /** Decoded query: `{ labelSelector: 'app=web', watch: 'true' }`. */
  readonly query: Readonly<Record<string, string>>;
  /** All values of parameters that were given more than once, in their order: exec's `command`. `query` has the first of them. */
  readonly repeated?: Readonly<Record<string, readonly string[]>>;
  /** Lower-case names: `content-type`, `accept`, `user-agent` (its part before `/` is the default field manager). */
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON value passes by reference (and must not be changed afterwards); text is parsed by its content-type. */
  readonly body?: Json;
  /** `body` is bytes, a character each: what a proxy passes on. */
  readonly binary?: true;
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
  /** `body` is bytes, a character each: what a program in a pod answered. */
  readonly binary?: true;
}

/** The receiving end of one request. `respond` comes exactly once; `write` and `end` only for streams (watch, log follow). */
export interface Exchange {
  respond(response: ApiResponse): void;
  /** One watch event `{type, object}`, or a piece of text. Never before `respond`. */
  write(chunk: Json): void;
  end(): void;
  /** The connection broke: called instead of what would have come next. Absent: a 503 where nothing was answered yet, and `end`. */
  lost?(): void;
  /**
   * Present where the client requested a two-way stream (exec, attach, port-forward). Called instead of `respond`: `peer` gets what the client
   * sends, and what is returned sends to the client. A client that hangs up ends `peer`.
   */
  upgrade?(peer: StreamEnd): StreamEnd;
}

/**
 * One end of a two-way stream. Channels are those of v5.channel.k8s.io: 0 input, 1 output, 2 errors of the program, 3 how it ended (one JSON
 * Status), 4 the terminal's size (`{"Width":80,"Height":24}`). Port-forwarding has two for each connection: 2n for its bytes and 2n+1 for what
 * went wrong. The first two bytes on each are the port, its low byte first.
 */
export interface StreamEnd {
  /** Bytes, never changed afterwards. */
  write(channel: number, bytes: Uint8Array): void;
  /** Nothing more comes on that channel. */
  close(channel: number): void;
  /** Nothing more comes at all. Calling it twice is harmless. */
  end(): void;
}

/** A request to a program in a container. Header names in lower case; bodies are text, one character a byte. */
export interface HttpRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer, whole. */
export interface HttpAnswer {
  readonly code: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Takes a request; returns what stops a stream early (the client hung up). Calling it twice is harmless. */
export type Handler = (request: ApiRequest, exchange: Exchange) => () => void;
