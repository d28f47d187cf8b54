/** TypeScript over a few files in memory: what the exercise's editor asks for types, errors and completions. */
import { createSystem, createVirtualTypeScriptEnvironment, type VirtualTypeScriptEnvironment } from '@typescript/vfs';
import ts from 'typescript';
import type { Lint } from './protocol.ts';

/**
 * As strict as the engine is compiled, with the ES2023 library only; `converge/sdk` is the real one. But a field that may be left out may
 * be undefined as well: a learner hands on the namespace of one object to another.
 */
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.Preserve,
  // As it is run: what a file declares is its own.
  moduleDetection: ts.ModuleDetectionKind.Force,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  paths: { 'converge/sdk': ['/converge/sdk/index.d.ts'] },
};

/**
 * @param types What `scripts/sdk-types.ts` has written: path -> declarations.
 * @param files The learner's, by path: `reconcile.ts`.
 */
export function createTypeChecker(
  types: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>>,
): VirtualTypeScriptEnvironment {
  const texts = new Map([
    ...Object.entries(types),
    ...Object.entries(files).map(([path, text]) => [inChecker(path), text] as const),
  ]);
  return createVirtualTypeScriptEnvironment(createSystem(texts), Object.keys(files).filter(isSource).map(inChecker), ts, options);
}

/** Manifests lie beside the code, and have no types. */
const isSource = (path: string): boolean => path.endsWith('.ts');

/** Where the checker keeps a file of the workspace. */
export const inChecker = (path: string): string => `/${path}`;

/** Errors of a file: what, and where (line and column from 1). */
export function typeErrors(
  checker: VirtualTypeScriptEnvironment,
  path: string,
): readonly { readonly line: number; readonly column: number; readonly code: number; readonly message: string }[] {
  const { languageService } = checker;
  const name = inChecker(path);
  const found = [...languageService.getSyntacticDiagnostics(name), ...languageService.getSemanticDiagnostics(name)];
  return found.map(({ code, messageText, file, start }) => {
    const at = file === undefined ? { line: 0, character: 0 } : file.getLineAndCharacterOfPosition(start ?? 0);
    return {
      line: at.line + 1,
      column: at.character + 1,
      code,
      message: ts.flattenDiagnosticMessageText(messageText, '\n'),
    };
  });
}

/** TypeScript's number for “An argument for '…' was not provided.” */
const notProvided = 6210;

/** The same messages; where an argument is missing, with its name: "Expected 2 arguments" alone doesn't say which. */
export function namingArguments(checker: VirtualTypeScriptEnvironment, path: string, lints: readonly Lint[]): readonly Lint[] {
  const names = new Map<number, string>();
  for (const { start, relatedInformation = [] } of checker.languageService.getSemanticDiagnostics(inChecker(path))) {
    const missing = relatedInformation.find(({ code }) => code === notProvided);
    if (start !== undefined && missing !== undefined) names.set(start, ts.flattenDiagnosticMessageText(missing.messageText, '\n'));
  }
  return lints.map((lint) => (names.has(lint.from) ? { ...lint, message: `${lint.message} ${names.get(lint.from) ?? ''}` } : lint));
}
