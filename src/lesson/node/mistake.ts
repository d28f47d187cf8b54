/** What an author has written wrongly, in one file of a lesson. */
export interface AuthorMistake {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}
