/** One call of reconcile as it is remembered: what it read, what it decided, and the values of watch expressions in it. */
import type { DecisionView, ReconcileCallView } from '../../viz/reconciles-model.ts';

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export interface Call extends Omit<Mutable<ReconcileCallView>, 'read' | 'decided' | 'values' | 'tookMs'> {
  readonly read: string[];
  readonly decided: Mutable<DecisionView>[];
  readonly values: Map<string, string[]>;
  endedAt: number | undefined;
}

/** How much of one call is remembered. */
const readsKept = 24;
const decisionsKept = 24;
const valuesKept = 12;

export const newCall = (start: Pick<Call, 'id' | 'controller' | 'key' | 't' | 'trace'>): Call => ({
  ...start,
  read: [],
  readOmitted: 0,
  decided: [],
  decidedOmitted: 0,
  end: 'under way',
  turns: 1,
  values: new Map(),
  endedAt: undefined,
});

/** As it is shown at this time. */
export function callView({ values, endedAt, ...call }: Call, now: number): ReconcileCallView {
  return {
    ...call,
    read: [...call.read],
    decided: call.decided.map((decision) => ({ ...decision })),
    tookMs: (endedAt ?? now) - call.t,
    values: Object.fromEntries([...values].map(([id, texts]) => [id, [...texts]])),
  };
}

export function noteRead(call: Call, text: string): void {
  if (call.read.length < readsKept) call.read.push(text);
  else call.readOmitted += 1;
}

export function noteDecision(call: Call, decision: Mutable<DecisionView>): void {
  if (call.decided.length < decisionsKept) call.decided.push(decision);
  else call.decidedOmitted += 1;
}

/** A watch expression had this value. */
export function noteValue(call: Call, id: string, text: string): void {
  const values = call.values.get(id) ?? [];
  call.values.set(id, [...values, text].slice(-valuesKept));
}
