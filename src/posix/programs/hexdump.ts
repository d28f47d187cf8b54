/** hexdump: bytes as numbers, sixteen a line. */
import type { Steps } from '../task.ts';
import { options, readInputs, type Tool } from './tool.ts';

const lineBytes = 16;

export function* hexdump(tool: Tool): Steps {
  const { words, given, has } = options(tool.args, ['n', 's']);
  const { texts, failed } = yield* readInputs(tool, words);
  const first = Number(given.get('s') ?? 0);
  const most = Number(given.get('n') ?? Number.POSITIVE_INFINITY);
  const all = texts.map(({ text }) => text).join('').slice(first, first + most);
  const canonical = has('C');
  const place = (at: number) => (first + at).toString(16).padStart(canonical ? 8 : 7, '0');
  let before: string | undefined;
  let squeezed = false;
  for (let at = 0; at < all.length; at += lineBytes) {
    const line = all.slice(at, at + lineBytes);
    tool.cpu.spend(line.length);
    const again = line === before && !has('v');
    if (!again) tool.output.write(`${place(at)} ${canonical ? canonicalLine(line) : wordsOf(line)}\n`);
    else if (!squeezed) tool.output.write('*\n');
    squeezed = again;
    before = line;
  }
  if (all !== '') tool.output.write(`${place(all.length)}\n`);
  return failed ? 1 : 0;
}

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
const byteAt = (line: string, at: number): number => line.charCodeAt(at) & 0xff;

/** Each byte, and what of it can be printed. */
function canonicalLine(line: string): string {
  const bytes = [...line].map((_, at) => `${at === lineBytes / 2 ? ' ' : ''} ${hex(byteAt(line, at))}`).join('');
  return `${bytes.padEnd(3 * lineBytes + 1)}  |${line.replace(/[^ -~]/g, '.')}|`;
}

/** Pairs of bytes, the lower one first. */
function wordsOf(line: string): string {
  const pairs: string[] = [];
  for (let at = 0; at < line.length; at += 2) {
    const high = at + 1 < line.length ? byteAt(line, at + 1) : 0;
    pairs.push(hex(high) + hex(byteAt(line, at)));
  }
  return pairs.join(' ').padEnd(5 * (lineBytes / 2) - 1);
}
