/** SHA-1 (FIPS 180-4) over bytes, one character each: Git names what it stores by it. */

/** The digest in hexadecimal. */
export function sha1(bytes: string): string {
  const words = padded(bytes);
  const state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  const schedule = new Uint32Array(80);
  for (let from = 0; from < words.length; from += 16) compress(state, schedule, words.subarray(from, from + 16));
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
}

/** The message in whole blocks of 16 words, big-endian, with its length in bits at the end. */
function padded(bytes: string): Uint32Array {
  const words = new Uint32Array(((bytes.length + 8) >> 6) * 16 + 16);
  const put = (at: number, byte: number): void => {
    words[at >> 2] = (words[at >> 2] ?? 0) | (byte << (24 - 8 * (at & 3)));
  };
  for (let at = 0; at < bytes.length; at += 1) put(at, bytes.charCodeAt(at));
  put(bytes.length, 0x80);
  words[words.length - 2] = Math.floor((bytes.length * 8) / 2 ** 32);
  words[words.length - 1] = bytes.length * 8;
  return words;
}

const rotate = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

function compress(state: Uint32Array, schedule: Uint32Array, block: Uint32Array): void {
  const at = (index: number): number => schedule[index] ?? 0;
  schedule.set(block);
  for (let index = 16; index < 80; index += 1)
    schedule[index] = rotate(at(index - 3) ^ at(index - 8) ^ at(index - 14) ^ at(index - 16), 1);
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
  for (let index = 0; index < 80; index += 1) {
    const [mixed, constant] = round(index, b, c, d);
    const next = (rotate(a, 5) + mixed + e + constant + at(index)) | 0;
    [a, b, c, d, e] = [next, a, rotate(b, 30), c, d];
  }
  [a, b, c, d, e].forEach((word, index) => {
    state[index] = (state[index] ?? 0) + word;
  });
}

/** The function of this round and its constant. */
function round(index: number, b: number, c: number, d: number): readonly [number, number] {
  if (index < 20) return [(b & c) | (~b & d), 0x5a827999];
  if (index < 40) return [b ^ c ^ d, 0x6ed9eba1];
  if (index < 60) return [(b & c) | (b & d) | (c & d), 0x8f1bbcdc];
  return [b ^ c ^ d, 0xca62c1d6];
}
