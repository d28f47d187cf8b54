/**
 * A world of its own for code of other people: a V8 context that holds the page's engine as a grader, and nothing of Node. Only texts and functions of the
 * context itself go in; only texts come out. The process around it may read the engine and nothing else (see `sandbox.ts`).
 */
import { createContext, runInContext, constants } from 'node:vm';

export interface Realm {
  /** One message for the grader, as JSON. */
  receive(text: string): void;
}

/**
 * What the bundle expects of a worker, made inside the context: no function of ours is left where its code could reach it.
 * `send`, `soon` and `later` are closed over; they get texts, numbers and functions of the context.
 */
const bootstrap = `(send, read, soon, later, clear, now) => {
  'use strict';
  const heard = new Map();
  const listeners = (type) => heard.get(type) ?? heard.set(type, new Set()).get(type);
  const define = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  define('addEventListener', (type, listener) => void listeners(type).add(listener));
  define('removeEventListener', (type, listener) => void listeners(type).delete(listener));
  define('performance', { now: () => now() });
  define('setTimeout', (run, ms) => later(() => void run(), Number(ms) || 0));
  define('clearTimeout', (id) => void clear(Number(id)));
  define('MessageChannel', class MessageChannel {
    constructor() {
      const port1 = { onmessage: null, postMessage: (data) => soon(() => void port2.onmessage?.({ data })) };
      const port2 = { onmessage: null, postMessage: (data) => soon(() => void port1.onmessage?.({ data })) };
      this.port1 = port1;
      this.port2 = port2;
    }
  });
  const { parse, stringify } = JSON;
  const answerPiece = (name) => port.onmessage?.({ data: { type: 'piece', name, text: read(name) } });
  const port = {
    onmessage: null,
    postMessage(data) {
      if (data.type === 'piece-request') soon(() => void answerPiece(data.name));
      else send(stringify(data));
    },
  };
  return {
    begin() {
      for (const listener of listeners('message')) listener({ data: 'grader', ports: [port] });
    },
    receive: (text) => void port.onmessage?.({ data: parse(text) }),
    rejected(reason) {
      let taken = false;
      for (const listener of listeners('unhandledrejection')) listener({ reason, preventDefault() { taken = true; } });
      return taken === true;
    },
  };
}`;

/** What is thrown outside the context would be an object of ours inside it. */
function textOr(otherwise: string, read: () => string): string {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

interface Inside {
  begin(): void;
  receive(text: string): void;
  rejected(reason: unknown): unknown;
}

export interface RealmOptions {
  /** The text of the engine's core or of one of its pieces, by name. */
  read(name: string): string;
  /** Takes what the grader says, as JSON. It must not throw. */
  send(text: string): void;
}

export function createRealm({ read, send }: RealmOptions): Realm {
  const context = createContext(constants.DONT_CONTEXTIFY, { codeGeneration: { strings: true, wasm: false } });
  const timers = new Map<number, NodeJS.Timeout>();
  let last = 0;
  const bare = <T extends object>(value: T): T => Object.setPrototypeOf(value, null) as T;
  const given = [
    bare((text: unknown) => {
      if (typeof text === 'string') send(text);
    }),
    bare((name: unknown) => (typeof name === 'string' && /^[\w-]+$/.test(name) ? textOr('', () => read(name)) : '')),
    bare((run: () => void) => void setImmediate(() => run())),
    bare((run: () => void, ms: number) => {
      last += 1;
      const id = last;
      const due = (): void => {
        timers.delete(id);
        run();
      };
      timers.set(id, setTimeout(due, ms));
      return id;
    }),
    bare((id: number) => {
      clearTimeout(timers.get(id));
      timers.delete(id);
    }),
    bare(() => performance.now()),
  ] as const;
  const begin: (...functions: typeof given) => Inside = runInContext(bootstrap, context);
  const inside = begin(...given);
  runInContext(read('core'), context, { filename: 'engine.js' });
  // A promise of the context that no code awaits: the session takes it for the learner's problem.
  process.on('unhandledRejection', (reason) => {
    if (inside.rejected(reason) !== true) throw new Error('a promise of the grader was rejected');
  });
  inside.begin();
  return { receive: (text) => inside.receive(text) };
}
