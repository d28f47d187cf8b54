import type { Webhook } from './match.ts';

/** Where a webhook is: `https://name.namespace.svc:443/path?timeout=10s`. */
export function webhookUrl({ service, url = '' }: Webhook['clientConfig'], timeoutSeconds: number): string {
  const { name = '', namespace = '', port = 443, path = '/' } = service ?? {};
  const base = service === undefined ? url : `https://${name}.${namespace}.svc:${port}${path}`;
  return `${base}?timeout=${timeoutSeconds}s`;
}
