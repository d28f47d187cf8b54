/** Why not. `resolvable`: removing pods of lower priority could change it. */
export interface Rejection {
  readonly reasons: readonly string[];
  readonly resolvable: boolean;
}
