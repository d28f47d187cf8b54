/** Links the modules of a workspace: `converge/sdk` is the engine's own, relative paths are workspace files, nothing else exists. */
import { normalPath } from '../../shell/paths.ts';
import type { Compile } from './compile.ts';
import { insertedBefore } from './instrument.ts';
import { type Place, problemAt, ProblemError, scriptFile, sourceColumn, sourceUrl } from './problem.ts';

export interface LinkerOptions {
  readonly compile: Compile;
  /** A file of the workspace. */
  read(path: string): string | undefined;
  /** What `converge/sdk` exports. */
  readonly sdk: Readonly<Record<string, unknown>>;
  readonly globals: ReadonlyMap<string, unknown>;
  /** Makes a module's function of its parameters and its body; with `Function` if absent. */
  readonly makeFunction?: MakeFunction | undefined;
  /** Puts in what watch expressions need; modules see its hook as `__w`. */
  readonly probes?: { readonly hook: unknown; instrument(file: string, source: string): string } | undefined;
}

export interface Linker {
  /** Evaluates a module and what it imports, each once; returns its exports. Throws a ProblemError or what the module threw. */
  load(file: string): Readonly<Record<string, unknown>>;
  /** Evaluates the body of an async function that sees `names` besides. Imports in it work. */
  script(source: string, names: Readonly<Record<string, unknown>>): () => Promise<unknown>;
  /** The TypeScript that was linked under this name, as it was then. */
  source(file: string): string | undefined;
  /** A place of the compiled code, moved to the source's column. */
  inSource(place: Place): Place;
}

interface Linked {
  readonly source: string;
  readonly compiled: string;
}

type Exports = Record<string, unknown>;
export type Evaluate = (...values: readonly unknown[]) => unknown;
/** The body begins on the third line, as `Function` has it. */
export type MakeFunction = (names: readonly string[], body: string) => Evaluate;
/** Functions made from text have the platform's constructor; the type of `Function` promises nothing about what they take. */
const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (
  ...words: readonly string[]
) => Evaluate;
/** In a block of its own, so that a cell may declare a name that is already there; strict, so that writing to a shared object throws. */
const scriptPrefix = '"use strict";{';
const SyncFunction = Function as unknown as new (...words: readonly string[]) => Evaluate;

export function createLinker(options: LinkerOptions): Linker {
  return new WorkspaceLinker(options);
}

const moduleNames = ['module', 'exports', 'require'];
const probeNames = ['__w', '__c'];

/** What the function of a module takes, where these are the names that each sees. */
export const moduleParameters = (globals: Iterable<string>): readonly string[] => [...moduleNames, ...globals, ...probeNames];

/** The body of a module's function. */
export const moduleBody = (file: string, compiled: string): string => `${compiled}\n//# sourceURL=${sourceUrl(file)}`;

class WorkspaceLinker implements Linker {
  readonly #options: LinkerOptions;
  /** What every module sees without importing it. */
  readonly #names: readonly string[];
  readonly #values: readonly unknown[];
  readonly #linked = new Map<string, Linked>();
  readonly #modules = new Map<string, Exports>();

  constructor(options: LinkerOptions) {
    this.#options = options;
    this.#names = [...options.globals.keys(), ...probeNames];
    this.#values = [...options.globals.values(), options.probes?.hook, undefined];
  }

  load(file: string): Exports {
    const present = this.#modules.get(file);
    if (present !== undefined) return present;
    const source = this.#options.read(file);
    if (source === undefined) throw missingFile(file, undefined, '');
    const { compiled } = this.#compile(file, source);
    const module = { exports: {} as Exports };
    this.#modules.set(file, module.exports);
    const body = moduleBody(file, compiled);
    const names = [...moduleNames, ...this.#names];
    const { makeFunction } = this.#options;
    const run = evaluate(() => makeFunction?.(names, body) ?? new SyncFunction(...names, body), file, source);
    run(module, module.exports, this.#requireFrom(file, source), ...this.#values);
    this.#modules.set(file, module.exports);
    return module.exports;
  }

  script(source: string, extra: Readonly<Record<string, unknown>>): () => Promise<unknown> {
    const { compiled } = this.#compile(scriptFile, source);
    const extraNames = Object.keys(extra).filter((name) => !this.#options.globals.has(name));
    const body = `${scriptPrefix}${compiled}\n}\n//# sourceURL=${sourceUrl(scriptFile)}`;
    const make = (): Evaluate => new AsyncFunction('exports', 'require', ...this.#names, ...extraNames, body);
    const run = evaluate(make, scriptFile, source);
    const extraValues = extraNames.map((name) => extra[name]);
    return async () => run({}, this.#requireFrom(scriptFile, source), ...this.#values, ...extraValues);
  }

  source(file: string): string | undefined {
    return this.#linked.get(file)?.source;
  }

  inSource(place: Place): Place {
    const entry = this.#linked.get(place.file ?? scriptFile);
    const compiled = entry?.compiled.split('\n')[place.line - 1];
    const source = entry?.source.split('\n')[place.line - 1];
    if (compiled === undefined || source === undefined) return place;
    // The script's first line stands behind the prefix.
    const column = place.file === scriptFile && place.line === 1 ? place.column - scriptPrefix.length : place.column;
    return { ...place, column: sourceColumn(compiled, source, column, column - insertedBefore(compiled, column)) };
  }

  #compile(file: string, source: string): Linked {
    // A script is its own; only modules are called again and again.
    const probed = file === scriptFile ? source : (this.#options.probes?.instrument(file, source) ?? source);
    const compiled = this.#options.compile(file, probed);
    const entry = { source, compiled };
    this.#linked.set(file, entry);
    return entry;
  }

  #requireFrom(file: string, source: string): (specifier: string) => unknown {
    return (specifier) => {
      if (specifier === 'converge/sdk') return this.#options.sdk;
      const place = importPlace(file, source, specifier);
      if (!specifier.startsWith('.')) throw unknownImport(specifier, place, source);
      const path = normalPath(`${file === scriptFile ? '' : file.slice(0, file.lastIndexOf('/') + 1)}${specifier}`);
      const candidates = [path, `${path}.ts`, path.replace(/\.js$/, '.ts')];
      const found = candidates.find((each) => this.#options.read(each) !== undefined);
      if (found === undefined) throw missingFile(path, place, source);
      return this.load(found);
    };
  }
}

/** Makes a function of a text; what the platform refuses in it becomes a problem with its place. */
function evaluate(make: () => Evaluate, file: string, source: string): Evaluate {
  try {
    return make();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const hint = 'Two things in one file can’t have the same name: rename one of them.';
    const twice = /Identifier '([^']+)' has already|redeclaration of \w+ (\S+)/.exec(message);
    const place = secondDeclaration(file, source, twice?.[1] ?? twice?.[2]);
    throw new ProblemError(problemAt(`SyntaxError: ${message}`, '', twice === null ? '' : hint, place, () => source));
  }
}

function unknownImport(specifier: string, place: Place | undefined, source: string): ProblemError {
  const hint = 'Only converge/sdk and files of this workspace (./name.ts) can be imported here.';
  return new ProblemError(problemAt(`Error: can’t import "${specifier}"`, '', hint, place, () => source));
}

function missingFile(path: string, place: Place | undefined, source: string): ProblemError {
  const hint = `Make the file ${path}, or mend the name in the import.`;
  return new ProblemError(
    problemAt(`Error: there is no file ${path} in this workspace`, '', hint, place, () => source),
  );
}

/** Where a specifier stands in a file, for messages. */
function importPlace(file: string, source: string, specifier: string): Place | undefined {
  const lines = source.split('\n');
  for (const [index, text] of lines.entries()) {
    const at = Math.max(text.indexOf(`'${specifier}'`), text.indexOf(`"${specifier}"`));
    if (at >= 0) return { file, line: index + 1, column: at + 2 };
  }
  return undefined;
}

function secondDeclaration(file: string, source: string, name: string | undefined): Place | undefined {
  if (name === undefined) return undefined;
  const lines = source.split('\n');
  let seen = 0;
  for (const [index, text] of lines.entries()) {
    const match = new RegExp(`\\b(?:const|let|var|class|function)\\s+${name.replaceAll('$', '\\$')}\\b`).exec(text);
    if (match === null) continue;
    seen += 1;
    if (seen === 2) return { file, line: index + 1, column: match.index + match[0].length - name.length + 1 };
  }
  return undefined;
}
