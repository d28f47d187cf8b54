import type { Output } from '../../lesson/baked.ts';

/** What a cell printed as text, whole. */
export const printed = (output: readonly Output[]): string =>
  output.map((part) => (part.kind === 'text' ? part.text : '')).join('');
