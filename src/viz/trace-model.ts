/**
 * Why, and what came of it: the chain from a thing back to a user's action, the tree forward, and the picture with a lane for each component.
 * Plain JSON, made beside the cluster. Times are virtual milliseconds since the session's start. Texts set names and code between backticks.
 */

/** The subject of a question. */
export type WhySubject =
  | { readonly uid: string }
  /** An object by kind and name; `namespace` absent: `default`, or none. */
  | { readonly kind: string; readonly name: string; readonly namespace?: string }
  /** A key of etcd. */
  | { readonly key: string }
  /** A write; an Event is identified by the revision that wrote it. */
  | { readonly revision: number }
  /** The last run of a cell. */
  | { readonly cell: string }
  /** An event of the trace: a span of the picture, a step of a chain. */
  | { readonly trace: number }
  /** A line of the workspace: its last run. */
  | { readonly file: string; readonly line: number }
  /** What a loop said or did last at a time; `says`: a line of its log. */
  | { readonly component: string; readonly t: number; readonly says?: string };

/** How far the trace is read: up to an earlier moment that is shown. Absent: up to now. */
export interface TraceMoment {
  readonly t: number;
  readonly revision?: number;
}

export interface WhyAsk {
  readonly subject: WhySubject;
  readonly at?: TraceMoment | undefined;
}

/** A user's action: a cell, a line in a terminal, an edit, a fault. */
export interface WhyInput {
  /** Its number in the session, from 0. */
  readonly index: number;
  /** "kubectl apply -f web.yaml" */
  readonly words: string;
  readonly cell?: string;
  /** The line of the cell's text, from 1. */
  readonly line?: number;
}

/** One event of the trace, as it was. */
export interface WhyHop {
  readonly trace: number;
  readonly t: number;
  readonly component: string;
  /** "POST pods", "reconcile default/web", "revision 318" */
  readonly what: string;
}

/** Something that a component did because of the step after it. */
export interface WhyStep {
  /** Of the trace; ask about it to go on from there. */
  readonly trace: number;
  readonly t: number;
  readonly component: string;
  /** `you`: where the chain ends, with a user's action. `fault`: a fault. `clock`: a timer. */
  readonly mark: 'you' | 'fault' | 'loop' | 'clock';
  /** "The ReplicaSet loop created it." */
  readonly lead: string;
  /** "Wanted 5, counted 4.", or ''. */
  readonly says: string;
  /** `Pod/web-xl6cn` */
  readonly object?: string;
  readonly revision?: number;
  readonly input?: WhyInput;
  /** The line of the workspace that requested it. */
  readonly source?: { readonly file: string; readonly line: number };
  /** What else it had heard when it began. */
  readonly others: readonly { readonly trace: number; readonly t: number; readonly says: string }[];
  /** Every event on the way of this step, the newest first. */
  readonly hops: readonly WhyHop[];
}

export interface WhyView {
  /** "Why is `web-xl6cn` Running on `node-3`?"; a sentence that says what is missing where nothing is known. */
  readonly title: string;
  /** From the thing back; empty when nothing is known of it. */
  readonly steps: readonly WhyStep[];
  /** The trace has forgotten what was before the last step. */
  readonly forgotten: boolean;
}

/** Something that came of it; `count` of the same kind are one. */
export interface EffectView {
  readonly trace: number;
  readonly t: number;
  readonly component: string;
  readonly lead: string;
  readonly says: string;
  readonly revision?: number;
  readonly count: number;
  readonly effects: readonly EffectView[];
}

export interface EffectsView {
  /** "What did `kubectl apply -f web.yaml` cause?" */
  readonly title: string;
  readonly effects: readonly EffectView[];
  /** Writes in the tree, and in all. */
  readonly shown: number;
  readonly total: number;
  /** Reconciles that found nothing to do, and Events that were recorded. */
  readonly idle: number;
  readonly told: number;
}

export interface TraceAsk {
  /** Absent: from the first thing drawn, to the last. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Its chain is drawn in front; alone, unless `all`. */
  readonly subject?: WhySubject | undefined;
  /** What came of it, in place of what it came of. */
  readonly forward?: boolean | undefined;
  readonly all?: boolean | undefined;
  readonly at?: TraceMoment | undefined;
  /** At most so many spans; 300 by default. */
  readonly limit?: number | undefined;
}

export interface SpanView {
  readonly trace: number;
  /** Index of its lane. */
  readonly lane: number;
  readonly from: number;
  readonly to: number;
  /** `work`: hollow. `commit`: a revision. `due`: due next. `you`: a user's action. */
  readonly kind: 'work' | 'commit' | 'due' | 'you';
  readonly label: string;
  /** So many that lie too close together to be drawn apart. */
  readonly count: number;
  /** On the chain of the subject. */
  readonly chosen: boolean;
  /** For the table: "the scheduler", "bind web-xl6cn to node-3", "revision 316". */
  readonly what: string;
  readonly because: string;
}

export interface TraceView {
  readonly from: number;
  readonly to: number;
  readonly lanes: readonly { readonly id: string; readonly name: string; readonly note: string; readonly cell?: string }[];
  /** The moment the picture is of, where it lies within. */
  readonly now?: number;
  readonly spans: readonly SpanView[];
  /** By index of `spans`: because of `from` there was `to`. */
  readonly links: readonly { readonly from: number; readonly to: number; readonly chosen: boolean }[];
  /** Where times lie on the picture, 0 to 1; between two, evenly. Stretches in which nothing happened are shortened. */
  readonly timeScale: readonly { readonly t: number; readonly x: number }[];
  readonly faults: readonly { readonly from: number; readonly to: number; readonly label: string }[];
  /** The longest of these stretches: "1.9 s". */
  readonly shortened: readonly string[];
  /** Spans that aren't drawn apart. */
  readonly gathered: number;
  /** "23 ms, one cause after another" */
  readonly words: string;
}
