/** How times and numbers are said, the same in every view. */
import { tr } from './words.ts';

/** 40019 → "40.019 s" */
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(3)} s`;

/** 400 → "0.4 s ago", 95000 → "95 s ago"; −1 → "none yet" */
export function heartbeat(agoMs: number): string {
  if (agoMs < 0) return tr('no beat yet');
  return tr('beat {seconds} s ago', { seconds: agoMs < 10_000 ? (agoMs / 1000).toFixed(1) : Math.round(agoMs / 1000) });
}

/** 300 of 4000 → "0.3 of 4 cpu" */
export const cpu = (requestedMilli: number, allocatableMilli: number): string =>
  tr('{requested} of {allocatable} cpu', { requested: cores(requestedMilli), allocatable: cores(allocatableMilli) });

/** 1 → "1 Pod", 3 → "3 Pods" */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

const cores = (milli: number): string => String(Math.round(milli / 100) / 10);
