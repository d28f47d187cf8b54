/**
 * Brings node_modules up to date before start, dev and test: `npm ci` when the lockfile or the platform has changed, nothing (0.1 s)
 * otherwise. Plain JavaScript without dependencies: it runs under whatever Node the system has.
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

if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) {
  console.log('installing dependencies (npm ci) …');
  execSync('npm ci', { stdio: 'inherit' });
  writeFileSync(stampFile, stamp);
}
const node = existsSync('node_modules/.bin/node') ? 'node_modules/.bin/node' : process.execPath;
const version = execSync(`"${node}" --version`, { encoding: 'utf8' }).trim();
const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`Converge needs Node 24 (or at least 22.18), and found ${version}. Install it from nodejs.org and try again.`);
  process.exit(1);
}
