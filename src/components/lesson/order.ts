/** An order as it is kept: places of the items, `2 0 1`. */
import { type English, tr } from '../../lesson/words/words.ts';

/** Those of `count` items; as they were given when nothing fitting was kept. */
export function readOrder(kept: string | undefined, count: number): readonly number[] {
  const places = (kept ?? '').split(' ').map(Number);
  const given = Array.from({ length: count }, (_, index) => index);
  return places.length === count && given.every((index) => places.includes(index)) ? places : given;
}

export const writeOrder = (order: readonly number[]): string => order.join(' ');

/** The item at a place goes one place up (-1) or down (1); at the end it stays. */
export function moved(order: readonly number[], place: number, by: 1 | -1): readonly number[] {
  const [item, other] = [order[place], order[place + by]];
  if (item === undefined || other === undefined) return order;
  return order.map((each, index) => (index === place ? other : index === place + by ? item : each));
}

/** "1st", "2nd" */
export function ordinal(place: number): string {
  const places: Readonly<Record<number, English>> = { 1: '{place}st', 2: '{place}nd', 3: '{place}rd' };
  const teen = place % 100 > 10 && place % 100 < 14;
  return tr((teen ? undefined : places[place % 10]) ?? '{place}th', { place });
}
