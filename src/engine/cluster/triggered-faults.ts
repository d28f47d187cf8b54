/**
 * Faults that wait for something the component itself does: its nth stored write, or the nth watch event that is on its way to it. They
 * make the states that a controller meets rarely: half of its work done, a change it never observed, a cache from before its own writes.
 */
import type { Network, Random } from '../kernel/index.ts';
import { type ApiRequest, type ApiResponse, expired, failure, type Json, type Status, tooManyRequests } from '../meta/index.ts';
import type { Components } from './components.ts';
import type { Interference, SendingStream } from './connection.ts';
import type { Fault, RefusalCode } from './types.ts';

export type TriggeredFault = Extract<Fault, { type: 'crash-after-write' | 'stale-after-write' | 'withhold' }>;

export interface TriggeredFaults extends Pick<Interference, 'sending' | 'served'> {
  answered(component: string, request: ApiRequest, response: ApiResponse): void;
  /** Waits for its moment from now on; returns what heals it. */
  add(fault: TriggeredFault): () => void;
}

export interface TriggeredFaultParts {
  readonly network: Network;
  readonly components: Components;
  readonly after: (delayMs: number, run: () => void) => void;
  readonly revision: () => number;
}

/** One fault, waiting or at work. */
interface Armed {
  readonly fault: TriggeredFault;
  /** Writes or events that are still to come before its own. */
  left: number;
  /** What the watch event that is withheld is about. */
  object?: string;
  /** The watch whose events are lost. */
  stream?: SendingStream;
  /** Lists are answered as of this revision. */
  servedRevision?: number;
  /** Lets what is held pass. */
  release: () => void;
}

/** Creates the set of them; none is active. */
export function createTriggeredFaults(parts: TriggeredFaultParts): TriggeredFaults {
  const all = new Set<Armed>();
  return {
    add(fault) {
      const left = fault.type === 'withhold' ? fault.event : fault.write;
      const armed: Armed = { fault, left, release() {} };
      all.add(armed);
      return () => {
        all.delete(armed);
        armed.release();
      };
    },
    answered(component, request, response) {
      if (all.size === 0 || request.method === 'GET' || response.code >= 300 || isEvent(request)) return;
      for (const armed of all) {
        if (armed.fault.type === 'withhold' || armed.fault.component !== component) continue;
        armed.left -= 1;
        if (armed.left === 0) strike(parts, armed, armed.fault);
      }
    },
    sending(component, chunk, stream) {
      let isSent = true;
      for (const armed of all) {
        const { fault } = armed;
        if (fault.type !== 'withhold' || fault.component !== component) continue;
        if (fault.lost === true) isSent = !loses(armed, chunk, stream) && isSent;
        else meet(parts, armed, chunk);
      }
      return isSent;
    },
    served(component, request) {
      if (all.size === 0 || request.method !== 'GET' || (request.cause ?? 0) !== 0) return request;
      for (const { fault, servedRevision } of all) {
        if (servedRevision === undefined || fault.component !== component || request.query['watch'] !== undefined) continue;
        return { ...request, query: { ...request.query, resourceVersion: String(servedRevision), resourceVersionMatch: 'Exact' } };
      }
      return request;
    },
  };
}

/** The component's write is stored, and its answer not yet sent. */
function strike(parts: TriggeredFaultParts, armed: Armed, fault: Exclude<TriggeredFault, { type: 'withhold' }>): void {
  const { component } = fault;
  if (fault.type === 'crash-after-write') return void parts.components.crash(component, fault.downMs);
  armed.release = holdEvents(parts.network, component);
  armed.servedRevision = parts.revision() - 1;
  if (fault.restart === true) parts.components.crash(component, 0);
  parts.after(fault.lagMs, () => {
    delete armed.servedRevision;
    armed.release();
  });
}

/** Holds everything from the event it waits for until another event about the same object. */
function meet({ network }: TriggeredFaultParts, armed: Armed, chunk: Json): void {
  const object = objectOf(chunk);
  if (object === undefined) return;
  if (armed.object === object) {
    armed.release();
    return;
  }
  armed.left -= 1;
  if (armed.left !== 0) return;
  armed.object = object;
  armed.release = holdEvents(network, armed.fault.component);
}

/**
 * Whether this piece of a watch is lost: all of them are, from the event it waits for until another event about the same object. In the place of
 * that one the server says that the watch's version is too old (410), as it may whenever a connection was broken for a while. A new list follows,
 * and the state in between is never seen.
 */
function loses(armed: Armed, chunk: Json, stream: SendingStream): boolean {
  const object = objectOf(chunk);
  if (armed.object !== undefined) {
    if (armed.stream !== stream) return false;
    if (object === armed.object) armed.release();
    return true;
  }
  if (object === undefined) return false;
  armed.left -= 1;
  if (armed.left !== 0) return false;
  armed.object = object;
  armed.stream = stream;
  armed.release = () => {
    armed.release = () => {};
    stream.send(tooOld);
  };
  return true;
}

const tooOld: Json = { type: 'ERROR', object: { ...expired('too old resource version: the watch was broken off by a fault') } };

/** Watch events to the component wait, in order, until what is returned is called. */
const holdEvents = (network: Network, component: string): (() => void) =>
  network.addFault({ from: 'apiserver*', to: component, watchOnly: true, hold: true });

/** `Pod default/web-7k2xq` of a watch event; undefined for bookmarks and errors. */
export function objectOf(chunk: Json): string | undefined {
  if (!isRecord(chunk) || !['ADDED', 'MODIFIED', 'DELETED'].includes(String(chunk['type']))) return undefined;
  const object = chunk['object'];
  const metadata = isRecord(object) ? object['metadata'] : undefined;
  if (!isRecord(object) || !isRecord(metadata)) return undefined;
  return `${String(object['kind'])} ${String(metadata['namespace'] ?? '')}/${String(metadata['name'])}`;
}

const isRecord = (value: Json | undefined): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Events are notes that nothing depends on. */
const isEvent = ({ path }: ApiRequest): boolean => /\/events(\/|$)/.test(path);

type Refusal = Extract<Fault, { type: 'refuse' }>;

/** A Status when one of these refuses the request; with `afterwards`, one whose answer is lost after it was carried out. */
export function refusalOf(
  refusals: Iterable<Refusal>,
  component: string,
  request: ApiRequest,
  random: Random,
  afterwards = false,
): Status | undefined {
  for (const refusal of refusals) {
    const { code = 500 } = refusal;
    if ((code === 504) !== afterwards) continue;
    if (refusal.component !== '*' && refusal.component !== component) continue;
    if (!concerns(refusal, request)) continue;
    if (random.chance(refusal.chance)) return statusesOf[code];
  }
  return undefined;
}

/** In the words that the API server has for them. */
const statusesOf: Readonly<Record<RefusalCode, Status>> = {
  403: failure(403, 'Forbidden', 'forbidden: exceeded quota: refused by a fault'),
  409: failure(409, 'Conflict', 'Operation cannot be fulfilled: the object has been modified: refused by a fault'),
  429: tooManyRequests('Too many requests, please try again later: refused by a fault', 1),
  500: failure(500, 'InternalError', 'Internal error occurred: refused by a fault'),
  503: failure(503, 'ServiceUnavailable', 'The server is currently unable to handle the request: refused by a fault'),
  504: failure(504, 'Timeout', 'Timeout: request did not complete within the allotted timeout: answer lost by a fault'),
};

/** Without a verb all writes, and no reads. */
function concerns({ verb }: Refusal, { method, path, query }: ApiRequest): boolean {
  if (query['watch'] !== undefined) return false;
  if (method === 'GET' || method === 'HEAD') return verb !== undefined && verb === (namesOne(path) ? 'get' : 'list');
  if (verb === 'updateStatus') return (method === 'PUT' || method === 'PATCH') && path.endsWith('/status');
  return verb === undefined || verb === verbs[method];
}

const verbs = { POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' } as const;

/** `/api/v1/namespaces/default/pods/web`, `/apis/apps/v1/namespaces/default/replicasets/web`: an object rather than a collection. */
function namesOne(path: string): boolean {
  const parts = path.split('/').slice(path.startsWith('/apis/') ? 4 : 3);
  const named = parts[0] === 'namespaces' && parts.length > 2 ? parts.slice(2) : parts;
  return named.length > 1;
}

