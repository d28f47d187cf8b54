/** When a lesson was passed first. It stands beside the lesson's work: who takes a checkpoint again loses no date. */

/** The key under which the time is kept: milliseconds since the epoch. */
export const passedOnKey = (lesson: string): string => `passed-on/${lesson}`;

/** @param stored What is kept under that key. @returns Undefined: it was passed before times were kept, or the file that brought it in had none. */
export const readPassedOn = (stored: unknown): number | undefined => (typeof stored === 'number' && Number.isFinite(stored) && stored > 0 ? stored : undefined);
