/** SHA-256 and HMAC (FIPS 180-4, RFC 2104) over bytes, one character each: the engine has no platform to ask. */

const constants = new Uint32Array(64);
const initial = new Uint32Array(8);
fillConstants();

/** First 32 bits of the fractional parts of the roots of the first primes. */
function fillConstants(): void {
  let found = 0;
  for (let candidate = 2; found < 64; candidate += 1) {
    let prime = true;
    for (let factor = 2; factor * factor <= candidate; factor += 1) if (candidate % factor === 0) prime = false;
    if (!prime) continue;
    constants[found] = fractionBits(Math.cbrt(candidate));
    if (found < 8) initial[found] = fractionBits(Math.sqrt(candidate));
    found += 1;
  }
}

/** A double has 18 bits more than these need: none of the 72 roots comes out otherwise where an engine's last bits differ. */
function fractionBits(root: number): number {
  return Math.floor((root % 1) * 2 ** 32);
}

/** The digest's 32 bytes. */
export function sha256(bytes: string): string {
  const blocks = (bytes.length + 9 + 63) >> 6;
  const words = new Uint32Array(blocks * 16);
  for (let at = 0; at < bytes.length; at += 1) put(words, at, bytes.charCodeAt(at));
  put(words, bytes.length, 0x80);
  words[words.length - 2] = Math.floor((bytes.length * 8) / 4294967296);
  words[words.length - 1] = (bytes.length * 8) >>> 0;
  const state = Uint32Array.from(initial);
  const schedule = new Uint32Array(64);
  for (let block = 0; block < blocks; block += 1) compress(state, schedule, words, block * 16);
  let digest = '';
  for (const word of state) {
    digest += String.fromCharCode(word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255);
  }
  return digest;
}

function put(words: Uint32Array, at: number, byte: number): void {
  words[at >> 2] = (words[at >> 2] ?? 0) | (byte << (24 - 8 * (at & 3)));
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function compress(state: Uint32Array, w: Uint32Array, words: Uint32Array, from: number): void {
  for (let t = 0; t < 16; t += 1) w[t] = words[from + t] ?? 0;
  for (let t = 16; t < 64; t += 1) {
    const x = w[t - 15] ?? 0;
    const y = w[t - 2] ?? 0;
    const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
    const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
    w[t] = (w[t - 16] ?? 0) + s0 + (w[t - 7] ?? 0) + s1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < 64; t += 1) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + s1 + ((e & f) ^ (~e & g)) + (constants[t] ?? 0) + (w[t] ?? 0)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => {
    state[at] = (state[at] ?? 0) + word;
  });
}

/** The code's 32 bytes. */
export function hmacSha256(key: string, message: string): string {
  const short = key.length > 64 ? sha256(key) : key;
  const padded = (pad: number): string => {
    let block = '';
    for (let at = 0; at < 64; at += 1) block += String.fromCharCode((short.charCodeAt(at) || 0) ^ pad);
    return block;
  };
  return sha256(padded(0x5c) + sha256(padded(0x36) + message));
}
