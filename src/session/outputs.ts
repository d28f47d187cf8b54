/** What an input prints, gathered: so much of it and no more. A page that is sent all that a loop prints can’t show anything any more. */
import type { Output } from './types.ts';

/** Characters of what one input prints, and pieces. */
const mostPrinted = 1_000_000;
const mostPieces = 2_000;
/** Errors are kept besides. */
const mostErrors = 50;

export interface Outputs {
  readonly all: Output[];
  add(output: Output): void;
}

/** `kept`: called with each piece that is kept, as it comes. */
export function createOutputs(kept: (output: Output) => void): Outputs {
  const all: Output[] = [];
  let room = mostPrinted;
  let errors = 0;

  function keep(output: Output): void {
    append(all, output);
    kept(output);
  }

  return {
    all,
    add(output) {
      const length = isText(output) ? output.text.length : JSON.stringify(output).length;
      if (output.type === 'error' && errors < mostErrors && length < mostPrinted) {
        errors += 1;
        return keep(output);
      }
      if (room < 0) return;
      if (length <= room && all.length < mostPieces) {
        room -= length;
        return keep(output);
      }
      if (isText(output)) keep({ type: output.type, text: output.text.slice(0, room) });
      room = -1;
      keep({ type: 'stderr', text: '\n(more is printed than a page can show: the rest is left out)\n' });
    },
  };
}

type Text = Extract<Output, { readonly type: 'stdout' | 'stderr' }>;
const isText = (output: Output): output is Text => output.type === 'stdout' || output.type === 'stderr';

/** Text that continues the last piece becomes one with it. */
export function append(outputs: Output[], output: Output): void {
  const last = outputs.at(-1);
  if (isText(output) && last?.type === output.type) outputs[outputs.length - 1] = { type: output.type, text: last.text + output.text };
  else outputs.push(output);
}
