/** Told of what the code throws. */
export type Failed = (error: unknown) => void;

/** What a module exports as a part. */
export type Written = (...values: readonly never[]) => unknown;
