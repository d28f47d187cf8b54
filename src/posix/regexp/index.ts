/**
 * Expressions and patterns of the shell and its text tools. Matching takes time in proportion to expression times text, whatever the
 * expression, and counts its steps: nothing that a user types can hold the engine.
 */
import {
  compileProgram,
  type LongestProgram,
  PatternError,
  type PatternNode,
  prepareLongest,
  type Slots,
  type StepMeter,
  searchLongest,
} from '../../engine/index.ts';
import { parseGlob } from './glob.ts';
import { ExpressionError, type Flavor, parseExpression } from './syntax.ts';

export { StepLimitError } from '../../engine/index.ts';
export { ExpressionError } from './syntax.ts';

/** One match: where it is, and its groups. */
export interface Match {
  readonly from: number;
  readonly to: number;
  /** The whole, then `\1` and so on; undefined where a group took no part. */
  readonly groups: readonly (string | undefined)[];
}

export interface Expression {
  /** Whether it matches anywhere. */
  test(text: string): boolean;
  /** The leftmost match from a position on, the longest of these. */
  find(text: string, from?: number): Match | undefined;
  /** All matches that don't overlap, from left to right. */
  all(text: string): Generator<Match>;
}

/** A shell pattern: `*`, `?`, `[a-z]`. */
export interface Glob {
  test(text: string): boolean;
  /** Length of the shortest or the longest beginning that it matches. */
  prefix(text: string, which: 'shortest' | 'longest'): number | undefined;
  /** The same of an end. */
  suffix(text: string, which: 'shortest' | 'longest'): number | undefined;
  readonly expression: Expression;
}

/** Of a search, whatever it finds. */
const searchSteps = 24;
/** Of an instruction of an expression, and of a character of a pattern, which is compiled twice. */
const compileSteps = 4;
const globSteps = 10;
/** Instructions of one expression. */
const largest = 4_000;
const remembered = 200;

export interface ExpressionOptions extends Partial<Flavor> {
  /** The text means itself. */
  readonly fixed?: boolean;
  /** Between the ends of words. */
  readonly word?: boolean;
  /** The whole line. */
  readonly line?: boolean;
}

/** Compiles expressions for one program, whose searches share its steps. */
export interface Expressions {
  /** Throws an ExpressionError. */
  compile(pattern: string, options?: ExpressionOptions): Expression;
  glob(pattern: string): Glob;
}

/** Expressions whose searches draw from these steps. */
export function createExpressions(meter: StepMeter): Expressions {
  const known = new Map<string, Expression>();
  return {
    compile(pattern, options = {}) {
      const key = `${JSON.stringify(options)}${pattern}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      if (known.size >= remembered) known.clear();
      const program = compiled(nodeOf(pattern, options));
      meter.left -= program.instructions.length * compileSteps;
      const expression = expressionOf(program, meter);
      known.set(key, expression);
      return expression;
    },
    glob: (pattern) => globOf(pattern, meter),
  };
}

function nodeOf(pattern: string, options: ExpressionOptions): Parsed {
  const { extended = false, ignoreCase = false, escapes = false } = options;
  const source = options.fixed === true ? pattern.replace(/[.*[\]^$\\]/g, '\\$&') : pattern;
  const parsed = parseExpression(source, { extended: extended && options.fixed !== true, ignoreCase, escapes });
  let { node } = parsed;
  if (options.word === true) node = between(node, { type: 'assert', what: 'word' }, { type: 'assert', what: 'word' });
  if (options.line === true) node = between(node, { type: 'assert', what: 'begin' }, { type: 'assert', what: 'end' });
  return { node, groups: parsed.groups };
}

interface Parsed {
  readonly node: PatternNode;
  readonly groups: number;
}

function between(node: PatternNode, before: PatternNode, behind: PatternNode): PatternNode {
  return { type: 'concat', parts: [before, node, behind] };
}

function compiled({ node, groups }: Parsed): LongestProgram {
  try {
    return prepareLongest(compileProgram(node, largest), groups);
  } catch (error) {
    if (error instanceof PatternError) throw new ExpressionError('Regular expression too big');
    throw error;
  }
}

function codesOf(text: string): Uint16Array {
  const codes = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at += 1) codes[at] = text.charCodeAt(at);
  return codes;
}

function expressionOf(program: LongestProgram, steps: StepMeter): Expression {
  const search = (codes: Uint16Array, from: number, any = false): Slots | undefined => {
    steps.left -= searchSteps + (codes.length >> 4);
    return searchLongest(program, codes, from, steps, any);
  };
  return {
    test: (text) => search(codesOf(text), 0, true) !== undefined,
    find(text, from = 0) {
      const slots = search(codesOf(text), from);
      return slots === undefined ? undefined : matchOf(text, slots);
    },
    *all(text) {
      const codes = codesOf(text);
      for (let from = 0, end = -1; from <= text.length; ) {
        const slots = search(codes, from);
        if (slots === undefined) return;
        const match = matchOf(text, slots);
        const isEmpty = match.from === match.to;
        // An empty match right behind another one doesn't count.
        if (!isEmpty || match.from !== end) yield match;
        end = match.to;
        from = isEmpty ? match.to + 1 : match.to;
      }
    },
  };
}

function matchOf(text: string, slots: Slots): Match {
  const groups: (string | undefined)[] = [];
  for (let at = 0; at < slots.length; at += 2) {
    const [from = -1, to = -1] = [slots[at], slots[at + 1]];
    groups.push(from < 0 || to < 0 ? undefined : text.slice(from, to));
  }
  return { from: slots[0] ?? 0, to: slots[1] ?? 0, groups };
}

function globOf(pattern: string, meter: StepMeter): Glob {
  const parts = parseGlob(pattern);
  if (parts.length > largest / 4) throw new ExpressionError('pattern too big');
  const forward = compiled({ node: { type: 'concat', parts }, groups: 0 });
  const whole = compiled({
    node: between({ type: 'concat', parts }, { type: 'assert', what: 'begin' }, { type: 'assert', what: 'end' }),
    groups: 0,
  });
  meter.left -= parts.length * globSteps;
  const anchored = (nodes: readonly PatternNode[]): LongestProgram =>
    compiled({ node: { type: 'concat', parts: [{ type: 'assert', what: 'begin' }, ...nodes] }, groups: 0 });
  const length = (program: LongestProgram, codes: Uint16Array, which: 'shortest' | 'longest'): number | undefined =>
    searchLongest(program, codes, 0, meter, which === 'shortest')?.[1];
  return {
    test: (text) => searchLongest(whole, codesOf(text), 0, meter, true) !== undefined,
    prefix: (text, which) => length(anchored(parts), codesOf(text), which),
    suffix: (text, which) => length(anchored(parts.toReversed()), codesOf(text).reverse(), which),
    expression: expressionOf(forward, meter),
  };
}
