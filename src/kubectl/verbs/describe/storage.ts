/** Pages of PersistentVolume and PersistentVolumeClaim. */
import { ageOf, type JsonObject } from '../../../engine/index.ts';
import { at, isObject, list, objects, record, scalar, strings, text } from '../../json.ts';
import { listObjects } from '../../resource/builder.ts';
import { quantityText } from './pod-requests.ts';
import { longTime, type PrefixWriter } from './prefix-writer.ts';
import type { Subject } from './subject.ts';

export function describePersistentVolume({ page, object }: Subject): void {
  page.line(0, `Name:\t${text(object, 'metadata', 'name')}`);
  page.labels('Labels', strings(object, 'metadata', 'labels'));
  page.annotations('Annotations', object);
  page.line(0, `Finalizers:\t${finalizers(object)}`);
  page.line(0, `StorageClass:\t${storageClass(object)}`);
  page.line(0, `Status:\t${status(page, object)}`);
  const claim = at(object, 'spec', 'claimRef');
  page.line(0, `Claim:\t${isObject(claim) ? `${text(claim, 'namespace')}/${text(claim, 'name')}` : ''}`);
  page.line(0, `Reclaim Policy:\t${text(object, 'spec', 'persistentVolumeReclaimPolicy')}`);
  page.line(0, `Access Modes:\t${accessModes(list(object, 'spec', 'accessModes').map(String))}`);
  const mode = text(object, 'spec', 'volumeMode');
  if (mode !== '') page.line(0, `VolumeMode:\t${mode}`);
  page.line(0, `Capacity:\t${quantityText(text(object, 'spec', 'capacity', 'storage') || '0')}`);
  nodeAffinity(page, object);
  page.line(0, `Message:\t${text(object, 'status', 'message')}`);
  page.line(0, 'Source:');
  source(page, record(object, 'spec'));
}

export async function describePersistentVolumeClaim({ page, object, context }: Subject): Promise<void> {
  const [name, namespace] = [text(object, 'metadata', 'name'), text(object, 'metadata', 'namespace')];
  page.line(0, `Name:\t${name}`);
  page.line(0, `Namespace:\t${namespace}`);
  page.line(0, `StorageClass:\t${storageClass(object)}`);
  page.line(0, `Status:\t${status(page, object)}`);
  const volume = text(object, 'spec', 'volumeName');
  page.line(0, `Volume:\t${volume}`);
  page.labels('Labels', strings(object, 'metadata', 'labels'));
  page.annotations('Annotations', object);
  page.line(0, `Finalizers:\t${finalizers(object)}`);
  const capacity = quantityText(text(object, 'status', 'capacity', 'storage') || '0');
  page.line(0, `Capacity:\t${volume === '' ? '' : capacity}`);
  const modes = accessModes(list(object, 'status', 'accessModes').map(String));
  page.line(0, `Access Modes:\t${volume === '' ? '' : modes}`);
  const mode = text(object, 'spec', 'volumeMode');
  if (mode !== '') page.line(0, `VolumeMode:\t${mode}`);
  dataSource(page, object);
  const resource = (await context.mapper.all()).find((each) => each.plural === 'pods' && each.group === '');
  const pods = resource === undefined ? [] : await listObjects(context, resource, namespace);
  const users = pods.filter((pod) => uses(pod, name)).map((pod) => text(pod, 'metadata', 'name'));
  page.entries('Used By', users.toSorted());
  conditions(page, object);
}

function uses(pod: JsonObject, claim: string): boolean {
  return objects(pod, 'spec', 'volumes').some((volume) => text(volume, 'persistentVolumeClaim', 'claimName') === claim);
}

function dataSource(page: PrefixWriter, object: JsonObject): void {
  const given = at(object, 'spec', 'dataSource');
  if (!isObject(given)) return;
  page.line(0, 'DataSource:');
  if (given['apiGroup'] !== undefined) page.line(1, `APIGroup:\t${text(given, 'apiGroup')}`);
  page.line(1, `Kind:\t${text(given, 'kind')}`);
  page.line(1, `Name:\t${text(given, 'name')}`);
}

function conditions(page: PrefixWriter, object: JsonObject): void {
  const all = objects(object, 'status', 'conditions');
  if (all.length === 0) return;
  page.line(0, 'Conditions:');
  page.line(1, 'Type\tStatus\tLastProbeTime\tLastTransitionTime\tReason\tMessage');
  page.line(1, '----\t------\t-----------------\t------------------\t------\t-------');
  for (const each of all) {
    const times = [longTime(text(each, 'lastProbeTime')), longTime(text(each, 'lastTransitionTime'))];
    const words = [text(each, 'type'), text(each, 'status'), ...times, text(each, 'reason'), text(each, 'message')];
    page.line(1, words.join(' \t'));
  }
}

/** As Go prints a list: `[a b]`. */
function finalizers(object: JsonObject): string {
  return `[${list(object, 'metadata', 'finalizers').map(String).join(' ')}]`;
}

function storageClass(object: JsonObject): string {
  const annotation = text(object, 'metadata', 'annotations', 'volume.beta.kubernetes.io/storage-class');
  return annotation || text(object, 'spec', 'storageClassName');
}

function status(page: PrefixWriter, object: JsonObject): string {
  const deleted = text(object, 'metadata', 'deletionTimestamp');
  return deleted === '' ? text(object, 'status', 'phase') : `Terminating (lasts ${ageOf(deleted, page.now)})`;
}

const SHORT_MODES: Readonly<Record<string, string>> = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
};

function accessModes(modes: readonly string[]): string {
  return Object.keys(SHORT_MODES)
    .filter((mode) => modes.includes(mode))
    .map((mode) => SHORT_MODES[mode])
    .join(',');
}

function nodeAffinity(page: PrefixWriter, object: JsonObject): void {
  const required = at(object, 'spec', 'nodeAffinity', 'required');
  if (!isObject(required)) return page.line(0, 'Node Affinity:\t<none>');
  page.line(0, 'Node Affinity:\t');
  const terms = objects(required, 'nodeSelectorTerms');
  page.line(1, `Required Terms:\t${terms.length === 0 ? '<none>' : ''}`);
  for (const [index, term] of terms.entries()) {
    const expressions = objects(term, 'matchExpressions').map((each) => {
      const values = list(each, 'values').map(String);
      const words = `${text(each, 'key')} ${text(each, 'operator').toLowerCase()}`;
      return values.length === 0 ? words : `${words} [${values.join(', ')}]`;
    });
    page.entries(`Term ${index}`, expressions, '    ');
  }
}

/** What a volume is, in kubectl's words, and the fields shown of it. */
const SOURCES: Readonly<Record<string, readonly [string, ...(readonly [string, string])[]]>> = {
  hostPath: ['HostPath (bare host directory volume)', ['Path', 'path'], ['HostPathType', 'type']],
  nfs: [
    'NFS (an NFS mount that lasts the lifetime of a pod)',
    ['Server', 'server'],
    ['Path', 'path'],
    ['ReadOnly', 'readOnly'],
  ],
  local: ['LocalVolume (a persistent volume backed by local storage on a node)', ['Path', 'path']],
  csi: [
    'CSI (a Container Storage Interface (CSI) volume source)',
    ['Driver', 'driver'],
    ['FSType', 'fsType'],
    ['VolumeHandle', 'volumeHandle'],
    ['ReadOnly', 'readOnly'],
  ],
};

function source(page: PrefixWriter, spec: JsonObject): void {
  const found = Object.keys(SOURCES).find((name) => isObject(spec[name]));
  const layout = found === undefined ? undefined : SOURCES[found];
  if (found === undefined || layout === undefined) return page.line(1, '<unknown>');
  const [type, ...fields] = layout;
  const values = record(spec, found);
  page.line(2, `Type:\t${type}`);
  for (const [title, field] of fields) {
    const value = field === 'readOnly' ? String(values[field] === true) : scalar(values[field]);
    page.line(2, `${title}:\t${field === 'type' && values[field] === undefined ? '<none>' : value}`);
  }
  if (found !== 'csi') return;
  const attributes = strings(values, 'volumeAttributes').map(([key, value]) => `${key}=${value}`);
  if (attributes.length === 0) return page.line(2, 'VolumeAttributes:\t<none>');
  // Upstream indents each entry once more.
  for (const [index, each] of attributes.entries()) {
    page.line(2, `${index === 0 ? 'VolumeAttributes:' : '    '}\t    ${each}`);
  }
}
