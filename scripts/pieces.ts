/**
 * Links the page's engine: one core, and pieces of it that are fetched when they are first used (docs/adr/0019-pieces.md).
 *
 * In the source a piece is a plain `import('./x.ts')`. What the entry imports statically is the core; what only a piece imports is
 * bundled into it; what two pieces import goes to the core, so that no module exists twice. A piece is a text whose value is a function:
 * it takes the list of what the core exports to pieces, and returns the namespaces of its modules.
 *
 * Where the core imports a piece's module statically, it gets its exports once the piece is loaded; until then they are `undefined`. So code
 * that must not wait loads the piece before (`session/needs.ts`), and uses what it imports only when it is called. Another piece would never get
 * them: its list of the core's exports is made at the start. Linking such a one fails.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build, transform, type BuildOptions, type OutputFile, type Plugin } from 'esbuild';

export interface PiecesOptions {
  /** Absolute. Paths below are relative to it. */
  readonly root: string;
  /** The module that runs in the worker. */
  readonly entry: string;
  /** The modules of each piece: those that `import()` names. */
  readonly pieces: Readonly<Record<string, readonly string[]>>;
  /** The module that exports `loadPiece(piece, index)`, which stands for `import()` in the bundle. */
  readonly loader: string;
  /** Everything else that esbuild should know. */
  readonly build: BuildOptions;
}

export interface Linked {
  readonly core: string;
  readonly pieces: Readonly<Record<string, string>>;
  /** Modules that are in the core only because several pieces import them, with their bytes. */
  readonly shared: ReadonlyMap<string, number>;
  /** Every module of the core and of the pieces. */
  readonly modules: ReadonlySet<string>;
  readonly links: Links;
}

/** What a piece alone is linked by, as long as the core stays what it is. Plain JSON. */
export interface Links {
  /** What modules of the core export, by path. */
  readonly exports: Readonly<Record<string, readonly string[]>>;
  /** `path#name` of what the core gives to pieces, in order. */
  readonly slots: readonly string[];
}

/** What the core's entry imports to give the pieces what they import of the core. */
const exportsModule = 'converge:core-exports';

interface Bundle {
  readonly text: string;
  /** Modules that are in it, with their bytes. */
  readonly modules: ReadonlyMap<string, number>;
}

export async function linkPieces(options: PiecesOptions): Promise<Linked> {
  const names = Object.keys(options.pieces);
  const ofPieces = modulesOf(options.pieces);
  const late = lateImports(options, await exportsOf(options, [...ofPieces]));
  const alone = await bundleCore(options, late, []);
  // Under the path of a piece's module the core has only what stands for it.
  const core = new Set([...alone.modules.keys()].filter((path) => !ofPieces.has(path)));
  const ofCore = await exportsOf(options, [...core]);
  const apart = await bundlePieces(options, names, ofCore);
  for (const [name, bundle] of apart) refuseTaken(options, name, bundle);
  const shared = sharedModules(apart.values());
  const ofWhole = new Map([...ofCore, ...(await exportsOf(options, [...shared.keys()]))]);
  const bundled = await bundlePieces(options, names, ofWhole);
  const slots = new Map<string, number>();
  const pieces: Record<string, string> = {};
  for (const [name, { text }] of bundled) pieces[name] = await pieceText(name, text, slots);
  const linked = await bundleCore(options, late, [...slots.keys()]);
  const modules = new Set([linked, ...bundled.values()].flatMap((bundle) => [...bundle.modules.keys()]));
  const links = { exports: Object.fromEntries(ofWhole), slots: [...slots.keys()] };
  return { core: linked.text, pieces, shared, modules, links };
}

/** What comes from the core: `import { a, b as c } from "core:<path>";` */
const coreImport = /^import (?:\{([^}]*)\} from )?"core:([^"]+)";$/gm;

/** @throws Error where a piece has a module of another one: it imports it, or what a module of the core passes on from it. */
function refuseTaken({ pieces }: PiecesOptions, name: string, bundle: Bundle): void {
  const taken = takenModule(pieces, name, bundle);
  if (taken !== undefined)
    throw new Error(`the piece ${name} takes ${taken.module}, which is there only when the piece ${taken.piece} is loaded: put that module into the core`);
}

/** A module of this bundle that is listed for another piece. */
function takenModule(pieces: PiecesOptions['pieces'], name: string, bundle: Bundle): { readonly module: string; readonly piece: string } | undefined {
  for (const [piece, modules] of Object.entries(pieces)) {
    const module = piece === name ? undefined : modules.find((path) => bundle.modules.has(path));
    if (module !== undefined) return { module, piece };
  }
  return undefined;
}

/** One piece again. Undefined: it imports what the core doesn't give, so that all has to be linked. */
export async function relinkPiece(options: PiecesOptions, name: string, links: Links): Promise<string | undefined> {
  const slots = new Map(links.slots.map((each, slot) => [each, slot]));
  const bundle = bundleOf(await bundlePieces(options, [name], new Map(Object.entries(links.exports))), name);
  if (takenModule(options.pieces, name, bundle) !== undefined) return undefined;
  const piece = await pieceText(name, bundle.text, slots);
  return slots.size === links.slots.length ? piece : undefined;
}

/** Modules of more than one piece. */
function sharedModules(pieces: Iterable<Bundle>): ReadonlyMap<string, number> {
  const shared = new Map<string, number>();
  const seen = new Set<string>();
  for (const { modules } of pieces)
    for (const [path, bytes] of modules) {
      if (seen.has(path)) shared.set(path, bytes);
      seen.add(path);
    }
  return shared;
}

/** `imported`: `path#name` of everything that pieces import of the core, in the order of its slots. */
async function bundleCore(options: PiecesOptions, late: Plugin, imported: readonly string[]): Promise<Bundle> {
  const lines = imported.map((each, slot) => {
    const [path, name] = each.split('#');
    return `import { ${name} as $${slot} } from ${JSON.stringify(`./${path}`)};`;
  });
  const list = imported.map((_, slot) => `$${slot}`).join(', ');
  const contents = `${lines.join('\n')}\nexport const coreExports = () => [${list}];`;
  const outputs = await run(options, {
    entryPoints: [options.entry],
    format: 'iife',
    plugins: [virtual(exportsModule, contents, options.root), late, loadInstead(options), ...(options.build.plugins ?? [])],
  });
  return bundleOf(outputs, options.entry);
}

/** What modules export, by path. */
type Exports = ReadonlyMap<string, readonly string[]>;

const entryOf = (name: string): string => `converge:piece/${name}`;

/** By the names of the pieces, in their order. In one run: most of what it reads is read for many pieces. */
async function bundlePieces(options: PiecesOptions, names: readonly string[], core: Exports): Promise<ReadonlyMap<string, Bundle>> {
  const entries = names.map((name) => {
    const modules = options.pieces[name] ?? [];
    const lines = modules.map((path, index) => `import * as m${index} from ${JSON.stringify(isVirtual(path) ? path : `./${path}`)};`);
    return virtual(entryOf(name), `${lines.join('\n')}\nexport { ${modules.map((_, index) => `m${index}`).join(', ')} };`, options.root);
  });
  const outputs = await run(options, {
    entryPoints: names.map(entryOf),
    format: 'esm',
    // A line an import, as `pieceText` reads them.
    minify: false,
    minifyIdentifiers: true,
    minifySyntax: true,
    plugins: [...entries, fromCore(options, core), loadInstead(options), ...(options.build.plugins ?? [])],
  });
  return new Map(names.map((name) => [name, bundleOf(outputs, `made:${entryOf(name)}`)]));
}

/** @throws Error where the bundler hasn't made it. */
function bundleOf(bundles: ReadonlyMap<string, Bundle>, entry: string): Bundle {
  const bundle = bundles.get(entry);
  if (bundle === undefined) throw new Error(`nothing was bundled for ${entry}`);
  return bundle;
}

/** The modules that are listed for some piece. */
const modulesOf = (pieces: PiecesOptions['pieces']): ReadonlySet<string> => new Set(Object.values(pieces).flat());

const isVirtual = (path: string): boolean => path.startsWith('converge:');

/** The bundles, by their entry point. */
async function run(options: PiecesOptions, how: BuildOptions): Promise<ReadonlyMap<string, Bundle>> {
  const { outputFiles = [], warnings, metafile } = await build({
    ...options.build,
    ...how,
    absWorkingDir: options.root,
    bundle: true,
    write: false,
    metafile: true,
    outdir: `${options.root}.generated`,
  });
  if (warnings.length > 0) throw new Error('a bundle has warnings: see above');
  const texts = new Map((outputFiles satisfies readonly OutputFile[]).map(({ path, text }) => [relative(options.root, path).replaceAll('\\', '/'), text]));
  return new Map(
    Object.entries(metafile?.outputs ?? {}).map(([path, { entryPoint = '', inputs }]) => {
      const own = Object.entries(inputs).filter(([input, { bytesInOutput }]) => bytesInOutput > 0 && !input.includes('converge:') && !input.startsWith('core:'));
      return [entryPoint, { text: texts.get(path) ?? '', modules: new Map(own.map(([input, { bytesInOutput }]) => [input, bytesInOutput])) }];
    }),
  );
}

/** A module that is made here. */
function virtual(name: string, contents: string, resolveDir: string): Plugin {
  return {
    name,
    setup(bundle) {
      bundle.onResolve({ filter: new RegExp(`^${name}$`) }, ({ path }) => ({ path, namespace: 'made' }));
      bundle.onLoad({ filter: new RegExp(`^${name}$`), namespace: 'made' }, () => ({ contents, resolveDir, loader: 'js' }));
    },
  };
}

async function exportsOf({ root, build: common }: PiecesOptions, modules: readonly string[]): Promise<Exports> {
  const paths = modules.filter((path) => !isVirtual(path));
  if (paths.length === 0) return new Map();
  const { metafile } = await build({
    ...common,
    absWorkingDir: root,
    entryPoints: paths,
    bundle: false,
    write: false,
    metafile: true,
    format: 'esm',
    outdir: `${root}.generated`,
    alias: {},
    plugins: [],
  });
  return new Map(Object.values(metafile.outputs).map(({ entryPoint = '', exports }) => [entryPoint, exports]));
}

/** In the core: the modules of pieces, imported statically, are filled in by name when their piece is loaded. */
function lateImports({ root, pieces, loader }: PiecesOptions, exported: Exports): Plugin {
  for (const [piece, modules] of Object.entries(pieces)) checkUnique(piece, modules.flatMap((path) => exported.get(path) ?? []));
  return {
    name: 'late-imports',
    setup(bundle) {
      for (const [piece, modules] of Object.entries(pieces))
        for (const path of modules) {
          const names = exported.get(path);
          if (names === undefined) continue;
          const filter = new RegExp(`[\\\\/]${path.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]')}$`);
          const whenLoaded = `import { whenLoaded } from ${JSON.stringify(root + loader)};`;
          const fill = `whenLoaded(${JSON.stringify(piece)}, (m) => ({ ${names.join(', ')} } = m));`;
          const contents = `${whenLoaded}export let ${names.join(', ')};${fill}`;
          bundle.onLoad({ filter }, () => ({ contents, loader: 'js' }));
        }
    },
  };
}

/** Two modules of a piece that export one name couldn't be told apart. */
function checkUnique(piece: string, names: readonly string[]): void {
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  if (twice.length > 0) throw new Error(`${twice.join(', ')}: exported by two modules of the piece ${piece}`);
}

/**
 * In a piece: modules of the core stay imports, from `core:<path>`. Each goes through a module that names its exports, so that an `export *`
 * of some index says what it exports; otherwise esbuild would keep everything that the index names. What a module of the core passes on from
 * a piece's module comes from there: the core has it only when that piece has been evaluated. Another piece that takes it is refused.
 */
function fromCore({ root, pieces }: PiecesOptions, core: Exports): Plugin {
  const ofPieces = modulesOf(pieces);
  const resolving = Symbol('resolving');
  return {
    name: 'from-core',
    setup(bundle) {
      bundle.onResolve({ filter: /^[^:]*$|^converge\/sdk$/ }, async ({ path, pluginData, ...rest }) => {
        if (pluginData === resolving) return undefined;
        const found = await bundle.resolve(path, { ...rest, pluginData: resolving });
        if (found.errors.length > 0) return found;
        const module = relative(root, found.path).replaceAll('\\', '/');
        return core.has(module) ? { path: module, namespace: 'core', sideEffects: false } : found;
      });
      bundle.onResolve({ filter: /^core:/ }, ({ path }) => ({ path, external: true, sideEffects: false }));
      bundle.onLoad({ filter: /.*/, namespace: 'core' }, async ({ path }) => {
        const source = await readFile(root + path, 'utf8');
        const passedOn = source.match(/^export \* from .*$/gm) ?? [];
        const late = namesFrom(source, (target) => ofPieces.has(join(dirname(path), target)));
        // A statement an export: esbuild leaves out statements, not names.
        const own = (core.get(path) ?? []).map((name) => `export { ${name} } from ${JSON.stringify(late.get(name) ?? `core:${path}`)};`);
        return { contents: [...own, ...passedOn].join('\n'), resolveDir: dirname(root + path), loader: 'js' };
      });
    },
  };
}

/** The names that a source passes on from modules such as these, and from which. */
function namesFrom(source: string, isOne: (target: string) => boolean): ReadonlyMap<string, string> {
  const statements = [...source.matchAll(/^export \{([^}]*)\} from '(\.[^']+)';$/gm)].filter(([, , target = '']) => isOne(target));
  return new Map(statements.flatMap(([, names = '', target = '']) => namesIn(names).map(({ local }) => [local, target] as const)));
}

/** Where a value is expected: not of a type. */
const importCall = /(?<=(?:\bawait|\breturn|=>)\s)import\('([^']+)'\)/g;

/** A call that `importCall` doesn't find. */
const missedCall = /[[(,]\s*import\('\.{1,2}\//;

/** `import('./x.ts')` of our own source becomes `loadPiece(piece, index)`. */
function loadInstead({ root, pieces, loader }: PiecesOptions): Plugin {
  const places = new Map(
    Object.entries(pieces).flatMap(([name, modules]) => modules.map((path, index) => [path, [name, index] as const])),
  );
  return {
    name: 'load-instead',
    setup(bundle) {
      bundle.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const contents = source.replace(importCall, (written, target: string) => {
          const module = isVirtual(target)
            ? target
            : relative(root, new URL(target, `file://${path}`).pathname).replaceAll('\\', '/');
          const place = places.get(module);
          if (place === undefined) throw new Error(`${path}: ${written} is in no piece: scripts/build-worker.ts lists them`);
          return `loadPiece(${JSON.stringify(place[0])}, ${place[1]})`;
        });
        if (missedCall.test(contents)) throw new Error(`${path}: an import() that is neither awaited nor returned stays in the core: await it`);
        if (contents === source) return undefined;
        // On the first line, so that lines stay what they were.
        return { contents: `import { loadPiece } from ${JSON.stringify(root + loader)};${contents}`, loader: 'ts' };
      });
    },
  };
}

/** A bundled ES module as a function of the core's exports. `slots`: where each export stands in the list; grows. */
async function pieceText(name: string, module: string, slots: Map<string, number>): Promise<string> {
  const taken: string[] = [];
  const imported = module.replace(coreImport, (_, names: string | undefined, path: string) => {
    for (const { exported, local } of namesIn(names ?? '')) {
      const key = `${path}#${exported}`;
      const slot = slots.get(key) ?? slots.size;
      slots.set(key, slot);
      taken.push(`${slot}: ${local}`);
    }
    return '';
  });
  const body = imported.replace(/^export \{([^}]*)\};$/gm, (_, names: string) => {
    const fields = namesIn(names).map(({ exported, local }) => `${local}: ${exported}`);
    return `return { ${fields.join(', ')} };`;
  });
  const other = /^(?:import|export)\b.*/m.exec(body)?.[0];
  if (other !== undefined) throw new Error(`the piece ${name} can’t have this, name what it imports of the core: ${other}`);
  const whole = `((core) => {\n"use strict";\nconst { ${taken.join(', ')} } = core;\n${body}\n})`;
  const { code } = await transform(whole, { minifyWhitespace: true, charset: 'ascii', target: 'es2022' });
  return `${code.trim()}\n//# sourceURL=engine-${name}.js\n`;
}

/** `a, b as c` */
const namesIn = (list: string): readonly { readonly exported: string; readonly local: string }[] =>
  list
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => {
      const [exported = '', local = exported] = each.split(' as ');
      return { exported, local };
    });
