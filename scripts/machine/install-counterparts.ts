/**
 * The real programs that tests compare with, or serve the site by: etcd, etcdctl, Firefox, WebKit, kubectl, nginx. Where `apt-get` may install (as root on Debian) those that are
 * missing are installed; what is missing after that is skipped, and one line says so.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { browserCandidates } from './find-browser.ts';
import { findProgram } from './programs.ts';

interface Counterpart {
  readonly programs: readonly string[];
  /** Of the environment: the path of another program, which tests take before that of the PATH. */
  readonly variable?: string;
  /** Debian's package. */
  readonly package?: string;
  /** What isn't tested without it. */
  readonly tests: string;
}

export const counterparts: readonly Counterpart[] = [
  { programs: ['etcd'], package: 'etcd-server', tests: 'our etcd beside the real one' },
  { programs: ['etcdctl'], package: 'etcd-client', tests: 'our etcdctl beside the real one' },
  { programs: ['firefox-esr', 'firefox'], package: 'firefox-esr', tests: 'the page in Firefox' },
  { programs: ['WebKitWebDriver'], package: 'webkit2gtk-driver', tests: 'the page in WebKit' },
  { programs: ['Xvfb'], package: 'xvfb', tests: 'the page in WebKit, which needs a screen' },
  { programs: ['kubectl'], variable: 'KUBECTL', tests: 'our kubectl beside the real one' },
  // Not installed: Debian's package starts a server.
  { programs: ['nginx'], tests: 'the site served by nginx as docs/hosting.md says' },
];

function isMissing({ programs, variable = '' }: Counterpart): boolean {
  const chosen = process.env[variable];
  return chosen === undefined ? findProgram(...programs) === undefined : !existsSync(chosen);
}

const aptLimitMs = 300_000;

/** Installs what is missing where that is allowed. `say` gets a line a thing that happens. */
export async function installCounterparts(say: (line: string) => void): Promise<void> {
  const missing = counterparts.filter(isMissing).flatMap((each) => each.package ?? []);
  const hasNoBrowser = (): boolean => browserCandidates().length === 0;
  const packages = hasNoBrowser() ? ['chromium-headless-shell', ...missing] : missing;
  if (packages.length === 0 || whyNoApt() !== undefined) return;
  say(`installing ${packages.join(', ')} (apt-get) …`);
  await aptGet('update', '-qq');
  // One by one: a package that a distribution doesn't have keeps none of the others away.
  for (const each of packages) await install(each, say);
  // Older distributions have no package of the shell alone.
  if (hasNoBrowser()) await install('chromium', say);
}

async function install(name: string, say: (line: string) => void): Promise<void> {
  if (!(await aptGet('install', '-y', '-qq', '--no-install-recommends', name))) say(`apt-get could not install ${name}`);
}

/** Whether it did what it was to do. */
function aptGet(...args: readonly string[]): Promise<boolean> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const child = spawn('apt-get', args, { stdio: 'ignore', timeout: aptLimitMs, env });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (status) => resolve(status === 0));
  });
}

/** Why nothing can be installed here, or nothing when it can. */
function whyNoApt(): string | undefined {
  if (findProgram('apt-get') === undefined) return 'there is no apt-get';
  return process.getuid?.() === 0 ? undefined : 'only root may install';
}

/** A line for each counterpart that isn't there: what is skipped, and why. */
export function skippedLines(): string[] {
  return counterparts.filter(isMissing).map((each) => {
    const [program = ''] = each.programs;
    const why = each.package === undefined ? '' : ` (Debian’s package ${each.package}; ${whyNoApt() ?? 'apt-get could not install it'})`;
    return `skipped: ${each.tests}, because no ${program} was found${why}`;
  });
}
