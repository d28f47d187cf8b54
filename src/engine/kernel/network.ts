/** An in-process network: ordered pipes with latency between named components, and the faults put on them. */
import type { Clock } from './clock.ts';
import type { Random } from './random.ts';

/** Faults of the links that match. `from` and `to` name components; `*` and a trailing `*` match many. */
export interface LinkFault {
  readonly from: string;
  readonly to: string;
  /** Only watch events (and other repeatable messages) are late; answers are not. */
  readonly watchOnly?: boolean;
  /** Watch events are not late: only answers and requests. */
  readonly answersOnly?: boolean;
  /** Added to every message, milliseconds. */
  readonly delayMs?: number;
  /** Added at random, uniform in [0, jitterMs). Order within a pipe is kept. */
  readonly jitterMs?: number;
  /** Chance that a message arrives twice (the second copy right behind). */
  readonly duplicate?: number;
  /** Chance that a message is lost and the connection resets, as TCP does: nothing after it arrives on that pipe. */
  readonly cut?: number;
  /** Nothing passes. Senders learn of it after `partitionTimeoutMs`. */
  readonly partition?: boolean;
  /** Chance that a message outside any connection is lost (a connection would send it again). */
  readonly drop?: number;
  /** Messages wait, in order, until the fault is healed: what a paused component looks like to the others. */
  readonly hold?: boolean;
}

export interface Pipe {
  /** Delivers in order after the link's latency. On a cut or partition `lost` runs instead and the pipe is closed. */
  send(deliver: () => void, options?: { readonly repeatable?: boolean }): void;
  close(): void;
}

export interface Network {
  /** Opens an ordered pipe. `lost` runs at most once, when the connection breaks. */
  pipe(from: string, to: string, lost: () => void): Pipe;
  /**
   * Sends one message outside any connection: it may be lost, doubled or overtaken by a later one. `lost` runs when it can't arrive.
   * `background`: the cluster counts as quiet while it is on its way.
   */
  post(from: string, to: string, deliver: () => void, options?: PostOptions): void;
  /** Puts a fault on the links it matches; returns what heals it. */
  addFault(fault: LinkFault): () => void;
}

export interface PostOptions {
  readonly background?: boolean;
  readonly lost?: () => void;
}

interface ActiveFault {
  readonly fault: LinkFault;
  readonly held: (() => void)[];
}

/** One way between two components, without faults. */
export const linkLatencyMs = 1;
/** How long a sender waits for a partitioned peer before it gives the connection up. */
export const partitionTimeoutMs = 10_000;

/** What decides about messages on their way. */
interface Links {
  readonly clock: Clock;
  readonly random: Random;
  active: readonly ActiveFault[];
}

/** Creates a network without faults. */
export function createNetwork(clock: Clock, random: Random): Network {
  const links: Links = { clock, random, active: [] };
  return {
    pipe: (from, to, lost) => openPipe(links, from, to, lost),
    post: (from, to, deliver, options) => post(links, from, to, deliver, options),
    addFault(fault) {
      const added: ActiveFault = { fault, held: [] };
      links.active = [...links.active, added];
      return () => {
        links.active = links.active.filter((other) => other !== added);
        for (const send of added.held.splice(0)) send();
      };
    },
  };
}

function openPipe(links: Links, from: string, to: string, lost: () => void): Pipe {
  const { clock, random } = links;
  let lastArrival = 0;
  let open = true;

  function breakOff(afterMs: number): void {
    open = false;
    clock.after(afterMs, lost);
  }

  return {
    close() {
      open = false;
    },
    send(deliver, options) {
      if (!open) return;
      let delay = linkLatencyMs;
      let copies = 1;
      if (links.active.length > 0) {
        for (const { fault, held } of links.active) {
          if (!matchesComponent(fault.from, from) || !matchesComponent(fault.to, to)) continue;
          const isEvent = options?.repeatable === true;
          if (isEvent ? fault.answersOnly === true : fault.watchOnly === true) continue;
          if (fault.hold === true) return void held.push(() => this.send(deliver, options));
          if (fault.partition === true) return breakOff(partitionTimeoutMs);
          if (options?.repeatable === true && random.chance(fault.cut ?? 0)) return breakOff(linkLatencyMs);
          delay += (fault.delayMs ?? 0) + (fault.jitterMs !== undefined ? random.int(fault.jitterMs) : 0);
          if (options?.repeatable === true && random.chance(fault.duplicate ?? 0)) copies = 2;
        }
      }
      const arrival = Math.max(lastArrival, clock.now() + delay);
      lastArrival = arrival;
      for (let copy = 0; copy < copies; copy += 1) {
        clock.after(arrival - clock.now(), () => {
          if (open) deliver();
        });
      }
    },
  };
}

function post(links: Links, from: string, to: string, deliver: () => void, options?: PostOptions): void {
  const { clock, random, active } = links;
  let delay = linkLatencyMs;
  let copies = 1;
  for (const { fault, held } of active) {
    if (!matchesComponent(fault.from, from) || !matchesComponent(fault.to, to) || fault.watchOnly === true) continue;
    if (fault.hold === true) return void held.push(() => post(links, from, to, deliver, options));
    if (fault.partition === true || random.chance(fault.drop ?? 0)) {
      if (options?.lost !== undefined) clock.after(linkLatencyMs, options.lost, { background: true });
      return;
    }
    delay += (fault.delayMs ?? 0) + (fault.jitterMs !== undefined ? random.int(fault.jitterMs) : 0);
    if (random.chance(fault.duplicate ?? 0)) copies = 2;
  }
  for (let copy = 0; copy < copies; copy += 1) {
    clock.after(delay, deliver, options?.background === true ? inBackground : undefined);
  }
}

const inBackground = { background: true } as const;

/** `*` and a trailing `*` match many names. */
export function matchesComponent(pattern: string, name: string): boolean {
  return pattern === name || (pattern.endsWith('*') && name.startsWith(pattern.slice(0, -1)));
}
