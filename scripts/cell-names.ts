/** What a `ts` cell sees without importing it, as declarations: its own names, and all that `converge/sdk` exports. */
import ts from 'typescript';

/** Where the checker finds it. */
export const cellNamesPath = '/converge/cell.d.ts';

/** `entry`: the SDK's source in `program`. */
export function cellNames(program: ts.Program, entry: string): string {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(entry);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${entry} exports nothing`);
  const names = checker.getExportsOfModule(module).flatMap((each) => declared(each, checker));
  return `import type * as sdk from './sdk/index';\ndeclare global {\n${ownNames}${names.join('')}}\nexport {};\n`;
}

function declared(exported: ts.Symbol, checker: ts.TypeChecker): readonly string[] {
  const { name } = exported;
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  const words = ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll('*/', '* /');
  const doc = words === '' ? '' : `  /** ${words} */\n`;
  const typeOnly = exported.declarations?.some((each) => ts.isExportSpecifier(each) && ts.isTypeOnlyExportDeclaration(each)) ?? false;
  const lines: string[] = [];
  if (symbol.flags & ts.SymbolFlags.Value && !typeOnly) lines.push(`${doc}  const ${name}: typeof sdk.${name};\n`);
  if (symbol.flags & ts.SymbolFlags.Type) {
    const given = parametersOf(symbol);
    const list = given.length === 0 ? '' : `<${given.map((each) => each.getText()).join(', ')}>`;
    const use = given.length === 0 ? '' : `<${given.map((each) => each.name.text).join(', ')}>`;
    lines.push(`${doc}  type ${name}${list} = sdk.${name}${use};\n`);
  }
  return lines;
}

function parametersOf(symbol: ts.Symbol): readonly ts.TypeParameterDeclaration[] {
  for (const each of symbol.declarations ?? [])
    if ((ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each) || ts.isClassDeclaration(each)) && each.typeParameters)
      return each.typeParameters;
  return [];
}

/** As session/learner gives them; a test holds the two together. */
const ownNames = `  /** The cluster’s API, as its administrator: \`await client.list(Pod, { namespace: 'default' })\`. What it writes is because of this cell. */
  const client: sdk.Client;
  /** Resolves after so many milliseconds of the cluster’s time. */
  function sleep(ms: number): Promise<void>;
  /** The cluster’s time, in milliseconds since 1970. */
  function now(): number;
  /** Shows values below the cell: a line of text; of a single value what shows it best, a table of flat objects or a tree of anything that is long. */
  function print(...values: readonly unknown[]): void;
  /**
   * Shows a table. Rows are objects, or lists.
   * \`table(pods.map(({ metadata, spec }) => ({ name: metadata.name, node: spec.nodeName })))\`
   * @param columns Fields of the rows in this order, or the names above their places. All, unless given.
   */
  function table(rows: readonly unknown[], columns?: readonly string[]): void;
  /**
   * Shows a value as a tree that opens. \`tree(pod)\`
   * @param before How it was: what has changed since is marked.
   */
  function tree(value: unknown, before?: unknown): void;
  /**
   * Draws lines of points \`[x, y]\`, by name. Those called \`wanted\` and \`actual\` (or \`ready\`) are drawn as such.
   * \`chart({ title: 'Pods', x: 's', lines: { wanted: [[0, 3]], ready: [[0, 0], [4, 3]] } })\`
   */
  function chart(request: {
    /** Above it. */
    readonly title?: string;
    /** What x is, such as \`s\`. */
    readonly x?: string;
    readonly y?: string;
    readonly lines: Readonly<Record<string, readonly (readonly [x: number, y: number])[]>>;
    /** A value holds until the next point; yes unless told. */
    readonly steps?: boolean;
  }): void;
  /** Calls it once after so many milliseconds of the cluster’s time. */
  function setTimeout<A extends unknown[]>(run: (...given: A) => void, ms?: number, ...given: A): number;
  /** Calls it again and again, so many milliseconds of the cluster’s time apart. */
  function setInterval<A extends unknown[]>(run: (...given: A) => void, ms?: number, ...given: A): number;
  function clearTimeout(timer: number | undefined): void;
  function clearInterval(timer: number | undefined): void;
  /** Prints, as \`print\` does. */
  const console: { readonly [method in 'log' | 'info' | 'warn' | 'error' | 'debug']: (...values: readonly unknown[]) => void };
`;
