/**
 * Shiki's theme for the page: each color is a variable that names what a token is, and `lines.ts` has a class for each.
 * The classes are in base.css, where light and dark are decided.
 */
import type { ThemeRegistration } from 'shiki/core';
import type { TokenKind } from './lines.ts';

const plain = 'var(--code-plain)';
const colorOf = (kind: TokenKind): string => `var(--code-${kind})`;

/** The deepest scope that a rule names decides, whatever stands around it. */
const scopes: Readonly<Partial<Record<TokenKind | 'plain', readonly string[]>>> = {
  plain: ['keyword.operator', 'meta.template.expression', 'string.unquoted', 'storage.type.function.arrow'],
  keyword: [
    'keyword',
    'storage',
    'keyword.operator.new',
    'keyword.operator.expression',
    'variable.language',
    'source.shell entity.name.command',
    'source.shell support.function.builtin',
  ],
  literal: ['string', 'source.ts constant', 'string.regexp keyword.operator', 'string.regexp keyword.other'],
  comment: ['comment', 'comment storage.type', 'comment keyword.operator', 'comment keyword', 'comment entity', 'comment variable', 'comment constant'],
  field: ['source.yaml entity.name.tag', 'source.shell constant.other.option'],
};

export const inkTheme: ThemeRegistration = {
  name: 'ink',
  type: 'light',
  fg: plain,
  bg: 'transparent',
  settings: Object.entries(scopes).map(([kind, scope]) => ({
    scope: [...scope],
    settings: { foreground: kind === 'plain' ? plain : colorOf(kind as TokenKind) },
  })),
};

/** What a color of the theme says; undefined: plain text. */
export function kindOf(color: string | undefined): TokenKind | undefined {
  const name = /^var\(--code-(\w+)\)$/.exec(color ?? '')?.[1];
  return name === undefined || name === 'plain' ? undefined : (name as TokenKind);
}
