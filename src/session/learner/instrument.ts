/** How probes get into the text of a module, and how an expression is compiled so that it can be evaluated at one. Lines are kept. */
import type { Compile } from './compile.ts';
import type { Places } from './statements.ts';
import { typeScriptTools } from './toolchain.ts';

/** A module with probes in it. */
export interface InstrumentedFile {
  readonly source: string;
  /** The source with its probes. */
  readonly text: string;
  /** Line -> offset of the statement. */
  readonly statements: ReadonlyMap<number, number>;
  /** Line -> number of its probe. */
  readonly probes: ReadonlyMap<number, number>;
}

/** Puts a probe before each statement, numbered from `firstProbe`; undefined where the source can't be read or the result not compiled. */
export function instrumentFile(compile: Compile, file: string, source: string, firstProbe: number): InstrumentedFile | undefined {
  const places = placesIn(source);
  if (places === undefined) return undefined;
  const probes = new Map([...places.statements.keys()].map((line, index) => [line, firstProbe + index] as const));
  const text = withProbes(source, places, probes);
  try {
    compile(file, text);
  } catch {
    return undefined;
  }
  return { source, text, statements: places.statements, probes };
}

function placesIn(source: string): Places | undefined {
  try {
    return typeScriptTools().placesIn(source);
  } catch {
    return undefined;
  }
}

/** What is put into sources; `insertedBefore` finds it again. */
const capture = 'const __c=__w.call;';
const probe = (number: number): string => `__w.call=__c;__w.on[${number}]&&__w.see(${number},__e=>eval(__e));`;
/** What compileNotingCatches puts in is no author's either. */
const insertedPattern = /(?:\(__e\))(?= \{)|__caught\(\w+,\d+,"[^"]*"\);|const __c=__w\.call;|__w\.call=__c;__w\.on\[\d+\]&&__w\.see\(\d+,__e=>eval\(__e\)\);/g;

/** So many columns of a compiled line, up to a column, aren't the author's. */
export function insertedBefore(compiled: string, column: number): number {
  let sum = 0;
  for (const match of compiled.matchAll(insertedPattern)) if (match.index < column - 1) sum += match[0].length;
  return sum;
}

function withProbes(source: string, { statements, bodies }: Places, probes: ReadonlyMap<number, number>): string {
  const inserts = [
    ...bodies.map((at) => ({ at, text: capture })),
    ...[...statements].map(([line, at]) => ({ at, text: probe(probes.get(line) ?? 0) })),
  ].sort((a, b) => a.at - b.at);
  let text = '';
  let from = 0;
  for (const insert of inserts) {
    text += source.slice(from, insert.at) + insert.text;
    from = insert.at;
  }
  return text + source.slice(from);
}

/** The line at which the statement begins that a line belongs to: that one, else the nearest above it, else below. */
export function statementOf({ probes }: InstrumentedFile, line: number): number | undefined {
  const all = [...probes.keys()].sort((a, b) => a - b);
  return all.findLast((each) => each <= line) ?? all[0];
}

const before = '"__w[";';
const behind = '"]__w";';

/**
 * The code of an expression, or why there is none. It is compiled where it is evaluated (`at`: an offset of the source), so that what is
 * imported, exported or hidden by a nearer name is called what it is called there.
 */
export function expressionCode(
  compile: Compile,
  file: string,
  source: string,
  at: number,
  text: string,
): { readonly code: string } | { readonly problem: string } {
  const line = text.replaceAll(/\s*\n\s*/g, ' ').trim();
  if (line === '') return { problem: 'There is nothing to evaluate.' };
  try {
    const inPlace = (expression: string): string => compile(file, `${source.slice(0, at)}${before}(${expression}\n);${behind}${source.slice(at)}`);
    inPlace(line);
    const { withNames, writes } = typeScriptTools();
    if (writes(line)) return { problem: 'An expression is read-only: it changes nothing. To compare, write ===.' };
    const compiled = inPlace(withNames(line, (name) => `(__w.view(${name}))`));
    return { code: compiled.slice(compiled.indexOf(before) + before.length, compiled.lastIndexOf(behind)) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
