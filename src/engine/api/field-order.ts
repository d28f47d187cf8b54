/** In which order the fields of a JSON text are written: what a parser gives doesn't say that where one is written twice. */

/**
 * Sorts complaints of a strict decoder by where the field is that each is about, as upstream names them: a field written twice is where it
 * stands the second time. Assumes text that parses.
 */
export function inWrittenOrder(problems: readonly string[], text: string): readonly string[] {
  const first = new Map<string, number>();
  const second = new Map<string, number>();
  for (const [place, path] of writtenFields(text).entries()) {
    if (!first.has(path)) first.set(path, place);
    else if (!second.has(path)) second.set(path, place);
  }
  const placeOf = (problem: string): number => {
    const path = problem.slice(problem.indexOf('"') + 1, -1);
    return (problem.startsWith('duplicate') ? second : first).get(path) ?? -1;
  };
  return problems
    .map((problem) => ({ problem, place: placeOf(problem) }))
    .sort((one, other) => one.place - other.place)
    .map(({ problem }) => problem);
}

/** `spec.list[0].name`, each as often as it is written. */
function writtenFields(text: string): readonly string[] {
  const paths: string[] = [];
  const stack: Level[] = [];
  for (const [word] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],]/g)) {
    const level = stack.at(-1);
    if (word === '{' || word === '[') stack.push({ path: pathOf(level), isList: word === '[', index: 0 });
    else if (word === '}' || word === ']') stack.pop();
    else if (level === undefined) continue;
    else if (word === ',') {
      level.key = undefined;
      level.index++;
    } else if (!level.isList && level.key === undefined) {
      level.key = String(JSON.parse(word));
      paths.push(pathOf(level));
    }
  }
  return paths;
}

interface Level {
  readonly path: string;
  readonly isList: boolean;
  /** The key whose value comes next; undefined when a key does. */
  key?: string | undefined;
  index: number;
}

function pathOf(level: Level | undefined): string {
  if (level === undefined) return '';
  if (level.isList) return `${level.path}[${level.index}]`;
  return level.path === '' ? (level.key ?? '') : `${level.path}.${level.key ?? ''}`;
}
