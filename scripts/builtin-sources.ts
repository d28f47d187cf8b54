/**
 * Writes `.generated/builtin-sources.json`: every built-in controller and scheduler plugin as the files it is made of, for the editor. They are
 * the engine's own files; swapped in as they are, they do what the built-in ones do (`tests/builtin-swap.test.ts`). Their names alone go into
 * `.generated/builtin-names.json`, which the page has from the start.
 * `node scripts/builtin-sources.ts`
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addonControllers, cloudControllers, controllers } from '../src/engine/controllers/registry.ts';
import { profiles, runsIn } from '../src/engine/index.ts';
import { plugins } from '../src/engine/scheduler/index.ts';
import type { BuiltIn } from '../src/lesson/editor/built-in.ts';
import { importsOf } from '../src/lesson/editor/imports-of.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, '.generated/builtin-sources.json');
const namesOut = join(root, '.generated/builtin-names.json');

/** All of them: controllers in the order of the registry, those of the cloud after them, then plugins in the order they run. */
export function builtInSources(): readonly BuiltIn[] {
  return [
    ...[...controllers, ...addonControllers].map(({ name }) => controller(name)),
    ...cloudControllers.map(({ name }) => cloudController(name)),
    ...plugins.map(({ name }) => plugin(name)),
  ];
}

function controller(name: string): BuiltIn {
  const folder = `controllers/${name}`;
  const minimal = runsIn(profiles.minimal, name);
  return { name, kind: 'controller', minimal, entry: `${folder}/index.ts`, files: filesOf(folder) };
}

/** One that takes the place of another is in a folder of its own, and has the other's files, too. */
function cloudController(name: string): BuiltIn {
  const takesPlace = controllers.some((each) => each.name === name);
  const folder = `controllers/${takesPlace ? 'cloud-' : ''}${name}`;
  return { name, kind: 'controller', minimal: takesPlace ? runsIn(profiles.minimal, name) : true, cloud: true, entry: `${folder}/index.ts`, files: filesOf(folder) };
}

function plugin(name: string): BuiltIn {
  // NodeResourcesFit lives in node-resources-fit.
  const folder = `scheduler/plugins/${name.replaceAll(/(?<!^)[A-Z]/g, '-$&').toLowerCase()}`;
  return { name: `scheduler/${name}`, kind: 'plugin', minimal: profiles.minimal.plugins.includes(name), entry: `${folder}/index.ts`, files: filesOf(folder) };
}

/** The entry first; tests are left out. Behind them what they share with other controllers. */
function filesOf(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(join(root, 'src/engine', folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  names.sort((a, b) => Number(b === 'index.ts') - Number(a === 'index.ts') || (a < b ? -1 : 1));
  const files = new Map<string, string>();
  const add = (path: string): void => {
    if (files.has(path)) return;
    const text = readFileSync(join(root, 'src/engine', path), 'utf8');
    files.set(path, text);
  };
  for (const name of names) add(`${folder}/${name}`);
  // A map may grow while it is walked: what is added is walked, too.
  for (const [path, text] of files) for (const imported of importsOf(path, text)) add(imported);
  return Object.fromEntries(files);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = builtInSources();
  const text = JSON.stringify(found);
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, text);
  writeFileSync(namesOut, JSON.stringify([...new Set(found.map(({ name }) => name))]));
  console.log(`${relative(root, out)}: ${found.length} built-ins, ${(text.length / 1024).toFixed(0)} KB`);
}
