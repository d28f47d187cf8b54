/**
 * Priority and fairness (upstream: apiserver pkg/util/flowcontrol): so many requests of a priority level are answered at a time; the others
 * wait, each flow in a queue of its own, and the flows take turns. A request has its seat from here until its answer begins, so what
 * counts is who waits for admission and etcd. As long as there are seats it costs a counter.
 */

import type { FlowControlFactory } from '../../apiserver/flow-control.ts';
import type { RequestInfo } from '../../apiserver/request-info.ts';
import type { Clock, Timer } from '../../kernel/index.ts';
import type { Exchange, User } from '../../meta/index.ts';
import { createLevels, type Flow, flowOf, type Level, type LevelName } from './levels.ts';

interface Waiting {
  readonly run: () => void;
  readonly timeLimit: Timer;
}

interface Room {
  readonly level: Level;
  inUse: number;
  /** Flows with requests that wait; the first is next. */
  readonly flows: Map<string, Waiting[]>;
  letting: boolean;
}

/** A quarter of the request's time (upstream: the request wait limit). */
const mostWaitMs = 15_000;
const retryAfterSeconds = 1;

/** Fair queues for a server of so many seats; by default upstream's 600. */
export function fairQueues(seats?: number): FlowControlFactory {
  return ({ clock }) => {
    const levels = createLevels(seats);
    const rooms = new Map<LevelName, Room>();

    function roomOf(name: LevelName): Room {
      let room = rooms.get(name);
      if (room === undefined) {
        room = { level: levels[name], inUse: 0, flows: new Map(), letting: false };
        rooms.set(name, room);
      }
      return room;
    }

    return {
      enter({ user, info, exchange }, run) {
        const flow = isLongRunning(info) ? undefined : flowOf(user, info);
        if (flow === undefined) {
          run(exchange);
          return nothing;
        }
        const room = roomOf(flow.level);
        if (room.inUse < room.level.seats) {
          seat(room, exchange, run);
          return nothing;
        }
        return queueUp(room, keyOf(flow, user, info), clock, exchange, run);
      },
    };
  };
}

type Run = (exchange: Exchange) => void;

function seat(room: Room, exchange: Exchange, run: Run): void {
  room.inUse += 1;
  const answered = (): void => {
    room.inUse -= 1;
    if (room.flows.size > 0) letIn(room);
  };
  run(whenAnswered(exchange, answered));
}

/** In a loop, not from within each other: an answer may come while its request is let in. */
function letIn(room: Room): void {
  if (room.letting) return;
  room.letting = true;
  while (room.inUse < room.level.seats) {
    const [next] = room.flows;
    if (next === undefined) break;
    const [key, queue] = next;
    const first = queue.shift();
    // Behind all the others.
    room.flows.delete(key);
    if (queue.length > 0) room.flows.set(key, queue);
    first?.timeLimit.cancel();
    first?.run();
  }
  room.letting = false;
}

/** Waits behind those of the same flow, unless they are too many. Returns what leaves the queue. */
function queueUp(room: Room, key: string, clock: Clock, exchange: Exchange, run: Run): () => void {
  const queue = room.flows.get(key) ?? [];
  if (queue.length >= room.level.queueLength) {
    tooMany(exchange);
    return nothing;
  }
  const leave = (): boolean => {
    const at = queue.indexOf(waiting);
    if (at < 0) return false;
    queue.splice(at, 1);
    if (queue.length === 0) room.flows.delete(key);
    waiting.timeLimit.cancel();
    return true;
  };
  const timeLimit = clock.after(mostWaitMs, () => leave() && tooMany(exchange), { background: true });
  const waiting: Waiting = { run: () => seat(room, exchange, run), timeLimit };
  queue.push(waiting);
  room.flows.set(key, queue);
  return () => void leave();
}

function nothing(): void {}

/** Watches and streams hold no seat (upstream: BasicLongRunningRequestCheck). */
function isLongRunning(info: RequestInfo): boolean {
  if (!info.isResource) return false;
  const { verb, subresource } = info;
  return verb === 'watch' || ['attach', 'exec', 'proxy', 'log', 'portforward'].includes(subresource);
}

function keyOf({ schema, by }: Flow, user: User, info: RequestInfo): string {
  const what = by === 'user' ? user.name : info.isResource ? info.namespace : '';
  return `${schema}/${what}`;
}

function whenAnswered(exchange: Exchange, answered: () => void): Exchange {
  return {
    respond(response) {
      exchange.respond(response);
      answered();
    },
    write: (chunk) => exchange.write(chunk),
    end: () => exchange.end(),
    ...(exchange.upgrade !== undefined && { upgrade: exchange.upgrade.bind(exchange) }),
  };
}

function tooMany(exchange: Exchange): void {
  exchange.respond({
    code: 429,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'retry-after': String(retryAfterSeconds),
    },
    body: 'Too many requests, please try again later.\n',
  });
}
