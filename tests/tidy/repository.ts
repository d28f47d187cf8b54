/** The repository as the tidy tests read it: its files, their imports, their functions and names. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every file that is tracked, or would be. */
export const tracked: readonly string[] = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));

export const text = (file: string): string => readFileSync(join(root, file), 'utf8');
export const isTest = (file: string): boolean => file.includes('.test.') || file.includes('/testing/') || file.startsWith('tests/');
export const isTidyTest = (file: string): boolean => file === 'tests/tidy.test.ts' || file.startsWith('tests/tidy/');
export const isGenerated = (file: string): boolean => file.includes('/generated/');
export const isLearnerCode = (file: string): boolean => /^(?:src\/content\/(?:lessons|templates)|tests\/lessons)\/.*\/(start|solution|right|wrong)\//.test(file);

/** What ships: no tests. */
export const sources: readonly string[] = tracked.filter((file) => /^src\/.*\.(ts|svelte|astro)$/.test(file) && !isTest(file));
const isCode = (file: string): boolean =>
  /^(src|scripts)\/.*\.ts$/.test(file) && !isTest(file) && !isGenerated(file) && !isLearnerCode(file);
/** TypeScript that we write, in src and scripts, without tests. */
const code: readonly string[] = tracked.filter(isCode);

export function importsOf(file: string): string[] {
  const found: string[] = [];
  for (const match of text(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) if (match[1]) found.push(match[1]);
  return found;
}

/** The file an import means; nothing for a package. */
export function resolveImport(file: string, specifier: string): string | undefined {
  if (specifier === 'converge/sdk') return 'src/engine/sdk/index.ts';
  if (!specifier.startsWith('.')) return undefined;
  return normalize(join(dirname(file), specifier.split('?')[0] ?? specifier));
}

export interface Declaration {
  readonly file: string;
  readonly name: string;
  readonly lines: number;
}

export interface Declarations {
  /** Functions with a name, wherever they stand: declarations, methods, arrow functions in a constant or a property. */
  readonly functions: readonly Declaration[];
  /** Types, interfaces and exported constants. */
  readonly others: readonly Declaration[];
}

/** A name as written; destructuring patterns and computed names have none. */
const textOf = (name: ts.Node | undefined): string | undefined =>
  name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined;

function functionName(node: ts.Node, parent: ts.Node): string | undefined {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return textOf(node.name);
  const isHeld = ts.isArrowFunction(node) || ts.isFunctionExpression(node);
  return isHeld && (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) ? textOf(parent.name) : undefined;
}

function otherNames(node: ts.Node): readonly (string | undefined)[] {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node)) return [textOf(node.name)];
  const isExported = ts.isVariableStatement(node) && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
  return isExported ? node.declarationList.declarations.map(({ name }) => textOf(name)) : [];
}

/** What the code declares. */
export function declarations(): Declarations {
  const functions: Declaration[] = [];
  const others: Declaration[] = [];
  for (const file of code) {
    const source = ts.createSourceFile(file, text(file), ts.ScriptTarget.Latest, false);
    const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
    const linesOf = (node: ts.Node): number => lineOf(node.end) - lineOf(node.getStart(source)) + 1;
    const visit = (node: ts.Node, parent: ts.Node): void => {
      const name = functionName(node, parent);
      if (name !== undefined) functions.push({ file, name, lines: linesOf(node) });
      for (const other of otherNames(node)) if (other !== undefined) others.push({ file, name: other, lines: linesOf(node) });
      ts.forEachChild(node, (child) => visit(child, node));
    };
    visit(source, source);
  }
  return { functions, others };
}
