/** A client for learner code whose refusals know the line of the request, and are reported when no code awaits them. */
import type { Client } from '../../engine/index.ts';
import { rememberCaller } from './problem.ts';

export interface CallOptions {
  /** Once this is false, nothing resolves any more. */
  alive?(): boolean;
  /** Runs when the present instant's promises have settled. */
  later(run: () => void): void;
  /** A refusal that no code has awaited or caught. */
  lost(error: unknown): void;
}

/** The same client. Of each promise it is known whether code waits for it, at the same moment on every platform. */
export function traceCalls(client: Client, options: CallOptions): Client {
  const alive = (): boolean => options.alive?.() !== false;
  function traced(method: (...args: unknown[]) => unknown, args: unknown[]): Call {
    const caller = new Error('called here');
    const call = new Call((resolve, reject) => {
      Promise.resolve(Reflect.apply(method, client, args)).then(
        (value) => {
          if (alive()) resolve(value);
        },
        (error: unknown) => {
          rememberCaller(error, caller);
          if (!alive()) return;
          reject(error);
          options.later(() => {
            if (!call.watched && alive()) options.lost(error);
          });
        },
      );
    });
    call.quieten();
    return call;
  }
  return new Proxy(client, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      return typeof method === 'function'
        ? (...args: unknown[]) => traced((...all) => Reflect.apply(method, target, all), args)
        : method;
    },
  });
}

/** A promise that knows whether code waits for it: `await` of a subclass goes through `then`. */
class Call extends Promise<unknown> {
  watched = false;
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }
  // biome-ignore lint/suspicious/noThenProperty: a promise has one.
  override then<A, B>(
    resolved?: ((value: unknown) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.watched = true;
    return super.then(resolved, rejected);
  }
  /** The platform needn't say anything about it. */
  quieten(): void {
    super.then(undefined, () => {});
  }
}
