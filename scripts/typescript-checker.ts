/**
 * TypeScript without what the editor's type checker never reaches: its server, its command line, most code fixes, refactorings. The package
 * is one script with everything in a function; here it becomes a module that exports only what the page names, so that the bundler leaves out
 * the rest. tests/typescript-checker.test.ts compares the result with the whole TypeScript.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin as EsbuildPlugin } from 'esbuild';

/** Files of TypeScript's own sources, as they are named in the script. */
const unreached: readonly RegExp[] = [
  /^src\/(?:server|jsTyping|typingsInstallerCore|deprecatedCompat|typescript)\//,
  /^src\/services\/refactors\//,
  /^src\/services\/codefixes\/(?!helpers|importFixes)/,
  /^src\/compiler\/(?:executeCommandLine|tsbuildPublic|watchPublic)\.ts$/,
];

/** What the page uses of it: our own files, @typescript/vfs and @valtown/codemirror-ts. */
const exported: readonly string[] = [
  ...['DiagnosticCategory', 'JsxEmit', 'ModuleDetectionKind', 'ModuleKind', 'ModuleResolutionKind', 'ScriptElementKind'],
  ...['ScriptSnapshot', 'ScriptTarget', 'SymbolFlags', 'SyntaxKind', 'TypeFlags'],
  ...['canHaveModifiers', 'createLanguageService', 'createSourceFile', 'createTextSpan', 'flattenDiagnosticMessageText', 'forEachChild'],
  ...['formatDiagnostics', 'getDefaultCompilerOptions', 'getDefaultLibFileName', 'getModifiers', 'sys', 'updateSourceFile', 'versionMajorMinor'],
  ...['isAwaitExpression', 'isBinaryExpression', 'isCallExpression', 'isConditionalExpression', 'isDoStatement', 'isExpressionStatement'],
  ...['isFunctionLike', 'isIfStatement', 'isPrefixUnaryExpression', 'isPropertyAccessExpression', 'isVoidExpression', 'isWhileStatement'],
];

/** `typescript/lib/typescript.js` as such a module, for esbuild. */
export const typescriptChecker: EsbuildPlugin = {
  name: 'typescript-checker',
  setup(bundle) {
    bundle.onLoad({ filter: scriptPath }, async ({ path }) => ({ contents: checkerOf(await readFile(path, 'utf8')), loader: 'js' }));
  },
};

/** The same for Vite. */
export const typescriptCheckerForVite = () => ({
  name: 'typescript-checker',
  enforce: 'pre' as const,
  apply: 'build' as const,
  transform: (code: string, id: string) => (scriptPath.test(id.split('?')[0] ?? '') ? { code: checkerOf(code), map: null } : undefined),
});

const scriptPath = /[\\/]typescript[\\/]lib[\\/]typescript\.js$/;

function checkerOf(script: string): string {
  const files = script.split(/^(?=\/\/ src\/)/m);
  const kept = files.slice(1).filter((file) => !unreached.some((each) => each.test(file.slice('// '.length, file.indexOf('\n')))));
  // A namespace is an object with a getter an export: left out where nothing uses it.
  const text = kept.join('').replace(/^var (\w+) = \{\};\n__export\(\1, /gm, 'var $1 = /* @__PURE__ */ namespaceOf(');
  return `${helper}\n${text}\nexport default { ${exported.join(', ')} };`;
}

/** Takes the place of the script's own helper. */
const helper =
  'const namespaceOf = (all) => { const space = {}; for (const name in all) Object.defineProperty(space, name, { get: all[name], enumerable: true }); return space; };';
