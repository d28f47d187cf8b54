/** Which questions of the final a learner gets. Pure and small: the page draws with it, and `converge grade` draws the same. */
import { hash32 } from '../../engine/index.ts';

/** The key under which the number of the draw is kept, beside the answers. It is never right: it is no task. */
export const drawKey = 'final-draw';

/** So many draws in a row share no question. */
export const drawsApart = 3;

export interface DrawGroup {
  readonly keys: readonly string[];
  /** So many of them are drawn; at most `keys.length / drawsApart`. */
  readonly take: number;
}

/**
 * The keys of one draw, group by group.
 * @param draw A whole number from 0 up. Those of a block, such as 6, 7 and 8, part one shuffle among them.
 */
export function drawQuestions(groups: readonly DrawGroup[], draw: number): readonly string[] {
  const block = Math.floor(draw / drawsApart);
  const place = draw % drawsApart;
  return groups.flatMap(({ keys, take }) => {
    const shuffled = keys
      .map((key) => ({ key, rank: hash32(`${block} ${key}`) }))
      .sort((a, b) => a.rank - b.rank || (a.key < b.key ? -1 : 1));
    return shuffled.slice(place * take, (place + 1) * take).map(({ key }) => key);
  });
}

/** Whether something can be the number of a draw. */
export const isDraw = (value: number | undefined): value is number =>
  value !== undefined && Number.isSafeInteger(value) && value >= 0;
