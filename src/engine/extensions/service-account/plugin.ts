/** Every pod runs as an account of its namespace, and finds that account's credentials in its containers. */
import { type Container, Pod, type PodSpec, ServiceAccount, type Volume, type VolumeMount } from '../../api/index.ts';
import type { AdmissionServer, Attributes, PluginFactory } from '../../apiserver/admission/admission.ts';
import { attempt, type Done, refuse } from '../../apiserver/outcome.ts';
import { isOf } from '../../apiserver/resource.ts';
import { forbidden, generateName, type KubeObject, mirrorPodAnnotation, notFound } from '../../meta/index.ts';

/** Upstream says it in the singular here. */
const accounts = { group: '', plural: 'serviceaccount' };
const mountPath = '/var/run/secrets/kubernetes.io/serviceaccount';
const volumePrefix = 'kube-api-access-';

/** The account `default` is being made when the namespace is new: so many tries are made to find it. */
const defaultAccountTries = 10;

export const serviceAccount: PluginFactory = (server) => ({
  name: 'ServiceAccount',
  mutateLater: {
    concerns: (object, { operation, subresource }) =>
      server.serviceAccounts && operation === 'CREATE' && subresource === '' && isOf(Pod, object),
    run(object, attributes, done) {
      if (!isOf(Pod, object)) return done({ ok: object });
      if (object.metadata.annotations?.[mirrorPodAnnotation] !== undefined) {
        return done(attempt(() => withoutReferences(object, attributes)));
      }
      const name = object.spec.serviceAccountName || 'default';
      findAccount(server, attributes.namespace, name, (found) => {
        if (found !== undefined) return done({ ok: withSpec(object, runAs(object.spec, found, server)) });
        const why = `error looking up service account ${attributes.namespace}/${name}: ${notFound(accounts, name).message}`;
        done({ status: forbidden(attributes.resource, attributes.name, why) });
      });
    },
  },
});

function withSpec(pod: Pod, spec: PodSpec): Pod {
  return { ...pod, spec };
}

/** In the cache, else in etcd; the default account again and again, as it is made by a controller. */
function findAccount(
  { resources, clock, random }: AdmissionServer,
  namespace: string,
  name: string,
  done: (account: ServiceAccount | undefined) => void,
): void {
  const storage = resources.find('', 'v1', 'serviceaccounts');
  const cached = storage?.cache.get(`${namespace}/${name}`);
  if (cached !== undefined && isOf(ServiceAccount, cached)) return done(cached);
  if (storage === undefined) return done(undefined);
  const waitMs = 100 + random.int(100);
  const tryToFind = (left: number): void => {
    const seen: Done<KubeObject> = ({ ok }) => {
      if (ok !== undefined && isOf(ServiceAccount, ok)) done(ok);
      else if (left > 1) clock.after(waitMs, () => tryToFind(left - 1));
      else done(undefined);
    };
    storage.get(`${namespace}/${name}`, seen);
  };
  tryToFind(name === 'default' ? defaultAccountTries : 1);
}

/** A mirror pod stands for one that the API server doesn't govern. Throws 403 when it asks for what only governed pods have. */
function withoutReferences(pod: Pod, { resource, name }: Attributes): Pod {
  const refused = (what: string): never => refuse(forbidden(resource, name, `a mirror pod may not reference ${what}`));
  if (pod.spec.serviceAccountName) refused('service accounts');
  for (const volume of pod.spec.volumes ?? []) {
    if (volume.secret !== undefined) refused('secrets');
    if (volume.configMap !== undefined) refused('configmaps');
    if (volume.persistentVolumeClaim !== undefined) refused('persistentvolumeclaims');
    if (volume.projected?.sources?.some(({ serviceAccountToken }) => serviceAccountToken !== undefined)) {
      refused('serviceaccounttokens');
    }
  }
  return pod;
}

function runAs(spec: PodSpec, account: ServiceAccount, { random }: AdmissionServer): PodSpec {
  const { name } = account.metadata;
  const pullSecrets = spec.imagePullSecrets?.length ? spec.imagePullSecrets : (account.imagePullSecrets ?? []);
  const automount = spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true;
  const identified: PodSpec = {
    ...spec,
    serviceAccountName: name,
    serviceAccount: name,
    ...(pullSecrets.length > 0 && { imagePullSecrets: pullSecrets }),
  };
  return automount ? withCredentials(identified, (below) => random.int(below)) : identified;
}

/** Mounted wherever the container has nothing of its own at that place. */
function withCredentials(spec: PodSpec, draw: (below: number) => number): PodSpec {
  const { volumes = [], containers, initContainers } = spec;
  const mounts = (container: Container): boolean =>
    container.volumeMounts?.some((mount) => mount.mountPath === mountPath) === true;
  const all = [...containers, ...(initContainers ?? [])];
  if (all.every(mounts)) return spec;
  const existing = volumes.find(({ name }) => name.startsWith(volumePrefix));
  const name = existing?.name ?? generateName(volumePrefix, draw);
  const mount: VolumeMount = { name, readOnly: true, mountPath };
  const mounting = (container: Container): Container =>
    mounts(container) ? container : { ...container, volumeMounts: [...(container.volumeMounts ?? []), mount] };
  return {
    ...spec,
    volumes: existing === undefined ? [...volumes, credentials(name)] : volumes,
    containers: containers.map(mounting),
    ...(initContainers !== undefined && { initContainers: initContainers.map(mounting) }),
  };
}

/** A token that ends with the pod, the cluster's certificate, and the name of the namespace. */
function credentials(name: string): Volume {
  const field = { apiVersion: 'v1', fieldPath: 'metadata.namespace' };
  return {
    name,
    projected: {
      sources: [
        { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
        { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
        { downwardAPI: { items: [{ path: 'namespace', fieldRef: field }] } },
      ],
      defaultMode: 420,
    },
  };
}
