/** The file by which kubectl and client libraries find the API. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { kubeconfigText } from './kubeconfig-text.ts';

export interface Kubeconfig {
  readonly path: string;
  /** Removes it when it was a temporary one. */
  remove(): void;
}

export interface Way {
  readonly url: string;
  /** The administrator's. */
  readonly token: string;
  /** Of the CA that has signed the server's certificate, PEM. */
  readonly authority: string;
  /** Clients go over TLS unless they choose otherwise. */
  readonly tls: boolean;
}

/** Throws when the file has others' clusters in it: they aren't written over. */
function refuseOthers(path: string): void {
  if (!existsSync(path)) {
    if (!existsSync(dirname(path))) throw new Error(`--kubeconfig: there is no folder ${dirname(path)}`);
    return;
  }
  const others = clustersIn(readFileSync(path, 'utf8')).filter((name) => name !== plainName && name !== tlsName);
  if (others.length === 0) return;
  const whose = others.map((name) => JSON.stringify(name)).join(', ');
  throw new Error(`--kubeconfig: ${path} is there already, with ${whose} in it; name another file`);
}

const plainName = 'converge';
const tlsName = 'converge-tls';

/** Names of the clusters in a kubeconfig; of a text that is none, its first words. */
function clustersIn(text: string): readonly string[] {
  if (text.trim() === '') return [];
  const config: unknown = parseYaml(text);
  const clusters = typeof config === 'object' && config !== null && 'clusters' in config ? config.clusters : undefined;
  if (!Array.isArray(clusters)) return [text.trim().slice(0, 20)];
  return clusters.map((each: unknown) => {
    return typeof each === 'object' && each !== null && 'name' in each ? String(each.name) : '';
  });
}

function parseYaml(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** A new folder that only this user can enter: where the system keeps such folders, else among temporary files. */
function ownFolder(): string {
  const runtime = process.env['XDG_RUNTIME_DIR'] ?? '';
  return mkdtempSync(join(runtime !== '' && existsSync(runtime) ? runtime : tmpdir(), 'converge-'));
}

/** Writes it, with the administrator's token, to `file`, or to a temporary file that only this user can read. */
export function writeKubeconfig(way: Way, file: string | undefined): Kubeconfig {
  const path = file === undefined ? join(ownFolder(), 'kubeconfig') : resolve(file);
  refuseOthers(path);
  writeFileSync(path, textFor(way), { mode: 0o600 });
  // The mode above is for a new file only.
  chmodSync(path, 0o600);
  return {
    path,
    remove() {
      if (file === undefined) rmSync(dirname(path), { recursive: true, force: true });
    },
  };
}

/**
 * Two ways to the same port. `converge-tls` is the way for tokens; over plain http kubectl keeps its credentials to itself, so that it is
 * anonymous there, and with --no-token the administrator.
 */
function textFor({ url, token, authority, tls }: Way): string {
  const secure = { name: tlsName, server: url.replace(/^http:/, 'https:'), authority: Buffer.from(authority).toString('base64') };
  return kubeconfigText({ clusters: [{ name: plainName, server: url }, secure], current: tls ? tlsName : plainName, token });
}
