/**
 * Fields written twice in one JSON object. A JSON parser keeps the last and says nothing, so this reads the text again.
 * Assumes text that parses. Returns `duplicate field "spec.replicas"`, as upstream's strict decoder names them.
 */
export function duplicateFields(text: string): readonly string[] {
  const problems: string[] = [];
  const stack: Level[] = [];
  const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [word] = match;
    const level = stack.at(-1);
    if (word === '{') stack.push({ path: pathOf(level), keys: new Set(), key: undefined, index: 0 });
    else if (word === '[') stack.push({ path: pathOf(level), keys: undefined, key: undefined, index: 0 });
    else if (word === '}' || word === ']') stack.pop();
    else if (level === undefined) continue;
    else if (word === ',') {
      level.key = undefined;
      level.index++;
    } else if (word !== ':' && level.keys !== undefined && level.key === undefined) {
      const key: unknown = JSON.parse(word);
      if (typeof key !== 'string') continue;
      level.key = key;
      if (level.keys.has(key)) problems.push(`duplicate field "${pathOf(level)}"`);
      level.keys.add(key);
    }
  }
  return problems;
}

interface Level {
  readonly path: string;
  /** Undefined for a list. */
  readonly keys: Set<string> | undefined;
  /** The key whose value comes next; undefined when a key does. */
  key: string | undefined;
  index: number;
}

function pathOf(level: Level | undefined): string {
  if (level === undefined) return '';
  if (level.keys === undefined) return `${level.path}[${level.index}]`;
  return level.path === '' ? (level.key ?? '') : `${level.path}.${level.key ?? ''}`;
}
