/** What an author has written wrongly, in one file of a lesson. */
export interface AuthorMistake {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** The first line of a file that has these words, from 1; 1 where none has. */
export type LineOf = (words: string) => number;
