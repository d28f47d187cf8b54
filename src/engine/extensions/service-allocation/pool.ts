/** A range of numbers of which each may be taken once (pkg/registry/core/service/allocator). */
import type { Random } from '../../kernel/index.ts';

export interface Pool {
  readonly first: number;
  /** Included. */
  readonly last: number;
  /** How many at the beginning are left, as long as possible, to those who name the number they want. */
  readonly reserved: number;
}

/** Whether a number is in the pool. */
export function holds({ first, last }: Pool, wanted: number): boolean {
  return wanted >= first && wanted <= last;
}

/** A free number, from behind the reserved ones while there is one; undefined when all are taken. */
export function drawFree(pool: Pool, isTaken: (value: number) => boolean, random: Random): number | undefined {
  const upper = pool.first + pool.reserved;
  return freeIn(upper, pool.last, isTaken, random) ?? freeIn(pool.first, upper - 1, isTaken, random);
}

/** The first free number at or behind a random place, going round. */
function freeIn(first: number, last: number, isTaken: (value: number) => boolean, random: Random): number | undefined {
  const size = last - first + 1;
  if (size <= 0) return undefined;
  const start = random.int(size);
  for (let step = 0; step < size; step += 1) {
    const value = first + ((start + step) % size);
    if (!isTaken(value)) return value;
  }
  return undefined;
}

/** The part of a range of `size` numbers that is left to those who choose: a 16th (or 32nd), but 16 at least and `most` at most. */
export function reservedOf(size: number, share: number, most: number): number {
  if (size <= 16) return 0;
  return Math.min(Math.max(Math.floor(size / share), 16), most);
}
