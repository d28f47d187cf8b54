/** The Chromium that browser tests and the benchmark drive. */
import { existsSync } from 'node:fs';

/** Path of its program: `$CHROMIUM_PATH`, or where Debian and others put it. Throws a sentence that says what to install. */
export function findBrowser(): string {
  const paths = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'];
  const found = paths.find((path) => path !== undefined && existsSync(path));
  if (found !== undefined) return found;
  throw new Error('No Chromium was found. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH to its program.');
}
