/** A cluster whose time stands between commands: it passes only as far as a command needs it. */
import { readFileSync } from 'node:fs';
import { type Cluster, createCluster, type Exchange, type Handler, type StreamEnd } from '../../src/engine/index.ts';
import { unix } from '../../src/posix/index.ts';

export interface World {
  readonly cluster: Cluster;
  /** Lets time pass until it is quiet, and on to a moment (virtual milliseconds since the epoch). */
  settleAt(ms: number): Promise<void>;
}

/** Longest that one command may take, virtual. */
export const patienceMs = 10 * 60_000;
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function readDescriptions(): (type: string, field: string) => string {
  try {
    const table: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> = JSON.parse(
      readFileSync(new URL('../../.generated/descriptions.json', import.meta.url), 'utf8'),
    );
    return (type, field) => table[type]?.[field] ?? '';
  } catch {
    return () => '';
  }
}

/** Three nodes, booted. Two of them with the same start are the same in everything. */
export async function createWorld(startMs: number): Promise<World> {
  const cluster = createCluster({ unix, seed: 'parity', nodes: 3, settle, startMs, descriptions: readDescriptions() });
  const world: World = {
    cluster,
    async settleAt(ms) {
      await cluster.run({ quiet: true, until: Math.max(ms, cluster.now()) });
      await cluster.run({ until: Math.max(ms, cluster.now()) });
    },
  };
  await world.settleAt(startMs + 60_000);
  return world;
}

export interface PumpOptions {
  /** It would go on for ever: called when nothing happens any more. */
  readonly quiet?: () => void;
  /** The client sleeps between its requests: time passes meanwhile. */
  readonly sleeps?: boolean;
}

/** The world's door for clients outside its time: their requests act when `pump` lets them. */
export interface Pump {
  readonly handler: Handler;
  /** Lets time pass as the client needs it, until `ended`. */
  run(ended: () => boolean, options?: PumpOptions): Promise<void>;
  /** The client has ended: look at once. */
  wake(): void;
}

/** What a client may take to act on what it got, real milliseconds. */
const reactionMs = 200;
/** A client that asks for nothing so long is asleep: time passes for it. */
const asleepMs = 300;
/** Without news time runs on by so much at once, in case the client is only slow. */
const strideMs = 5_000;
/** After ten minutes without news the client is left to its own timeout. */
const mostStrides = 120;
const napMs = 5_000;

export function createPump(cluster: Cluster): Pump {
  const inner = cluster.connect('client');
  let inputs: (() => void)[] = [];
  let answersDue = 0;
  let streams = 0;
  let written = 0;
  let wake = (): void => {};

  function enter(input: () => void): void {
    inputs.push(input);
    wake();
  }

  function pause(ms: number): Promise<void> {
    if (inputs.length > 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        setImmediate(resolve);
      };
    });
  }

  const handler: Handler = (request, exchange) => {
    let over = false;
    let hangUp: (() => void) | undefined;
    let streaming = false;
    function finish(): void {
      if (over) return;
      over = true;
      if (streaming) streams -= 1;
      else answersDue -= 1;
    }
    const counted: Exchange = {
      respond(response) {
        if (response.body === undefined && !over) {
          streaming = true;
          answersDue -= 1;
          streams += 1;
        } else finish();
        written += 1;
        exchange.respond(response);
      },
      write(chunk) {
        written += 1;
        exchange.write(chunk);
      },
      end() {
        finish();
        written += 1;
        exchange.end();
      },
      ...(exchange.upgrade !== undefined && {
        upgrade(peer: StreamEnd) {
          streaming = true;
          answersDue -= 1;
          streams += 1;
          written += 1;
          const client = exchange.upgrade?.({
            write: (channel, bytes) => enter(() => peer.write(channel, bytes)),
            close: (channel) => enter(() => peer.close(channel)),
            end: () => enter(() => peer.end()),
          });
          return {
            write(channel: number, bytes: Uint8Array) {
              written += 1;
              client?.write(channel, bytes);
            },
            close: (channel: number) => client?.close(channel),
            end() {
              finish();
              written += 1;
              client?.end();
            },
          };
        },
      }),
    };
    enter(() => {
      answersDue += 1;
      hangUp = inner(request, counted);
    });
    return () =>
      enter(() => {
        finish();
        hangUp?.();
      });
  };

  return {
    handler,
    wake: () => wake(),
    async run(ended, options = {}) {
      let idleSince = performance.now();
      let heard = -1;
      let strides = 0;
      while (!ended()) {
        const entered = inputs;
        inputs = [];
        for (const input of entered) input();
        if (entered.length > 0) idleSince = performance.now();
        const until = cluster.now() + patienceMs;
        if (answersDue > 0) {
          await cluster.run({ until, while: () => answersDue > 0 && inputs.length === 0 });
        } else if (streams > 0) {
          const news = heard !== written;
          await pause(news ? reactionMs : strides < mostStrides ? 1 : asleepMs);
          if (ended() || inputs.length > 0) continue;
          strides = news ? 0 : strides + 1;
          heard = written;
          if (strides > mostStrides) continue;
          const before = written;
          const end = await cluster.run({
            until: cluster.now() + strideMs,
            while: () => written === before && inputs.length === 0,
            ...(options.quiet === undefined ? {} : { quiet: true }),
          });
          if (end === 'quiet') {
            await pause(reactionMs);
            options.quiet?.();
            await pause(reactionMs);
          }
        } else {
          await pause(20);
          if (options.sleeps === true && performance.now() - idleSince > asleepMs) {
            await cluster.run({ until: cluster.now() + napMs });
            idleSince = performance.now() - asleepMs / 2;
          }
        }
      }
      const left = inputs;
      inputs = [];
      for (const input of left) input();
    },
  };
}
