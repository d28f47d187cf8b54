/** Whom a container runs as, which folders of its volumes it sees, and which hosts it knows (upstream kubelet_pods.go makeMounts, kuberuntime security_context.go). */
import type { Container, Image, Pod, VolumeMount } from '../sdk/index.ts';
import { type Environment, expandReferences } from './environment.ts';
import type { RuntimePod } from './runtime.ts';
import type { ProcessUser } from './user.ts';

export interface ContainerConfig {
  /** Its paths in volumes are what their variables say. */
  readonly container: Container;
  readonly user?: ProcessUser | undefined;
  /** `/etc/hosts` */
  readonly hosts?: string | undefined;
}

/** What the container is made with, or why it can't be (the message of CreateContainerConfigError). */
export function configureContainer(pod: Pod, sandbox: RuntimePod, container: Container, image: Image, env: Environment): ContainerConfig | { readonly error: string } {
  const volumeMounts: VolumeMount[] = [];
  for (const mount of container.volumeMounts ?? []) {
    const subPath = subPathOf(mount, env);
    if (typeof subPath === 'object') return subPath;
    volumeMounts.push(subPath === undefined ? mount : { ...mount, subPath });
  }
  const refused = whyRefused(pod, container, image);
  if (refused !== undefined) {
    const { name, namespace = '', uid } = pod.metadata;
    return { error: `${refused} (pod: "${name}_${namespace}(${uid})", container: ${container.name})` };
  }
  return { container: container.volumeMounts === undefined ? container : { ...container, volumeMounts }, user: userOf(pod, container, image), hosts: hostsFile(pod, sandbox) };
}

function subPathOf({ subPath, subPathExpr }: VolumeMount, env: Environment): string | undefined | { readonly error: string } {
  if (subPathExpr === undefined) return subPath;
  const names = [...subPathExpr.replaceAll('$$', '').matchAll(/\$\(([^)]+)\)/g)].map(([, name = '']) => name);
  const missing = [...new Set(names.filter((name) => !env[name]))].sort();
  if (missing.length > 0) return { error: `missing value for ${missing.join(', ')}` };
  const path = expandReferences(subPathExpr, env);
  if (path.startsWith('/')) return { error: `error SubPath \`${path}\` must not be an absolute path` };
  if (path.split('/').includes('..')) return { error: `unable to provision SubPath \`${path}\`: must not contain '..'` };
  return path;
}

function whyRefused(pod: Pod, container: Container, image: Image): string | undefined {
  if (!(container.securityContext?.runAsNonRoot ?? pod.spec.securityContext?.runAsNonRoot)) return undefined;
  const given = uidOf(pod, container);
  if (given === 0) return "container's runAsUser breaks non-root policy";
  return given === undefined && !image.user ? 'container has runAsNonRoot and image will run as root' : undefined;
}

const uidOf = (pod: Pod, container: Container): number | undefined => container.securityContext?.runAsUser ?? pod.spec.securityContext?.runAsUser;

/** Root is in the group `wheel` of busybox, too, as long as it is the image's own user. */
function userOf(pod: Pod, container: Container, image: Image): ProcessUser | undefined {
  const { securityContext = {} } = pod.spec;
  const { runAsGroup = securityContext.runAsGroup } = container.securityContext ?? {};
  const { fsGroup, supplementalGroups = [] } = securityContext;
  const uid = uidOf(pod, container) ?? image.user ?? 0;
  const gid = runAsGroup ?? 0;
  const further = [...supplementalGroups, ...(fsGroup === undefined ? [] : [fsGroup])];
  if (uid === 0 && gid === 0 && further.length === 0) return undefined;
  const wheel = uid === 0 && gid === 0 ? [10] : [];
  return { uid, gid, groups: [...new Set([gid, ...wheel, ...further])].sort((a, b) => a - b) };
}

/** A Pod of the node's network has what its node has. (upstream nodeHostsFileContent, managedHostsFileContent) */
function hostsFile({ metadata: { namespace = '' }, spec }: Pod, { ip, hostname }: RuntimePod): string {
  const { subdomain, hostNetwork, hostAliases = [] } = spec;
  const isOfNode = hostNetwork === true;
  const full = subdomain === undefined || isOfNode ? '' : `${hostname}.${subdomain}.${namespace}.svc.cluster.local\t`;
  const lines = [
    `# Kubernetes-managed hosts file${isOfNode ? ' (host network)' : ''}.`,
    '127.0.0.1\tlocalhost',
    '::1\tlocalhost ip6-localhost ip6-loopback',
    'fe00::0\tip6-localnet',
    'fe00::0\tip6-mcastprefix',
    'fe00::1\tip6-allnodes',
    'fe00::2\tip6-allrouters',
    `${ip}\t${full}${hostname}`,
  ];
  if (hostAliases.length > 0) lines.push('', '# Entries added by HostAliases.');
  for (const alias of hostAliases) lines.push(`${alias.ip}\t${(alias.hostnames ?? []).join('\t')}`);
  return `${lines.join('\n')}\n`;
}
