/** Whom processes run as. */
export interface ProcessUser {
  readonly uid: number;
  readonly gid: number;
  /** Its own among them, from the smallest on. */
  readonly groups: readonly number[];
}
