/** A file of the exercise as the learner meets it. */
export interface ExerciseFile {
  readonly name: string;
  /** Empty for one that is `later`. */
  readonly text: string;
  /** For reading only: its text is fetched when it is opened. */
  readonly later?: true;
  /** The coloring of the text as the build has it (`packColors`); absent: another text stands there now. */
  readonly colors?: string | undefined;
  readonly readOnly?: boolean;
  /** Differs from what the learner started with. */
  readonly changed?: boolean;
}

/** What the type checker says of the file in the editor. */
export interface EditorStatus {
  /** "1 type error, line 11"; absent when there is none, or when it isn't known yet. */
  readonly errors?: string;
  readonly line?: number;
  readonly column?: number;
  /** "saved", "not saved: storage is full" */
  readonly saved: string;
}
