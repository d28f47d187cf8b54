/** The words of FailedScheduling (upstream framework/types.go FitError). */
import type { Rejection } from './rejection.ts';

/** Said when there is no node at all. */
export const noNodes = 'no nodes available to schedule pods';

/** Why no node would do. */
export interface Diagnosis {
  readonly nodeCount: number;
  /** By node name. */
  readonly rejections: ReadonlyMap<string, Rejection>;
  /** What holds for the nodes that aren't in `rejections`. */
  readonly absent?: string;
  /** A rejection before any node was tried: takes the list's place. */
  readonly preFilter?: string;
  readonly postFilter?: string;
}

/** `0/3 nodes are available: 1 reason, 2 other reason. preemption: …` Reasons with their counts sort as strings. */
export function fitErrorMessage({ nodeCount, rejections, absent, preFilter, postFilter }: Diagnosis): string {
  let message = `0/${nodeCount} nodes are available:`;
  if (preFilter !== undefined) message += ` ${preFilter}.`;
  else {
    const counts = new Map<string, number>();
    for (const { reasons } of rejections.values()) {
      for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
    const others = nodeCount - rejections.size;
    if (absent !== undefined && others > 0) counts.set(absent, (counts.get(absent) ?? 0) + others);
    const parts = [...counts].map(([reason, count]) => `${count} ${reason}`).sort();
    if (parts.length > 0) message += ` ${parts.join(', ')}.`;
  }
  return postFilter === undefined || postFilter === '' ? message : `${message} ${postFilter}`;
}
