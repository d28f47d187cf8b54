#!/usr/bin/env node
/** `npm create converge-course [folder] [-- --name "Loops at Example University"]`: copies the template, and says what comes next. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const usage = 'npm create converge-course [folder] [-- --name "Loops at Example University"]   a course with one lesson; here, without a folder';

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { name: { type: 'string' }, help: { type: 'boolean', default: false } },
  });
  if (values.help) console.log(usage);
  else create(resolve(positionals[0] ?? '.'), values.name);
} catch (error) {
  console.error(`create-converge-course: ${error instanceof Error ? error.message : String(error)}\n${usage}`);
  process.exitCode = 2;
}

/**
 * @param {string} folder Made where it isn't there; else it is empty, but for hidden files such as `.git`.
 * @param {string | undefined} name The course's; the folder's name by default.
 */
function create(folder, name = basename(folder)) {
  if (existsSync(folder) && readdirSync(folder).some((file) => !file.startsWith('.'))) throw new Error(`${folder} isn’t empty`);
  mkdirSync(folder, { recursive: true });
  cpSync(join(import.meta.dirname, 'template'), folder, { recursive: true });
  // npm leaves a file of this name out of a package.
  renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'));
  replaceIn(join(folder, 'package.json'), '"my-course"', JSON.stringify(packageName(name)));
  replaceIn(join(folder, 'astro.config.mjs'), "'My course'", `'${name.replaceAll(/['\\]/g, '\\$&')}'`);
  const there = relative('.', folder);
  console.log(`The course is in ${folder}. Next:`);
  if (there !== '') console.log(`  cd ${there}`);
  console.log('  npm install\n  npm run dev');
}

/** What npm takes as a name: small letters, digits and dashes. */
function packageName(name) {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'course';
}

function replaceIn(file, before, after) {
  writeFileSync(file, readFileSync(file, 'utf8').replace(before, () => after));
}
