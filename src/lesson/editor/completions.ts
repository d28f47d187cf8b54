/** What may stand at a place in the code: what is at hand first, then what the SDK has to import, its many field types last. */
import type { VirtualTypeScriptEnvironment } from '@typescript/vfs';
import ts from 'typescript';
import type { Completion, Completions } from './protocol.ts';
import { inChecker } from './type-checker.ts';

/** Names of types alone are left out until so much of one is typed: there are some two hundred in the SDK. */
const typedForTypes = 3;

/** Icons that CodeMirror has. */
const icons: ReadonlySet<string> = new Set([
  'class',
  'enum',
  'function',
  'interface',
  'keyword',
  'method',
  'namespace',
  'property',
  'type',
]);

/** `pos`: offset in the file. `explicit`: requested by a key, also where nothing is typed yet. */
export function completionsAt(
  checker: VirtualTypeScriptEnvironment,
  path: string,
  pos: number,
  explicit: boolean,
): Completions | null {
  const before = checker.getSourceFile(inChecker(path))?.text.slice(0, pos) ?? '';
  const word = /\w*$/.exec(before)?.[0] ?? '';
  if (word === '' && !explicit && !before.endsWith('.')) return null;
  const found = checker.languageService.getCompletionsAtPosition(inChecker(path), pos, {});
  if (found === undefined) return null;
  // Behind the ordinary names come deprecated ones and those that would have to be imported.
  const entries = found.entries.filter(
    ({ kind, sortText }) => kind !== ts.ScriptElementKind.warning && sortText <= '15',
  );
  const exported = exportsOfSdk(checker);
  const shown = word.length < typedForTypes ? entries.filter((entry) => !isType(entry, exported)) : entries;
  return {
    from: pos - word.length,
    options: shown.map((entry) => optionOf(entry, exported)),
    partial: shown.length < entries.length,
  };
}

function optionOf(entry: ts.CompletionEntry, exported: ReadonlyMap<string, ts.SymbolFlags>): Completion {
  const type = entry.kind === ts.ScriptElementKind.memberVariableElement ? 'property' : entry.kind;
  const flags = exported.get(entry.name) ?? 0;
  const helper = entry.kind === ts.ScriptElementKind.alias && (flags & ts.SymbolFlags.Function) !== 0;
  // A local name has 11, a global 15.
  const boost = isType(entry, exported) ? -60 : helper ? 10 : -Number(entry.sortText) || 0;
  return { label: entry.name, boost, ...(icons.has(type) ? { type } : helper ? { type: 'function' } : {}) };
}

function isType({ name, kind }: ts.CompletionEntry, exported: ReadonlyMap<string, ts.SymbolFlags>): boolean {
  if (kind === ts.ScriptElementKind.interfaceElement || kind === ts.ScriptElementKind.typeElement) return true;
  const flags = exported.get(name);
  return kind === ts.ScriptElementKind.alias && flags !== undefined && (flags & ts.SymbolFlags.Value) === 0;
}

/** Names that `converge/sdk` exports, and what each stands for. */
function exportsOfSdk({ languageService }: VirtualTypeScriptEnvironment): ReadonlyMap<string, ts.SymbolFlags> {
  const program = languageService.getProgram();
  const source = program?.getSourceFile('/converge/sdk/index.d.ts');
  const types = program?.getTypeChecker();
  const module = source && types?.getSymbolAtLocation(source);
  if (types === undefined || module === undefined) return new Map();
  return new Map(
    types.getExportsOfModule(module).map((symbol) => {
      const alias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
      return [symbol.name, (alias ? types.getAliasedSymbol(symbol) : symbol).flags] as const;
    }),
  );
}
