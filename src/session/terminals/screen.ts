/** What a terminal has shown, up to a length, so that a screen can be drawn again after a replay. */
import type { TerminalPiece, TerminalView } from '../types.ts';

/** Characters of what it has shown that a terminal keeps. */
const keptLength = 200_000;
/** Beyond that, before the oldest are dropped: each drop costs as much as there is. */
const slack = 50_000;

export interface Screen {
  add(piece: TerminalPiece): void;
  kept(): Pick<TerminalView, 'pieces' | 'count'>;
}

/** `added`: sent each piece, and how many there have been. */
export function createScreen(added: (piece: TerminalPiece, count: number) => void): Screen {
  let pieces: TerminalPiece[] = [];
  let length = 0;
  let count = 0;

  function dropOldest(): void {
    let dropped = 0;
    for (const { text } of pieces) {
      if (length <= keptLength) break;
      length -= text.length;
      dropped += 1;
    }
    pieces = pieces.slice(dropped);
  }

  return {
    add(whole) {
      if (whole.type === 'output' && whole.text === '') return;
      const piece = shortened(whole);
      pieces.push(piece);
      length += piece.text.length;
      count += 1;
      if (length > keptLength + slack) dropOldest();
      added(piece, count);
    },
    kept: () => ({ pieces: [...pieces], count }),
  };
}

/** A piece that is longer than all that is kept would push itself out. */
function shortened(piece: TerminalPiece): TerminalPiece {
  const over = piece.text.length - keptLength + 100;
  if (over <= 0 || piece.type !== 'output') return piece;
  return { ...piece, text: `(${over} characters are left out)\n${piece.text.slice(over)}` };
}
