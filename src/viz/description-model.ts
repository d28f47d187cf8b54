/** A Pod as `kubectl describe` prints it. Plain JSON. */
export interface DescriptionAsk {
  /** uid */
  readonly pod: string;
  /** Absent: now. */
  readonly at?: { readonly t: number; readonly revision: number };
}

export interface DescriptionView {
  /** Absent: there is no such Pod at that moment. */
  readonly text?: string;
}
