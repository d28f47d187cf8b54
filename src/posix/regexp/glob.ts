/** Shell patterns as parts of an expression; a character after a backslash means itself. */
import { classNamed, negateRanges, type PatternNode, type Ranges, unionOfRanges } from '../../engine/index.ts';

const ANY: Ranges = [[0, 0xffff]];

/** The parts of a pattern, one after the other. */
export function parseGlob(pattern: string): readonly PatternNode[] {
  const parts: PatternNode[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern[at] ?? '';
    if (char === '\\') {
      at += 1;
      parts.push(literal(pattern[at] ?? '\\'));
    } else if (char === '*') {
      // Several stars are one.
      if (pattern[at - 1] === '*' && parts.at(-1)?.type === 'repeat') continue;
      parts.push({ type: 'repeat', node: { type: 'set', ranges: ANY }, min: 0, max: Infinity, greedy: true });
    } else if (char === '?') parts.push({ type: 'set', ranges: ANY });
    else if (char === '[') {
      const brackets = bracketsAt(pattern, at);
      parts.push(brackets === undefined ? literal('[') : { type: 'set', ranges: brackets.ranges });
      if (brackets !== undefined) at = brackets.end;
    } else parts.push(literal(char));
  }
  return parts;
}

function literal(char: string): PatternNode {
  const code = char.charCodeAt(0);
  return { type: 'set', ranges: [[code, code]] };
}

function bracketsAt(pattern: string, from: number): { readonly ranges: Ranges; readonly end: number } | undefined {
  const negated = /[!^]/.test(pattern[from + 1] ?? '');
  const begin = from + (negated ? 2 : 1);
  const found: (readonly [number, number])[] = [];
  for (let at = begin; at < pattern.length; at += 1) {
    if (pattern[at] === ']' && at > begin) {
      const ranges = unionOfRanges(found, []);
      return { ranges: negated ? negateRanges(ranges) : ranges, end: at };
    }
    const named = pattern[at] === '[' ? /^\[:(\w+):\]/.exec(pattern.slice(at, at + 20)) : null;
    if (named !== null) {
      found.push(...(classNamed(`:${named[1] ?? ''}`) ?? []));
      at += named[0].length - 1;
      continue;
    }
    if (pattern[at] === '\\') at += 1;
    const low = pattern.charCodeAt(at);
    const isRange = pattern[at + 1] === '-' && !['', ']'].includes(pattern[at + 2] ?? '');
    const high = isRange ? pattern.charCodeAt(at + 2) : low;
    if (isRange) at += 2;
    if (high >= low) found.push([low, high]);
  }
  return undefined;
}
