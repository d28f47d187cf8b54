/**
 * Brings node_modules up to date before start, dev and test: `npm ci` when the lockfile or the platform has changed, nothing (0.1 s)
 * otherwise; an `npm ci` of your own counts. Plain JavaScript without dependencies: it runs under whatever Node the system has.
 */
import { execSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const stampFile = 'node_modules/.converge-stamp';
const stamp = createHash('sha256')
  .update(readFileSync('package-lock.json'))
  .update(`${process.platform}-${process.arch}`)
  .digest('hex');

/** Whether npm has installed what the lockfile says for this platform: its own record of it lies in node_modules. */
function isInstalled() {
  const record = 'node_modules/.package-lock.json';
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  const { '': _root, ...wanted } = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    const found = installed[path];
    return found === undefined ? !isNeeded(entry) : found.version === entry.version && found.integrity === entry.integrity;
  });
}

/** An optional package is needed where it says that it is for this platform; most of them are for others. */
function isNeeded({ optional, os, cpu, libc }) {
  if (optional !== true) return true;
  return libc === undefined && os?.includes(process.platform) === true && cpu?.includes(process.arch) === true;
}

const hasStamp = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
if (!hasStamp && isInstalled()) writeFileSync(stampFile, stamp);
else if (!hasStamp) {
  console.log('installing dependencies (npm ci) …');
  execSync('npm ci', { stdio: 'inherit' });
  writeFileSync(stampFile, stamp);
}
// `npm run serve` begins with the shell's `exec`, so that npm's signals reach the server itself. Windows' shell has no such word.
if (process.platform === 'win32') writeFileSync('node_modules/.bin/exec.cmd', '@%*\r\n');
const node = existsSync('node_modules/.bin/node') ? 'node_modules/.bin/node' : process.execPath;
const version = execSync(`"${node}" --version`, { encoding: 'utf8' }).trim();
const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`Converge needs Node 24 (or at least 22.18), and found ${version}. Install it from nodejs.org and try again.`);
  process.exit(1);
}
