/** The file that tells kubectl and client libraries where the API is. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export interface Kubeconfig {
  readonly path: string;
  /** Removes it when it was a temporary one. */
  remove(): void;
}

export interface Way {
  readonly url: string;
  /** The administrator's. */
  readonly token: string;
  /** The server's, PEM. */
  readonly certificate: string;
  /** Clients go over TLS unless they choose otherwise. */
  readonly tls: boolean;
}

/** Writes it, with the administrator's token, to `file`, or to a temporary file that only this user can read. */
export function writeKubeconfig(way: Way, file: string | undefined): Kubeconfig {
  const path = file === undefined ? join(mkdtempSync(join(tmpdir(), 'converge-')), 'kubeconfig') : resolve(file);
  writeFileSync(path, kubeconfigFor(way), { mode: 0o600 });
  return {
    path,
    remove() {
      if (file === undefined) rmSync(dirname(path), { recursive: true, force: true });
    },
  };
}

/**
 * Two ways to the same port. Over plain http clients keep their credentials to themselves, and who shows none is the administrator;
 * `converge-tls` is the way for tokens. Client libraries for JavaScript refuse http unless told to skip the check of a certificate.
 */
function kubeconfigFor({ url, token, certificate, tls }: Way): string {
  return `apiVersion: v1
kind: Config
current-context: ${tls ? 'converge-tls' : 'converge'}
clusters:
- name: converge
  cluster:
    server: ${url}
    insecure-skip-tls-verify: true
- name: converge-tls
  cluster:
    server: ${url.replace(/^http:/, 'https:')}
    certificate-authority-data: ${Buffer.from(certificate).toString('base64')}
contexts:
- name: converge
  context:
    cluster: converge
    user: kubernetes-admin
- name: converge-tls
  context:
    cluster: converge-tls
    user: kubernetes-admin
users:
- name: kubernetes-admin
  user:
    token: ${token}
`;
}
