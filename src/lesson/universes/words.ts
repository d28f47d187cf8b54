/** Words for what a check has seen. */

/** `t = 40.310 s` */
export const inSeconds = (ms: number): string => `t = ${(ms / 1000).toFixed(3)} s`;

const numbers = [
  'No',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
];

/** A number at the beginning of a sentence: `Two`, `13`. */
export const wordsFor = (count: number): string => numbers[count] ?? String(count);
