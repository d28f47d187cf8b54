/**
 * A Chromium on any machine: one that is there, else Playwright's own download, else the one a registry package ships. Each step has a time
 * limit and a reason when it fails. (Debian's own package comes before all this: `install-counterparts.ts`.)
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { browserCache, browserCandidates, cachedBrowser } from './find-browser.ts';
import { runs } from './programs.ts';

/** Ships a headless Chromium for Linux on x64, with the libraries that a bare machine lacks. */
const registryPackage = '@sparticuz/chromium';
const registryVersion = '153.0.0';
const downloadLimitMs = 180_000;
const root = fileURLToPath(new URL('../..', import.meta.url));

export type ProvidedBrowser = { readonly path: string } | { readonly missing: string };

/** Path of a browser that runs, or in one line why there is none. `say` gets a line when something takes long. */
export async function provideBrowser(say: (line: string) => void): Promise<ProvidedBrowser> {
  const there = runningBrowser();
  if (there !== undefined) return { path: there };
  const reasons: string[] = [];
  for (const get of [downloadWithPlaywright, installFromRegistry]) {
    const failure = await get(say);
    const path = failure === undefined ? runningBrowser() : undefined;
    if (path !== undefined) return { path };
    reasons.push(failure ?? 'what it brought does not start here');
  }
  return { missing: reasons.join('; ') };
}

const runningBrowser = (): string | undefined => browserCandidates().find((path) => runs(path, '--version'));

/** Why it failed, or nothing when it worked. */
type Failure = string | undefined;

async function downloadWithPlaywright(say: (line: string) => void): Promise<Failure> {
  if (!(await canReach('https://cdn.playwright.dev'))) return 'Playwright’s download can’t be reached';
  say('downloading a Chromium (playwright install) …');
  const playwright = join(root, 'node_modules/playwright-core/cli.js');
  const { status } = spawnSync(process.execPath, [playwright, 'install', '--only-shell', 'chromium'], {
    stdio: 'ignore',
    timeout: downloadLimitMs,
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
  });
  return status === 0 ? undefined : '`playwright install chromium` failed';
}

/** Whether a server answers anything at all within five seconds. */
async function canReach(url: string): Promise<boolean> {
  try {
    await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(5_000) });
    return true;
  } catch {
    return false;
  }
}

/** Into the cache under node_modules, on demand: nobody pays for it whose machine has a browser. */
async function installFromRegistry(say: (line: string) => void): Promise<Failure> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return `${registryPackage} ships none for ${process.platform} on ${process.arch}`;
  say(`installing the Chromium of the package ${registryPackage} …`);
  mkdirSync(browserCache, { recursive: true });
  // A folder of its own to npm; without this file npm would take the project's.
  writeFileSync(join(browserCache, 'package.json'), '{ "private": true, "type": "module" }\n');
  const npm = ['install', '--no-save', '--no-package-lock', '--prefix', browserCache, `${registryPackage}@${registryVersion}`];
  const { status } = spawnSync('npm', npm, { cwd: browserCache, stdio: 'ignore', timeout: downloadLimitMs });
  if (status !== 0) return `\`npm install ${registryPackage}\` failed`;
  return unpack();
}

/** The package unpacks its files into the temporary folder: that is the cache's own here. It brings its libraries where it believes to be in the cloud. */
function unpack(): Failure {
  const files = join(browserCache, 'unpacked');
  rmSync(files, { recursive: true, force: true });
  mkdirSync(files);
  const program = `import chromium from '${registryPackage}'; chromium.setGraphicsMode = false; await chromium.executablePath();`;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: browserCache,
    stdio: 'ignore',
    timeout: downloadLimitMs,
    env: { ...process.env, TMPDIR: files, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
  });
  if (status !== 0 || !existsSync(join(files, 'chromium'))) return `the package ${registryPackage} could not be unpacked`;
  writeFileSync(cachedBrowser, startScript);
  chmodSync(cachedBrowser, 0o755);
  return undefined;
}

/** Libraries of the machine come first: those of the package fill what is missing. */
const startScript = `#!/bin/sh
here=$(dirname "$0")/unpacked
export LD_LIBRARY_PATH="\${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$here/al2023/lib"
[ -d /etc/fonts ] || export FONTCONFIG_PATH="$here/fonts"
exec "$here/chromium" "$@"
`;
