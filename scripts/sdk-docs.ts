/**
 * Writes docs/sdk.md: every name that `converge/sdk` exports, with its doc comment and its declaration.
 *
 *   node scripts/sdk-docs.ts           writes it (also as a part of `npm run generate`)
 *   node scripts/sdk-docs.ts --check   fails when what is committed is not what would be written
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { sections } from './sdk-docs/sections.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const engine = join(root, 'src/engine');
const entry = join(engine, 'sdk/index.ts');
const file = join(root, 'docs/sdk.md');

/** One exported name. */
interface Exported {
  readonly name: string;
  /** Where it is declared, in `src/engine`. */
  readonly path: string;
  readonly doc: string;
  /** As TypeScript declares it, without the words before it and without a body. */
  readonly declaration: string;
}

/** The field types of Kubernetes' own objects: `kubectl explain` describes them. */
const fieldTypes = 'api/generated/types.ts';
const isKind = ({ path }: Exported): boolean => /^api\/[^/]+\/v\d\w*\/[^/]+\/index\.ts$/.test(path);

/** @throws Error that names what has no doc comment, or no section. */
export function sdkDocs(): string {
  const all = exportsOf();
  const [fields, others] = [all.filter(({ path }) => path === fieldTypes), all.filter(({ path }) => path !== fieldTypes)];
  const undocumented = others.filter(({ doc }) => doc === '').map(({ name, path }) => `${name} (src/engine/${path})`);
  if (undocumented.length > 0) throw new Error(`exported by converge/sdk, and without a doc comment: ${undocumented.join(', ')}`);
  const kinds = others.filter(isKind);
  const rest = others.filter((each) => !isKind(each));
  const homeless = rest.filter(({ path }) => !sections.some(({ files }) => files.includes(path))).map(({ name, path }) => `${name} (${path})`);
  if (homeless.length > 0) throw new Error(`scripts/sdk-docs/sections.ts has no section for ${homeless.join(', ')}`);
  return [
    '# converge/sdk',
    '<!-- Written by npm run generate (scripts/sdk-docs.ts), from the types and their doc comments. -->',
    "What the author of a controller, a scheduler plugin, a webhook, a part or an image imports: `import { defineController, Pod } from 'converge/sdk'`. The engine’s own import nothing else. A cell of a lesson sees these names without an import.",
    ...sections.flatMap(({ title, words, files }) => [`## ${title}`, words, ...files.flatMap((path) => rest.filter((each) => each.path === path).map(entryOf))]),
    '## Kinds',
    'Each is a value, for `client`, `lister` and `defineController`, and the type of its objects: `client.get(Pod, key)` resolves with a `Pod`.',
    table(['kind', 'is'], kinds.toSorted(byName).map(({ name, doc }) => [`\`${name}\``, doc.split('\n\n')[0]?.replaceAll('\n', ' ') ?? ''])),
    '## Types of fields',
    `The ${fields.length} types that objects are made of, as Kubernetes names them. \`kubectl explain\` says what their fields mean; the editor shows them.`,
    byLetter(fields.map(({ name }) => name).toSorted()),
    '',
  ].join('\n\n').replace(/\n+$/, '\n');
}

const byName = (a: Exported, b: Exported): number => (a.name < b.name ? -1 : 1);

function entryOf({ name, doc, declaration }: Exported): string {
  return `### \`${name}\`\n\n${doc}\n\n\`\`\`ts\n${declaration}\n\`\`\``;
}

/** A line for each letter. */
function byLetter(names: readonly string[]): string {
  const lines = Map.groupBy(names, (name) => name.charAt(0));
  return `\`\`\`text\n${[...lines.values()].map((line) => line.join(' ')).join('\n')}\n\`\`\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function exportsOf(): readonly Exported[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const program = ts.createProgram([entry], { ...options, declaration: true, emitDeclarationOnly: true, noEmit: false, rootDir: engine, outDir: '/sdk', paths: { 'converge/sdk': [entry] } });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(entry);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${entry} exports nothing`);
  const declared = declarationsOf(program);
  return checker.getExportsOfModule(module).map((exported) => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const path = symbol.declarations?.[0]?.getSourceFile().fileName.slice(engine.length + 1) ?? '';
    const doc = ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim();
    const tags = symbol.getJsDocTags(checker).map(({ name, text }) => tagWords(name, ts.displayPartsToString(text)));
    const declaration = (declared.get(path)?.get(symbol.name) ?? []).join('\n').replaceAll(new RegExp(`\\b${symbol.name}\\b`, 'g'), exported.name);
    return { name: exported.name, path, doc: [doc, ...tags].filter((words) => words !== '').join('\n\n'), declaration };
  });
}

/** `@throws StatusError …`: "Throws StatusError …" */
function tagWords(name: string, text: string): string {
  const [first = '', ...rest] = text.split(' ');
  return name === 'param' ? `\`${first}\`: ${rest.join(' ').replace(/^- /, '')}` : `${name.charAt(0).toUpperCase()}${name.slice(1)} ${text}`;
}

/** By file and name: the statements that declare it, with the comments of its fields. */
function declarationsOf(program: ts.Program): ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> {
  const files = new Map<string, Map<string, string[]>>();
  program.emit(undefined, (path, text) => {
    const names = new Map<string, string[]>();
    const parsed = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    for (const statement of parsed.statements) {
      for (const name of namesOf(statement)) names.set(name, [...(names.get(name) ?? []), statement.getText().replace(/^export (?:declare )?/, '').replaceAll('    ', '  ')]);
    }
    files.set(path.replaceAll('\\', '/').replace('/sdk/', '').replace(/\.d\.ts$/, '.ts'), names);
  });
  return files;
}

function namesOf(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => name.getText());
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) return [statement.name.text];
  if ((ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name) return [statement.name.text];
  return [];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = sdkDocs();
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error('docs/sdk.md is not up to date: npm run generate');
    process.exit(1);
  }
  console.log(`docs/sdk.md: ${text.split('\n').length} lines`);
}
