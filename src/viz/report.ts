/** What the report of a graded run is given: plain JSON. */
export interface ReportView {
  readonly total: number;
  readonly passed: number;
  /** Of what it tells, where the check has stages: "Late and double: ". */
  readonly stage?: string;
  /** What the passing ones did: "broke no rule, and reached the desired state". */
  readonly passedWords: string;
  /** Set when the code has changed since: "checked before you changed line 11". */
  readonly outdated?: string;
  /** "1 type error, line 11": what may be behind it all. */
  readonly typeErrors?: string;
  readonly causes: readonly CauseView[];
  /** The universe whose words are shown. */
  readonly chosen?: UniverseView;
}

/** One way to fail and the universes that failed so. */
export interface CauseView {
  readonly id: string;
  readonly glyph: CauseGlyph;
  /** "made too many Pods" */
  readonly words: string;
  /** Seeds, ascending. */
  readonly seeds: readonly number[];
}

/** too many: a plug outside · too few: an empty socket · stood still: pause bars · orphan: a plug beside an open socket */
export type CauseGlyph = 'over' | 'under' | 'stuck' | 'orphan' | 'threw';

/** After the question, for who wants more. */
export interface Rungs {
  /** Where to look. */
  readonly look: string;
  /** A few lines of code that don't solve it. */
  readonly fragment?: string | undefined;
}

export interface UniverseView {
  readonly seed: number;
  /** The cause it belongs to. */
  readonly cause: string;
  /** What happens in it: "a Pod is deleted". */
  readonly scenario: string;
  /** What was out of the ordinary there: "the watch to your loop ran 420 ms behind". */
  readonly signal: string;
  /** What was observed, with its time. */
  readonly seen: string;
  /** The next question to ask; never the answer. */
  readonly question: string;
  /** What helps further, one after the other. */
  readonly rungs?: Rungs;
  /** There is no cluster that could be opened: the code was called directly. */
  readonly withoutCluster?: true;
}
