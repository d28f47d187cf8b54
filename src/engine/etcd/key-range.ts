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
