/** Whom a container runs as, and which folders of its volumes it sees (upstream kubelet_pods.go makeMounts, kuberuntime security_context.go). */
import type { Container, Image, Pod, VolumeMount } from '../sdk/index.ts';
import { type Environment, expandReferences } from './environment.ts';

export interface User {
  readonly uid: number;
  readonly gid: number;
  /** Its own among them, from the smallest on. */
  readonly groups: readonly number[];
}

export interface ContainerConfig {
  /** Its paths in volumes are what their variables say. */
  readonly container: Container;
  readonly user?: User | undefined;
  /** The domain of its host name, where the Pod is in one. */
  readonly domain?: string | undefined;
}

/** What the container is made with, or why it can't be (the message of CreateContainerConfigError). */
export function configureContainer(pod: Pod, container: Container, image: Image, env: Environment): ContainerConfig | { readonly error: string } {
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
  return { container: container.volumeMounts === undefined ? container : { ...container, volumeMounts }, user: userOf(pod, container, image), domain: domainOf(pod) };
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
function userOf(pod: Pod, container: Container, image: Image): User | undefined {
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

function domainOf({ metadata: { namespace = '' }, spec: { subdomain, hostNetwork } }: Pod): string | undefined {
  return subdomain === undefined || hostNetwork === true ? undefined : `${subdomain}.${namespace}.svc.cluster.local`;
}
