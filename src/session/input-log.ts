/** The inputs that a session has carried out, and how long each took: what it is replayed and cut by. */
import { type Cut, cutLog, type Span } from './cut.ts';
import type { Input, SessionLog } from './types.ts';

export interface InputLog {
  /** Inputs so far. */
  readonly count: number;
  add(span: Span): void;
  /** Seed, start files and all inputs; a trailing `advance` when time has passed since the last. */
  log(now: number): SessionLog;
  cut(at: number): Cut;
}

/** `begin`: the log whose inputs are about to be replayed. */
export function createInputLog(begin: SessionLog): InputLog {
  const spans: Span[] = [];
  return {
    get count() {
      return spans.length;
    },
    add: (span) => void spans.push(span),
    log(now) {
      const inputs = spans.map(({ input }) => input);
      const loggedTo = spans.at(-1)?.to ?? 0;
      const passed: Input = { type: 'advance', at: loggedTo, to: now };
      return { ...begin, inputs: now > loggedTo ? [...inputs, passed] : inputs };
    },
    cut: (at) => cutLog(begin, spans, at),
  };
}
