/** `kubectl create ingress`: rules as words, `host/path=service:port[,tls[=secret]]`. */
import type { JsonObject } from '../../../engine/index.ts';
import { CliError } from '../../errors.ts';
import type { Generator } from './generator.ts';

const RULE = /^(?<host>[\w*\-.]*)(?<path>\/[\w*\-/.]*)=(?<service>[\w-]+):(?<port>[\w-]+)(?<tls>(,tls|,tls=[\w-]*)?)$/;
const NOTHING_ASKED =
  'not enough information provided: every ingress has to either specify a default-backend (which catches all traffic) or a list of rules (which catch specific paths)';

export const ingress: Generator = {
  name: 'ingress',
  aliases: ['ing'],
  short: 'Create an ingress with the specified name',
  usage: 'NAME --rule=host/path=service:port[,tls[=secret]] ',
  flags: [
    { name: 'class', type: 'string', help: 'Ingress class to be used' },
    { name: 'rule', type: 'lines', help: 'host/path=service:port[,tls=secret]; a path ending in * is a prefix' },
    { name: 'default-backend', type: 'string', help: 'Service for all other requests, svcname:port' },
    { name: 'annotation', type: 'lines', help: 'Annotation of the ingress, name=value' },
  ],
  resource: { group: 'networking.k8s.io', version: 'v1', kind: 'Ingress', plural: 'ingresses', namespaced: true },
  failure: 'failed to create ingress:',
  build({ flags }, name) {
    const [rules, fallback, words] = [flags.list('rule'), flags.string('default-backend'), flags.list('annotation')];
    if (fallback === '' && rules.length === 0) throw new CliError(NOTHING_ASKED);
    for (const rule of rules) {
      if (RULE.test(rule)) continue;
      throw new CliError(`rule ${rule} is invalid and should be in format host/path=svcname:svcport[,tls[=secret]]`);
    }
    for (const word of words) {
      if (word.includes('=')) continue;
      throw new CliError(`annotation ${word} is invalid and should be in format key=[value]`);
    }
    if (fallback !== '' && fallback.split(':').length !== 2) {
      throw new CliError('default-backend should be in format servicename:serviceport');
    }
    const annotations = words.map((word): [string, string] => {
      const at = word.indexOf('=');
      return [word.slice(0, at), word.slice(at + 1)];
    });
    const [tls, hosts] = [tlsOf(rules), rulesOf(rules)];
    const spec = {
      ...(flags.string('class') === '' ? {} : { ingressClassName: flags.string('class') }),
      ...(fallback === '' ? {} : { defaultBackend: backendOf(fallback) }),
      ...(tls.length === 0 ? {} : { tls }),
      ...(hosts.length === 0 ? {} : { rules: hosts }),
    };
    return {
      kind: 'Ingress',
      apiVersion: 'networking.k8s.io/v1',
      metadata: {
        name,
        creationTimestamp: null,
        ...(annotations.length === 0 ? {} : { annotations: Object.fromEntries(annotations) }),
      },
      spec,
      status: { loadBalancer: {} },
    };
  },
};

/** Each host is named once, with the secret it was first named with. */
function tlsOf(rules: readonly string[]): readonly JsonObject[] {
  const found: { readonly hosts: string[]; readonly secret: string }[] = [];
  const hosts = new Set<string>();
  for (const rule of rules) {
    const [way = '', tls] = rule.split(',');
    const host = way.split('/')[0] ?? '';
    if (tls === undefined || hosts.has(host)) continue;
    hosts.add(host);
    const secret = tls.split('=')[1] ?? '';
    const same = found.find((each) => each.secret === secret);
    if (same !== undefined) same.hosts.push(host);
    else if (host !== '' || secret !== '') found.push({ hosts: host === '' ? [] : [host], secret });
  }
  return found.map(({ hosts: named, secret }) => ({
    ...(named.length === 0 ? {} : { hosts: named }),
    ...(secret === '' ? {} : { secretName: secret }),
  }));
}

function rulesOf(rules: readonly string[]): readonly JsonObject[] {
  const paths = new Map<string, JsonObject[]>();
  for (const rule of rules) {
    const [way = ''] = rule.split(',');
    const slash = way.indexOf('/');
    const [path = '', service = ''] = way.slice(slash).split('=');
    const prefix = path.endsWith('*');
    const built = {
      path: prefix ? path.slice(0, -1) : path,
      pathType: prefix ? 'Prefix' : 'Exact',
      backend: backendOf(service),
    };
    const host = way.slice(0, slash);
    paths.set(host, [...(paths.get(host) ?? []), built]);
  }
  return [...paths].map(([host, all]) => ({ ...(host === '' ? {} : { host }), http: { paths: all } }));
}

function backendOf(words: string): JsonObject {
  const [name = '', port = ''] = words.split(':');
  return { service: { name, port: /^\d+$/.test(port) ? { number: Number(port) } : { name: port } } };
}
