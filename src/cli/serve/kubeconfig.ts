/** The file that tells kubectl and client libraries where the API is. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export interface Kubeconfig {
  readonly path: string;
  /** Removes it when it was a temporary one. */
  remove(): void;
}

/** Writes it, with the administrator's token, to `file`, or to a temporary file that only this user can read. */
export function writeKubeconfig(url: string, token: string, file: string | undefined): Kubeconfig {
  const path = file === undefined ? join(mkdtempSync(join(tmpdir(), 'converge-')), 'kubeconfig') : resolve(file);
  writeFileSync(path, kubeconfigFor(url, token), { mode: 0o600 });
  return {
    path,
    remove() {
      if (file === undefined) rmSync(dirname(path), { recursive: true, force: true });
    },
  };
}

/** Client libraries for JavaScript refuse plain http unless told to skip the check of a certificate that there isn't. */
function kubeconfigFor(url: string, token: string): string {
  return `apiVersion: v1
kind: Config
current-context: converge
clusters:
- name: converge
  cluster:
    server: ${url}
    insecure-skip-tls-verify: true
contexts:
- name: converge
  context:
    cluster: converge
    user: kubernetes-admin
users:
- name: kubernetes-admin
  user:
    token: ${token}
`;
}
