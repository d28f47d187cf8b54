/** How a command reads its standard input: what a pipe has to know before it runs the command. */

/** `lines`: one after the other, as they come. `all`: it begins when all is there. `nothing`: it never looks. */
export type Reading = 'lines' | 'all' | 'nothing';

const byLines = new Set(['cat', 'cut', 'grep', 'head', 'read', 'sed', 'tee']);
const whole = new Set(['etcdctl', 'etcdutl', 'sort', 'tail', 'tr', 'uniq', 'wc']);

export function readingOf(name: string, args: readonly string[]): Reading {
  if (byLines.has(name)) return 'lines';
  if (whole.has(name)) return 'all';
  if (name === 'kubectl' || name === 'k') return args.some(namesInput) || passesInput(args) ? 'all' : 'nothing';
  return name === 'curl' && args.some(namesInput) ? 'all' : 'nothing';
}

/** `-f -`, `-f-`, `--filename=-`, `-d @-`, `--from-file=x=/dev/stdin`. */
function namesInput(word: string): boolean {
  return /^(?:-|-f-|.*[=@]-)$/.test(word) || word.endsWith('/dev/stdin');
}

/** `kubectl exec -i`, `-it`, `--stdin`; not what stands behind `--`. */
function passesInput(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? args.length : end).some((word) => /^-[a-z]*i[a-z]*$/.test(word) || /^--stdin(?:=|$)/.test(word));
}
