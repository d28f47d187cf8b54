/** Ranges of keys, as every request names them. */

export interface KeyRange {
  readonly key: string;
  readonly rangeEnd?: string;
}

/** Behind every key: keys have characters up to 255 only. */
export const lastKey = '\uffff';

/** Whether a key lies in a range: the one key, all from it on (`\0`), or half-open. */
export function covers(range: KeyRange, key: string): boolean {
  if (range.rangeEnd === undefined) return key === range.key;
  return key >= range.key && (range.rangeEnd === '\0' || key < range.rangeEnd);
}

/** The part of a key up to its last `/`, which is among the keys it stands for. */
export function directoryOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/') + 1);
}

/** Whether a range may hold a key that begins with `directory`. Never says no wrongly. */
export function meets(range: KeyRange, directory: string): boolean {
  if (range.rangeEnd === undefined) return range.key.startsWith(directory);
  return range.key <= directory + lastKey && (range.rangeEnd === '\0' || range.rangeEnd > directory);
}
