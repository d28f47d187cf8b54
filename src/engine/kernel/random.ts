/**
 * Seeded chance: xoshiro128** on 32-bit integers, so that every JavaScript engine draws the same numbers.
 * A component forks a stream by its name; what one draws then never disturbs another.
 */
export interface Random {
  /** Uniform in [0, 1), 32 bits of it. */
  next(): number;
  /** Uniform integer in [0, below). */
  int(below: number): number;
  /** True with the given probability; draws nothing when it is 0. */
  chance(probability: number): boolean;
  /** One element; asserts that there is one. */
  pick<T>(items: readonly T[]): T;
  /** An independent stream that depends only on the seed and the name. */
  fork(name: string): Random;
}

/** Creates the stream of a seed. Any integer or string is a seed. */
export function createRandom(seed: number | string): Random {
  const text = String(seed);
  let a = hash32(text, 0x9e3779b9);
  let b = hash32(text, 0x243f6a88);
  let c = hash32(text, 0xb7e15162);
  let d = hash32(text, 0xdeadbeef) | 1;

  function draw(): number {
    const times5 = Math.imul(b, 5);
    const result = Math.imul((times5 << 7) | (times5 >>> 25), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result;
  }

  const random: Random = {
    next: () => draw() / 4294967296,
    int: (below) => Math.floor((draw() / 4294967296) * below),
    chance: (probability) => probability > 0 && draw() / 4294967296 < probability,
    pick(items) {
      const item = items[random.int(items.length)];
      if (item === undefined) throw new Error(items.length === 0 ? 'random.pick needs at least one item' : 'random.pick drew an item that is undefined, which it can’t return');
      return item;
    },
    fork: (name) => createRandom(`${text}/${name}`),
  };
  return random;
}

const prime = 0x01000193;

/** FNV-1a with a final avalanche; also what deterministic hashes of names use. */
export function hash32(text: string, start = 0x811c9dc5): number {
  let hash = start;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), prime);
  return avalanche(hash);
}

/** What `hash32` says of both starts, in one pass over a long text. */
export function hash32Twice(text: string, one: number, other: number): readonly [number, number] {
  let first = one;
  let second = other;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    first = Math.imul(first ^ code, prime);
    second = Math.imul(second ^ code, prime);
  }
  return [avalanche(first), avalanche(second)];
}

function avalanche(fnv: number): number {
  let hash = fnv;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
