/** Whom the processes of a Pod ask for names, by its `dnsPolicy` (upstream: kubelet pkg/kubelet/network/dns). */
import type { PodSpec } from '../../sdk/index.ts';

const clusterDomain = 'cluster.local';
/** The one that knows Services. */
const clusterServer = '10.96.0.10';
/** What the machine itself asks, which knows no name of the cluster. */
const machineServer = '172.18.0.1';

export interface Dns {
  readonly servers: readonly string[];
  readonly searches: readonly string[];
  readonly options: readonly string[];
}

/** The domains that a name without dots is searched in. */
export function searchDomains(namespace: string): readonly string[] {
  return [`${namespace}.svc.${clusterDomain}`, `svc.${clusterDomain}`, clusterDomain];
}

/** The policy's servers, and what the Pod adds to them. */
export function dnsOf({ dnsPolicy, dnsConfig = {}, hostNetwork }: Pick<PodSpec, 'dnsPolicy' | 'dnsConfig' | 'hostNetwork'>, namespace: string): Dns {
  const isMachines = dnsPolicy === 'Default' || (hostNetwork === true && dnsPolicy === 'ClusterFirst');
  const isNone = dnsPolicy === 'None';
  const own = isNone ? [] : [isMachines ? machineServer : clusterServer];
  const searches = isNone || isMachines ? [] : searchDomains(namespace);
  const options = (dnsConfig.options ?? []).map(({ name = '', value }) => (value === undefined ? name : `${name}:${value}`));
  return {
    servers: [...new Set([...own, ...(dnsConfig.nameservers ?? [])])],
    searches: [...new Set([...searches, ...(dnsConfig.searches ?? [])])],
    options: isNone || isMachines ? options : ['ndots:5', ...options],
  };
}

/** As `/etc/resolv.conf` has it. */
export function resolvConf({ servers, searches, options }: Dns): string {
  const lines = [...servers.map((server) => `nameserver ${server}`), ...(options.length > 0 ? [`options ${options.join(' ')}`] : [])];
  return `${[...(searches.length > 0 ? [`search ${searches.join(' ')}`] : []), ...lines].join('\n')}\n`;
}

/** The full names that a name may stand for, in the order in which they are asked; none where no server knows the cluster. */
export function candidatesFor({ servers, searches, options }: Dns, name: string): readonly string[] {
  if (!servers.includes(clusterServer)) return [];
  if (name.endsWith('.')) return [name.slice(0, -1)];
  const searched = searches.map((domain) => `${name}.${domain}`);
  const ndots = Number(options.findLast((option) => option.startsWith('ndots:'))?.slice('ndots:'.length) ?? 1);
  return name.split('.').length - 1 >= ndots ? [name, ...searched] : [...searched, name];
}
