/** One measured figure. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The peer's figure for the same work, where it can do it. */
  readonly peer?: number;
  /** The peer's figure divided by ours. */
  readonly ratio?: number;
}
