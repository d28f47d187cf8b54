/** What the gateway answers with. */
import type { Json } from '../../meta/json.ts';
import { grpcCode } from '../failure.ts';
import type { EtcdFailure } from '../types.ts';
import type { JsonObject } from './json-out.ts';

export interface GatewayResponse {
  /** HTTP. */
  readonly code: number;
  /** Undefined where the real one answers in plain text (404, 405). */
  readonly body: JsonObject | undefined;
}

/** Where a stream's answers go. After `end`, or an answer by `respond`, nothing more comes. */
export interface GatewayStream {
  /** Instead of a stream: refused before it began. */
  respond(response: GatewayResponse): void;
  /** One line of the stream: `{"result":…}` or `{"error":…}`. */
  write(line: JsonObject): void;
  end(): void;
}

export interface GatewayInput {
  receive(request: Json): void;
  /** The client has said all it had to say; what it opened goes on. */
  finish(): void;
  close(): void;
}

/** The form of an error: `{"error":…,"message":…,"code":…}` under the HTTP status that goes with the gRPC code. */
export function refusal(failed: EtcdFailure): GatewayResponse {
  return errorResponse(failed.message, grpcCode(failed.error));
}

/** The same for a message of ours. */
export function errorResponse(words: string, code: number): GatewayResponse {
  return { code: httpStatuses[code] ?? 500, body: { error: words, message: words, code } };
}

/** HTTP status by gRPC code (grpc-gateway runtime/errors.go). */
const httpStatuses: Readonly<Record<number, number>> = {
  2: 500,
  3: 400,
  5: 404,
  8: 429,
  9: 412,
  11: 400,
  12: 501,
  14: 503,
  15: 500,
};
