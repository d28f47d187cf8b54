/** What compiles a module, and what remembers it. */

/** Turns one module into a CommonJS body with the same line numbers. Throws a ProblemError that says where it doesn't parse. */
export type Compile = (file: string, source: string) => string;

/** A compiler that remembers the last texts: a save compiles what has changed. */
export function rememberingCompile(compile: Compile): Compile {
  const known = new Map<string, string>();
  return (file, source) => {
    const key = `${file}\n${source}`;
    const compiled = known.get(key) ?? compile(file, source);
    // Used last, forgotten last.
    known.delete(key);
    known.set(key, compiled);
    for (const oldest of known.keys()) {
      if (known.size <= textsKept) break;
      known.delete(oldest);
    }
    return compiled;
  };
}

const textsKept = 48;
