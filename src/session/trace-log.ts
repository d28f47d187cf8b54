/**
 * The session's trace: the cluster's newest events with times since the session's start, what each led to, and which input began it.
 * It is read on request; a run pays nothing for it.
 */
import type { Cluster, TraceEvent } from '../engine/index.ts';
import type { Action, Input } from './types.ts';

/** Events of the trace that a session remembers. */
export const traceCapacity = 50_000;

/** An input as the trace knows it. */
export interface TracedInput {
  readonly index: number;
  readonly input: Input;
  /** "kubectl apply -f web.yaml" */
  readonly words: string;
}

export interface TraceLog {
  /** An input begins: what it starts now is because of it. */
  begin(input: Input, index: number): void;
  /** What was started by the input has been started. */
  started(): void;
  /** A command of a shell begins: its requests are because of this event. */
  command(words: string, line: number): number;
  /** The event of the input that began last; 0 before the first. */
  readonly current: number;
  get(id: number): TraceEvent | undefined;
  /** Events caused by this one, oldest first. */
  effects(id: number): readonly TraceEvent[];
  /** Those from a time to a time that are remembered, oldest first. Times are the session's. */
  between(from: number, to: number): readonly TraceEvent[];
  /** The requests of a line of the workspace, oldest first. */
  sourced(file: string, line: number): readonly TraceEvent[];
  /** All faults that are remembered, oldest first. */
  faults(): readonly TraceEvent[];
  /** The commit of a revision. */
  commitOf(revision: number): TraceEvent | undefined;
  inputOf(id: number): TracedInput | undefined;
  inputs(): IterableIterator<readonly [number, TracedInput]>;
  /** An event's time since the session's start. */
  t(event: TraceEvent): number;
}

export function createTraceLog({ trace }: Pick<Cluster, 'trace'>, startMs: number): TraceLog {
  const inputs = new Map<number, TracedInput>();
  let effects = new Map<number, TraceEvent[]>();
  let commits = new Map<number, TraceEvent>();
  let sources = new Map<string, TraceEvent[]>();
  let faults: TraceEvent[] = [];
  let events: TraceEvent[] = [];
  let read = 0;

  /** Takes in what is new; begins anew when half of what it holds has been forgotten by the trace itself. */
  function catchUp(): void {
    if (events.length > 2 * traceCapacity) {
      effects = new Map();
      commits = new Map();
      sources = new Map();
      faults = [];
      events = [];
      read = 0;
    }
    for (const event of trace.since(read)) {
      read = event.id;
      events.push(event);
      if (event.cause !== 0) addTo(effects, event.cause, event);
      if (event.revision !== undefined) commits.set(event.revision, event);
      if (event.source !== undefined && event.source.file !== '') addTo(sources, lineId(event.source), event);
      if (event.type === 'fault') faults.push(event);
    }
  }

  const log: { -readonly [Field in keyof TraceLog]: TraceLog[Field] } = {
    current: 0,
    begin(input, index) {
      const words = inputWords(input);
      log.current = trace.record({ component: 'you', type: 'command', what: words, cause: 0 });
      inputs.set(log.current, { index, input, words });
      trace.current = log.current;
    },
    started() {
      trace.current = 0;
    },
    command: (what, line) =>
      trace.record({ component: 'you', type: 'command', what, cause: log.current, source: { file: '', line } }),
    get: (id) => trace.get(id),
    effects(id) {
      catchUp();
      return effects.get(id) ?? [];
    },
    between(from, to) {
      catchUp();
      return events.slice(firstAt(events, from + startMs), firstAt(events, to + startMs + 1));
    },
    sourced(file, line) {
      catchUp();
      return sources.get(lineId({ file, line })) ?? [];
    },
    faults() {
      catchUp();
      return faults;
    },
    commitOf(revision) {
      catchUp();
      return commits.get(revision);
    },
    inputOf: (id) => inputs.get(id),
    inputs: () => inputs.entries(),
    t: ({ time }) => time - startMs,
  };
  return log;
}

const lineId = ({ file, line }: { readonly file: string; readonly line: number }): string => `${file}:${line}`;

function addTo<K>(lists: Map<K, TraceEvent[]>, key: K, event: TraceEvent): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [event]);
  else known.push(event);
}

/** The index of the first event at or after a time; times only rise. */
function firstAt(events: readonly TraceEvent[], time: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle]?.time ?? time) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** An action in one line, as one would have typed it. */
function inputWords(action: Action): string {
  switch (action.type) {
    case 'command':
      return firstLine(action.text);
    case 'manifest':
      return `kubectl apply -f ${action.path}`;
    case 'script':
      return firstLine(action.source);
    case 'edit':
      return action.text === null ? `rm ${action.path}` : `edit ${action.path}`;
    case 'swap':
      return `run ${action.entry} as ${action.controller}`;
    case 'unswap':
      return `put the built-in ${action.controller} back`;
    case 'fault':
      return `fault: ${action.fault.type}`;
    case 'advance':
      return 'let time pass';
    case 'terminal':
      return 'type into the terminal';
    case 'request':
      return `${action.request.method} ${action.request.path}`;
    case 'hangup':
      return 'hang up';
  }
}

/** The operator that joins it to the next line says nothing by itself. */
const firstLine = (text: string): string =>
  (text.replace(/^\$ /, '').trim().split('\n')[0] ?? '').replace(/\s*(?:&&|\|\|?|\\)\s*$/, '').slice(0, 120);
