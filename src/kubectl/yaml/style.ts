/** How a text is written in YAML: plain, quoted or as a block, decided as libyaml's emitter and go-yaml v2 decide it. */

export type Style = 'plain' | 'single' | 'double' | 'literal';

const WORDS = new Set(
  (
    '~ null Null NULL y Y yes Yes YES true True TRUE on On ON n N no No NO false False FALSE off Off OFF ' +
    '.nan .NaN .NAN .inf .Inf .INF +.inf +.Inf +.INF -.inf -.Inf -.INF <<'
  ).split(' '),
);
const INTEGER = /^[-+]?(0|[1-9]\d*|0[0-7]+|0o[0-7]+|0[xX][0-9a-fA-F]+|0[bB][01]+)$/;
const FLOAT = /^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/;
const BASE60 = /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/;
const TIMESTAMP = /^\d{4}-\d{1,2}-\d{1,2}([Tt ]\d{1,2}:\d{1,2}:\d{1,2}(\.\d+)?(Z|[+-]\d\d:\d\d)?)?$/;

/** Whether a plain text would be read back as something else than a text. */
export function readsOtherwise(value: string): boolean {
  if (value === '' || WORDS.has(value) || BASE60.test(value)) return true;
  if (!/^[-+.\d]/.test(value)) return false;
  const digits = value.replaceAll('_', '');
  return INTEGER.test(digits) || FLOAT.test(digits) || TIMESTAMP.test(value);
}

/** The style of a text; keys stay on one line. */
export function styleOf(value: string, key: boolean): Style {
  const shape = analyze(value);
  const wanted: Style = value.includes('\n') ? 'literal' : readsOtherwise(value) ? 'double' : 'plain';
  if (wanted === 'literal') return shape.block && !key ? 'literal' : 'double';
  if (wanted === 'double') return 'double';
  if (shape.plain) return 'plain';
  return shape.single ? 'single' : 'double';
}

interface Shape {
  readonly plain: boolean;
  readonly single: boolean;
  readonly block: boolean;
}

function analyze(value: string): Shape {
  const chars = [...value];
  const first = chars[0] ?? '';
  const last = chars.at(-1) ?? '';
  const special = chars.some((char) => !isPrintable(char));
  const spaceBreak = / [\n\r]/.test(value);
  const breakSpace = /[\n\r] /.test(value);
  const edges = /^[ \n]/.test(value) || /[ \n]$/.test(value);
  const plain =
    !edges && !breakSpace && !spaceBreak && !special && !value.includes('\n') && !hasIndicator(value, chars, first);
  return { plain, single: !breakSpace && !spaceBreak && !special, block: last !== ' ' && !spaceBreak && !special };
}

function hasIndicator(value: string, chars: readonly string[], first: string): boolean {
  if (value.startsWith('---') || value.startsWith('...')) return true;
  const second = chars[1];
  const followed = second === undefined || /\s/.test(second);
  if ('#,[]{}&*!|>\'"%@`'.includes(first)) return true;
  if ('?:-'.includes(first) && followed) return true;
  return /:(\s|$)/.test(value) || /\s#/.test(value);
}

/** go-yaml's is_printable: a tab is not. */
export function isPrintable(char: string): boolean {
  const code = char.codePointAt(0) ?? 0;
  if (code === 0x0a || (code >= 0x20 && code <= 0x7e)) return true;
  if (code === 0x85 || (code >= 0xa0 && code <= 0xd7ff)) return code !== 0x85;
  return (code >= 0xe000 && code <= 0xfffd && code !== 0xfeff) || code >= 0x10000;
}
