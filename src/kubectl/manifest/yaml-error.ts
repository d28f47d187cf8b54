/** What the YAML parser found wrong, in go-yaml's words: those kubectl's users know and can search for. */

export interface Problem {
  readonly code: string;
  readonly message: string;
  /** Lines from 0. */
  readonly line: number;
}

/** `yaml: line 3: mapping values are not allowed in this context`. */
export function yamlMessage(problem: Problem, source: string): string {
  if (problem.code === 'DUPLICATE_KEY') {
    const key = keyOn(source, problem.line);
    return `yaml: unmarshal errors:\n  line ${problem.line + 1}: key "${key}" already set in map`;
  }
  const { words, scanner } = wordsFor(problem);
  // go-yaml counts lines from 1 for scanner errors only; parser errors keep libyaml's count from 0.
  const line = scanner ? problem.line + 1 : problem.line;
  return `yaml: ${line > 0 ? `line ${line}: ` : ''}${words}`;
}

function keyOn(source: string, line: number): string {
  const found = /^[\s-]*(?:"([^"]*)"|'([^']*)'|([^:]*?))\s*:/.exec(source.split('\n')[line] ?? '');
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? '';
}

function wordsFor(problem: Problem): { readonly words: string; readonly scanner: boolean } {
  const { code, message } = problem;
  if (code === 'TAB_AS_INDENT' || message.includes('Tabs')) {
    return { words: 'found a tab character that violates indentation', scanner: true };
  }
  if (/compact mapping|Implicit map key|implicit key|Nested mappings/i.test(message)) {
    return /colon|:/.test(message) && code === 'MISSING_CHAR'
      ? { words: "could not find expected ':'", scanner: true }
      : { words: 'mapping values are not allowed in this context', scanner: true };
  }
  if (/closing.*quote|Missing closing/i.test(message)) return { words: 'found unexpected end of stream', scanner: true };
  if (/flow (sequence|collection).*\]|end with a \]/i.test(message)) {
    return { words: "did not find expected ',' or ']'", scanner: false };
  }
  if (/flow map|end with a \}/i.test(message)) return { words: "did not find expected ',' or '}'", scanner: false };
  if (code === 'BAD_ALIAS' || /alias/i.test(message)) {
    const name = /: (\S+)$/.exec(message)?.[1] ?? '';
    return { words: `unknown anchor '${name}' referenced`, scanner: true };
  }
  if (/sequence/i.test(message)) return { words: "did not find expected '-' indicator", scanner: false };
  if (code === 'BAD_DIRECTIVE' || /reserved|cannot start/i.test(message)) {
    return { words: 'found character that cannot start any token', scanner: true };
  }
  if (/escape/i.test(message)) return { words: 'found unknown escape character', scanner: true };
  return { words: 'did not find expected key', scanner: false };
}
