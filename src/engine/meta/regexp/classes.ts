/** Sets of characters as ranges of code points. */
export type Ranges = readonly (readonly [number, number])[];

const DIGIT: Ranges = [[48, 57]];
const UPPER: Ranges = [[65, 90]];
const LOWER: Ranges = [[97, 122]];
const SPACE: Ranges = [
  [9, 10],
  [12, 13],
  [32, 32],
];
const LAST = 0x10ffff;

export const WORD: Ranges = [...DIGIT, ...UPPER, [95, 95], ...LOWER];

/** Joined and in order. */
export function union(a: Ranges, b: Ranges): Ranges {
  const sorted = [...a, ...b].sort((x, y) => x[0] - y[0] || x[1] - y[1]);
  const joined: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/** All others. */
export function negate(ranges: Ranges): Ranges {
  const result: [number, number][] = [];
  let next = 0;
  for (const [from, to] of union(ranges, [])) {
    if (from > next) result.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= LAST) result.push([next, LAST]);
  return result;
}

/** With the other case of every letter; letters beyond ASCII one by one, in ranges that aren't too large. */
export function foldCase(ranges: Ranges): Ranges {
  const added: [number, number][] = [];
  for (const [from, to] of ranges) {
    const last = Math.min(to, from + 2000);
    for (let code = from; code <= last; code += 1) {
      const char = String.fromCodePoint(code);
      for (const other of [char.toLowerCase(), char.toUpperCase()]) {
        const point = other.codePointAt(0);
        if (other !== char && point !== undefined && String.fromCodePoint(point) === other) added.push([point, point]);
      }
    }
  }
  return union(ranges, added);
}

const CLASSES: Readonly<Record<string, Ranges>> = {
  d: DIGIT,
  D: negate(DIGIT),
  s: SPACE,
  S: negate(SPACE),
  w: WORD,
  W: negate(WORD),
  ':alnum': [...DIGIT, ...UPPER, ...LOWER],
  ':alpha': [...UPPER, ...LOWER],
  ':ascii': [[0, 127]],
  ':blank': [
    [9, 9],
    [32, 32],
  ],
  ':cntrl': [
    [0, 31],
    [127, 127],
  ],
  ':digit': DIGIT,
  ':graph': [[33, 126]],
  ':lower': LOWER,
  ':print': [[32, 126]],
  ':punct': [
    [33, 47],
    [58, 64],
    [91, 96],
    [123, 126],
  ],
  ':space': [
    [9, 13],
    [32, 32],
  ],
  ':upper': UPPER,
  ':word': WORD,
  ':xdigit': [...DIGIT, [65, 70], [97, 102]],
};

const unicode = new Map<string, Ranges | undefined>();

/** `d`, `:alpha`, `p:Lu`, `p:Greek`: undefined when there is none. */
export function classNamed(name: string): Ranges | undefined {
  if (Object.hasOwn(CLASSES, name)) return CLASSES[name];
  if (!name.startsWith('p:')) return undefined;
  if (!unicode.has(name)) unicode.set(name, unicodeClass(name.slice(2)));
  return unicode.get(name);
}

function unicodeClass(name: string): Ranges | undefined {
  if (name === 'Any') return [[0, LAST]];
  const pattern = propertyPattern(name);
  if (pattern === undefined) return undefined;
  const ranges: [number, number][] = [];
  for (let code = 0; code <= LAST; code += 1) {
    if (!pattern.test(String.fromCodePoint(code))) continue;
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges;
}

function propertyPattern(name: string): RegExp | undefined {
  for (const property of [`General_Category=${name}`, `Script=${name}`]) {
    try {
      return new RegExp(`^\\p{${property}}$`, 'u');
    } catch {
      // No such property: perhaps the other one.
    }
  }
  return undefined;
}
