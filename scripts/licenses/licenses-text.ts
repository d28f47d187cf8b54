/** The text of `licenses.txt`: the license of everything that the built site ships, from the installed packages. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordedPackages } from './bundled-packages.ts';

/** Shipped, although no module of theirs is in a bundle that is recorded. */
const besideBundles: readonly string[] = [
  // The script that wakes the parts of a page.
  'node_modules/astro',
  // The search. npm puts it here or there.
  'node_modules/pagefind',
  'node_modules/@astrojs/starlight/node_modules/pagefind',
  // `kubectl explain` prints its descriptions of fields.
  'node_modules/@kubernetes/client-node',
  'node_modules/kubernetes-types',
  // The fonts in src/styles/fonts/ are subsets of theirs.
  'node_modules/@fontsource-variable/literata',
  'node_modules/@fontsource-variable/m-plus-1-code',
  'node_modules/@fontsource-variable/source-sans-3',
  // The declarations of the standard library, for the editor.
  'node_modules/typescript',
];

const licenseFile = /^(?:licen[cs]e|copying|notice|third.?party.?notice)/i;

export interface PackageLicense {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, as the package says. */
  readonly license: string;
  readonly homepage: string;
  /** The texts of its license files; empty where it brings none. */
  readonly texts: readonly string[];
}

/** Reads a package's manifest and license files. `folder`: relative to `root`. */
export function readPackageLicense(root: string, folder: string): PackageLicense {
  const path = join(root, folder);
  const manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  const { name, version, license, homepage, repository } = manifest;
  if (typeof name !== 'string' || typeof version !== 'string') throw new Error(`${folder} has no name or no version`);
  if (typeof license !== 'string') throw new Error(`${name} names no license: look at it before the site ships it`);
  const address = typeof repository === 'string' ? repository : repository?.url;
  return {
    name,
    version,
    license,
    homepage: String(address ?? homepage ?? '').replace(/^git\+/, ''),
    texts: licenseFiles(path).map((file) => readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim()),
  };
}

/** Paths of the files in a package's folder; `LICENSE` may be a folder of them. */
const licenseFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => licenseFile.test(name))
    .flatMap((entry) => (entry.isDirectory() ? licenseFiles(join(folder, entry.name)) : [join(folder, entry.name)]))
    .sort();

/** What the site ships: one entry a package and version, by name. */
export function shippedLicenses(root: string): readonly PackageLicense[] {
  const folders = new Set([...recordedPackages().values(), besideBundles].flat().filter((folder) => existsSync(join(root, folder))));
  const found = new Map([...folders].map((folder) => readPackageLicense(root, folder)).map((each) => [`${each.name} ${each.version}`, each]));
  return [...found.values()].sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
}

/** A text that several packages bring is printed once, under all their names. */
export function licensesText(root: string, packages: readonly PackageLicense[]): string {
  const byText = new Map<string, PackageLicense[]>();
  for (const each of packages) {
    const text = each.texts.join('\n\n') || `The package brings no license text. Its manifest says: ${each.license}.`;
    byText.set(text, [...(byText.get(text) ?? []), each]);
  }
  const line = '-'.repeat(80);
  const entries = [...byText].map(([text, of]) => {
    const names = of.map(({ name, version, license, homepage }) => `${name} ${version} (${license}) ${homepage}`.trim());
    return `${line}\n${names.join('\n')}\n${line}\n\n${text}\n`;
  });
  const own = readFileSync(join(root, 'LICENSE'), 'utf8').trim();
  return `Licenses of what this site ships: the course, and parts of ${packages.length} packages.\n\n${line}\nConverge\n${line}\n\n${own}\n\n${entries.join('\n')}`;
}

/** Writes `licenses.txt` into a built site. */
export function writeLicenses(root: string, out: string): void {
  writeFileSync(join(out, 'licenses.txt'), licensesText(root, shippedLicenses(root)));
}
