import type { Exchange, KubeObject } from '../meta/index.ts';
import type { Allocator } from './allocator.ts';

/** The exchange of a write whose answer ends what it had taken. */
export function settling(allocator: Allocator, exchange: Exchange): Exchange {
  const own: Exchange = {
    respond(answer) {
      allocator.settle(own, answer.code < 300 ? storedIn(answer.body) : undefined);
      exchange.respond(answer);
    },
    write: (chunk) => exchange.write(chunk),
    end: () => exchange.end(),
  };
  return own;
}

/** A write is answered with what is stored, unless a table was requested; then the cache has it a moment later. */
function storedIn(body: unknown): KubeObject | undefined {
  return isObject(body) ? body : undefined;
}

function isObject(body: unknown): body is KubeObject {
  return typeof body === 'object' && body !== null && 'metadata' in body && 'spec' in body;
}
