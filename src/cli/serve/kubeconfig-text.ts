/** What stands in a kubeconfig. The container's engine uses it too, so it imports nothing. */

export interface KubeconfigCluster {
  readonly name: string;
  readonly server: string;
  /**
   * Of the CA that has signed the server's certificate, PEM in base64. Without one, no certificate is checked: client libraries for
   * JavaScript refuse http unless that is set.
   */
  readonly authority?: string;
}

export interface KubeconfigContent {
  readonly clusters: readonly KubeconfigCluster[];
  /** Name of the cluster that clients go to unless they choose otherwise. */
  readonly current: string;
  /** Absent: clients show none. */
  readonly token?: string;
}

/** As YAML, with a context of each cluster's name. All have the one user `kubernetes-admin`. */
export function kubeconfigText({ clusters, current, token }: KubeconfigContent): string {
  const contexts = clusters.map(({ name }) => `- name: ${name}\n  context:\n    cluster: ${name}\n    user: kubernetes-admin\n`);
  return `apiVersion: v1
kind: Config
current-context: ${current}
clusters:
${clusters.map(clusterText).join('')}contexts:
${contexts.join('')}users:
- name: kubernetes-admin
  user: ${token === undefined ? '{}' : `\n    token: ${token}`}
`;
}

function clusterText({ name, server, authority }: KubeconfigCluster): string {
  const check = authority === undefined ? 'insecure-skip-tls-verify: true' : `certificate-authority-data: ${authority}`;
  return `- name: ${name}\n  cluster:\n    server: ${server}\n    ${check}\n`;
}
