/** MD5 and SHA-256, for md5sum and sha256sum. */

/** Padded to whole blocks of 64 bytes, with the length in bits at the end. */
function padded(bytes: Uint8Array, bigEndian: boolean): DataView {
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const result = new Uint8Array(length);
  result.set(bytes);
  result[bytes.length] = 0x80;
  const view = new DataView(result.buffer);
  const high = Math.floor(bytes.length / 0x20000000);
  const low = (bytes.length << 3) >>> 0;
  view.setUint32(length - 8, bigEndian ? high : low, !bigEndian);
  view.setUint32(length - 4, bigEndian ? low : high, !bigEndian);
  return view;
}

function hex(words: readonly number[], bigEndian: boolean): string {
  const view = new DataView(new ArrayBuffer(words.length * 4));
  words.forEach((word, index) => view.setUint32(index * 4, word >>> 0, !bigEndian));
  let text = '';
  for (let at = 0; at < view.byteLength; at += 1) text += view.getUint8(at).toString(16).padStart(2, '0');
  return text;
}

const MD5_SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
/** floor(2^32 · |sin(i+1)|), written out: platforms don't agree on the last bits of a sine. */
const MD5_TABLE =
  (
    'd76aa478e8c7b756242070dbc1bdceeef57c0faf4787c62aa8304613fd469501698098d88b44f7afffff5bb1895cd7be6b901122fd987193a679438e49b40821' +
    'f61e2562c040b340265e5a51e9b6c7aad62f105d02441453d8a1e681e7d3fbc821e1cde6c33707d6f4d50d87455a14eda9e3e905fcefa3f8676f02d98d2a4c8a' +
    'fffa39428771f6816d9d6122fde5380ca4beea444bdecfa9f6bb4b60bebfbc70289b7ec6eaa127fad4ef308504881d05d9d4d039e6db99e51fa27cf8c4ac5665' +
    'f4292244432aff97ab9423a7fc93a039655b59c38f0ccc92ffeff47d85845dd16fa87e4ffe2ce6e0a30143144e0811a1f7537e82bd3af2352ad7d2bbeb86d391'
  )
    .match(/.{8}/g)
    ?.map((word) => Number.parseInt(word, 16)) ?? [];

const rotated = (value: number, by: number) => (value << by) | (value >>> (32 - by));

/** In hexadecimal. */
export function md5(bytes: Uint8Array): string {
  const view = padded(bytes, false);
  let [a0, b0, c0, d0] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let block = 0; block < view.byteLength; block += 64) {
    let [a, b, c, d] = [a0, b0, c0, d0];
    for (let i = 0; i < 64; i += 1) {
      const round = i >> 4;
      const f =
        round === 0 ? (b & c) | (~b & d) : round === 1 ? (d & b) | (~d & c) : round === 2 ? b ^ c ^ d : c ^ (b | ~d);
      const g = round === 0 ? i : round === 1 ? (5 * i + 1) & 15 : round === 2 ? (3 * i + 5) & 15 : (7 * i) & 15;
      const sum = (f + a + (MD5_TABLE[i] ?? 0) + view.getUint32(block + g * 4, true)) | 0;
      a = d;
      d = c;
      c = b;
      b = (b + rotated(sum, MD5_SHIFTS[round * 4 + (i & 3)] ?? 0)) | 0;
    }
    a0 = (a0 + a) | 0;
    b0 = (b0 + b) | 0;
    c0 = (c0 + c) | 0;
    d0 = (d0 + d) | 0;
  }
  return hex([a0, b0, c0, d0], false);
}

const SHA_TABLE = primes(64).map((prime) => rootFraction(prime, 3));

function primes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number += 1)
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  return found;
}

/** The first 32 bits behind the point of a root, in whole numbers: platforms don't agree on the last bits of others. */
function rootFraction(prime: number, degree: 2 | 3): number {
  const target = BigInt(prime) << BigInt(32 * degree);
  let low = 0n;
  let high = 1n << 40n;
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** BigInt(degree) <= target) low = middle;
    else high = middle - 1n;
  }
  return Number(low & 0xffffffffn) | 0;
}

/** In hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  const view = padded(bytes, true);
  const state = primes(8).map((prime) => rootFraction(prime, 2));
  const w = new Int32Array(64);
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let i = 0; i < 64; i += 1) {
      if (i < 16) w[i] = view.getInt32(block + i * 4);
      else {
        const [x, y] = [w[i - 15] ?? 0, w[i - 2] ?? 0];
        const s0 = rotated(x, 25) ^ rotated(x, 14) ^ (x >>> 3);
        const s1 = rotated(y, 15) ^ rotated(y, 13) ^ (y >>> 10);
        w[i] = ((w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1) | 0;
      }
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let i = 0; i < 64; i += 1) {
      const s1 = rotated(e, 26) ^ rotated(e, 21) ^ rotated(e, 7);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (SHA_TABLE[i] ?? 0) + (w[i] ?? 0)) | 0;
      const s0 = rotated(a, 30) ^ rotated(a, 19) ^ rotated(a, 10);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, index) => {
      state[index] = ((state[index] ?? 0) + value) | 0;
    });
  }
  return hex(state, true);
}
