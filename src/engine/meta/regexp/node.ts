/** A parsed pattern, whatever syntax it was written in. */
import type { Ranges } from './classes.ts';

export type Node =
  | { readonly type: 'set'; readonly ranges: Ranges }
  | { readonly type: 'concat'; readonly parts: readonly Node[] }
  | { readonly type: 'either'; readonly parts: readonly Node[] }
  | {
      readonly type: 'repeat';
      readonly node: Node;
      readonly min: number;
      readonly max: number;
      readonly greedy: boolean;
    }
  | { readonly type: 'assert'; readonly what: Assertion }
  /** Remembers what it matches. Go's syntax makes none: `search.ts` has no use for it. */
  | { readonly type: 'group'; readonly index: number; readonly node: Node };

export type Assertion = 'begin' | 'end' | 'line begin' | 'line end' | 'word' | 'not word';

/** Why a pattern is none, as Go says it. */
export class PatternError extends Error {
  constructor(why: string, part: string) {
    super(`error parsing regexp: ${why}: \`${part}\``);
  }
}

/** How many instructions it becomes, about. */
export function weight(node: Node): number {
  switch (node.type) {
    case 'concat':
    case 'either':
      return node.parts.reduce((sum, part) => sum + weight(part), 1);
    case 'repeat':
      return 1 + weight(node.node) * Math.max(node.min, node.max === Infinity ? 1 : node.max, 1);
    case 'group':
      return 2 + weight(node.node);
    default:
      return 1;
  }
}
