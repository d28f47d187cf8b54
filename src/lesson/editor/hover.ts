/** What a name in the editor is: its type and its documentation. Of an interface, also its fields. */
import type { VirtualTypeScriptEnvironment } from '@typescript/vfs';
import type { QuickInfo, SymbolDisplayPart } from 'typescript';
import { inChecker } from './type-checker.ts';

export interface Hover {
  /** Where the name begins and ends in the text. */
  readonly from: number;
  readonly to: number;
  readonly code: string;
  readonly words: string;
}

/** The compiler's own fourth parameter, which its declarations leave out: how often a type is replaced by what it says. */
type QuickInfoReader = (file: string, position: number, maximumLength: number | undefined, depth: number) => QuickInfo | undefined;

/** Characters of a type: more doesn't fit beside the code. */
const longest = 600;

/** The name at `position` of the file; undefined where there is none. */
export function hoverAt({ languageService }: Pick<VirtualTypeScriptEnvironment, 'languageService'>, path: string, position: number): Hover | undefined {
  const read: QuickInfoReader = languageService.getQuickInfoAtPosition;
  const found = read(inChecker(path), position, longest, 0);
  if (found === undefined) return undefined;
  const { kind, textSpan, documentation } = found;
  const { displayParts } = (kind === 'interface' && read(inChecker(path), position, longest, 1)) || found;
  return { from: textSpan.start, to: textSpan.start + textSpan.length, code: textOf(displayParts), words: textOf(documentation) };
}

const textOf = (parts: readonly SymbolDisplayPart[] = []): string => parts.map(({ text }) => text).join('');
