/** Rules for where the data of volumes is, those that Pods and PersistentVolumes share (pkg/apis/core/validation). */
import type {
  AzureDiskVolumeSource,
  FCVolumeSource,
  FlexVolumeSource,
  FlockerVolumeSource,
  HostPathVolumeSource,
  NFSVolumeSource,
  QuobyteVolumeSource,
} from '../../api/index.ts';
import { checkDnsLabel, checkDnsSubdomain, type FieldError, forbiddenField, invalidValue, required, shownList } from '../../meta/index.ts';
import { checkNoBacksteps, checkOneOf, checkRange, checkRequired, checkText } from './checks.ts';

/** What is wrong with a source goes to `errors`. */
export type SourceRule<T> = (source: T, path: string, errors: FieldError[]) => void;

/** A source, and the paths by which upstream names it: in what is wrong inside, and where there is another one already. */
export interface Source<T> {
  readonly field: string;
  readonly rule: SourceRule<T>;
  readonly inside?: string;
  readonly another?: string;
  /** Is looked into, and no other source keeps it out: upstream forgot. */
  readonly besides?: true;
}

/** One source at most. Those after the first are not looked into. Returns how many there are. */
export function checkSources<T extends object>(owner: T, sources: readonly Source<never>[], path: string, errors: FieldError[]): number {
  let count = 0;
  const fields = owner as unknown as Readonly<Record<string, unknown>>;
  for (const { field, rule, inside = field, another = field, besides } of sources) {
    const source = fields[field];
    if (source === undefined) continue;
    count++;
    if (count > 1 && besides === undefined) errors.push(forbiddenField(`${path}.${another}`, 'may not specify more than 1 volume type'));
    else rule(source as never, `${path}.${inside}`, errors);
  }
  return count;
}

const hostPathTypes = ['', 'BlockDevice', 'CharDevice', 'Directory', 'DirectoryOrCreate', 'File', 'FileOrCreate', 'Socket'];

export function checkHostPath(source: HostPathVolumeSource, path: string, errors: FieldError[]): void {
  checkRequired(source, ['path'], path, errors);
  if (!source.path) return;
  checkNoBacksteps(source.path, `${path}.path`, errors);
  checkOneOf(source.type, hostPathTypes, `${path}.type`, errors);
}

/** A disk of a cloud. Its partitions are numbered from 1, but 0 is taken for none. */
export function checkDisk<Name extends string>(name: Name): SourceRule<{ readonly [name in Name]: string } & { readonly partition?: number }> {
  return (source, path, errors) => {
    checkRequired(source, [name], path, errors);
    const { partition = 0 } = source;
    if (partition >= 0 && partition <= 255) return;
    errors.push(invalidValue(`${path}.partition`, partition, 'must be between 1 and 255, inclusive'));
  };
}

export function checkNfs(source: NFSVolumeSource, path: string, errors: FieldError[]): void {
  checkRequired(source, ['server', 'path'], path, errors);
  const { path: place = '' } = source;
  if (!place.startsWith('/')) errors.push(invalidValue(`${path}.path`, place, 'must be an absolute path'));
}

const registryRule = 'must be a host:port pair or multiple pairs separated by commas';

export function checkQuobyte(source: QuobyteVolumeSource, path: string, errors: FieldError[]): void {
  const { registry = '', tenant = '' } = source;
  if (registry === '') errors.push(required(`${path}.registry`, registryRule));
  else if (tenant.length >= 65) errors.push(required(`${path}.tenant`, 'must be a UUID and may not exceed a length of 64 characters'));
  else {
    for (const pair of registry.split(',')) {
      if (!/^([^:[\]]*|\[[^[\]]*\]):[^:[\]]*$/.test(pair)) errors.push(invalidValue(`${path}.registry`, registry, registryRule));
    }
  }
  checkRequired(source, ['volume'], path, errors);
}

export function checkFlocker({ datasetName = '', datasetUUID = '' }: FlockerVolumeSource, path: string, errors: FieldError[]): void {
  if (datasetName === '' && datasetUUID === '') errors.push(required(path, 'one of datasetName and datasetUUID is required'));
  if (datasetName !== '' && datasetUUID !== '') {
    errors.push(invalidValue(path, 'resource', 'datasetName and datasetUUID can not be specified simultaneously'));
  }
  if (datasetName.includes('/')) errors.push(invalidValue(`${path}.datasetName`, datasetName, "must not contain '/'"));
}

export function checkFibreChannel({ targetWWNs = [], wwids = [], lun }: FCVolumeSource, path: string, errors: FieldError[]): void {
  const at = `${path}.targetWWNs`;
  if (targetWWNs.length + wwids.length === 0) errors.push(required(at, 'must specify either targetWWNs or wwids, but not both'));
  if (targetWWNs.length > 0 && wwids.length > 0) {
    const detail = 'targetWWNs and wwids can not be specified simultaneously';
    errors.push({ ...invalidValue(at, targetWWNs, detail), shown: shownList(targetWWNs) });
  }
  if (targetWWNs.length === 0) return;
  if (lun === undefined) errors.push(required(`${path}.lun`, 'lun is required if targetWWNs is specified'));
  else checkRange(lun, 0, 255, `${path}.lun`, errors);
}

export function checkFlexVolume(source: Pick<FlexVolumeSource, 'driver' | 'options'>, path: string, errors: FieldError[]): void {
  checkRequired(source, ['driver'], path, errors);
  for (const key of Object.keys(source.options ?? {})) {
    const namespace = key.includes('/') ? key.slice(0, key.indexOf('/')) : key;
    if (!/\.(kubernetes|k8s)\.io$/i.test(`.${namespace}`)) continue;
    errors.push(invalidValue(`${path}.options[${key}]`, key, 'kubernetes.io and k8s.io namespaces are reserved'));
  }
}

const managedDisk = '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}';
const blobDisk = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd';

export function checkAzureDisk(source: AzureDiskVolumeSource, path: string, errors: FieldError[]): void {
  checkRequired(source, ['diskName', 'diskURI'], path, errors);
  const { kind, diskURI = '' } = source;
  checkOneOf(source.cachingMode, ['None', 'ReadOnly', 'ReadWrite'], `${path}.cachingMode`, errors);
  checkOneOf(kind, ['Dedicated', 'Managed', 'Shared'], `${path}.kind`, errors);
  if (kind === undefined) return;
  const [begin, form] = kind === 'Managed' ? ['/subscriptions/', managedDisk] : ['https://', blobDisk];
  if (!diskURI.startsWith(begin)) checkOneOf(diskURI, [form], `${path}.diskURI`, errors);
}

/** Sources with fields that must be there, and no further rule. */
export const checkFields =
  <Name extends string>(...fields: readonly Name[]): SourceRule<{ readonly [name in Name]?: string | readonly string[] }> =>
  (source, path, errors) =>
    checkRequired(source, fields, path, errors);

/** Storage of a cluster of its own: names, and a reference to a Secret. */
export function checkStorageOs(
  source: { readonly volumeName?: string; readonly volumeNamespace?: string; readonly secretRef?: { readonly name?: string } },
  path: string,
  errors: FieldError[],
): void {
  const { volumeName = '', volumeNamespace = '', secretRef } = source;
  if (volumeName === '') errors.push(required(`${path}.volumeName`));
  else checkText(checkDnsLabel, volumeName, `${path}.volumeName`, errors);
  if (volumeNamespace !== '') checkText(checkDnsLabel, volumeNamespace, `${path}.volumeNamespace`, errors);
  if (secretRef !== undefined) checkRequired(secretRef, ['name'], `${path}.secretRef`, errors);
}

/** The parts of an iSCSI source that Pods and PersistentVolumes word alike. */
export interface IscsiSource {
  readonly targetPortal?: string;
  readonly iqn?: string;
  readonly lun?: number;
  readonly initiatorName?: string;
  readonly chapAuthDiscovery?: boolean;
  readonly chapAuthSession?: boolean;
  readonly secretRef?: object;
}

/** `otherBegin`: what is said of a name that begins otherwise than any of the three forms. */
export function checkIscsi(source: IscsiSource, path: string, otherBegin: string, errors: FieldError[]): void {
  checkRequired(source, ['targetPortal', 'iqn'], path, errors);
  if (source.iqn) checkInitiator(source.iqn, `${path}.iqn`, otherBegin, errors);
  checkRange(source.lun, 0, 255, `${path}.lun`, errors);
  const authenticates = source.chapAuthDiscovery === true || source.chapAuthSession === true;
  if (authenticates && source.secretRef === undefined) errors.push(required(`${path}.secretRef`));
}

const initiatorForms: Readonly<Record<string, RegExp>> = {
  iqn: /iqn\.\d{4}-\d{2}\.([a-zA-Z0-9\-.]+)(:[^,;*&$|\s]+)$/,
  eui: /^eui.[a-zA-Z0-9]{16}$/,
  naa: /^naa.[a-zA-Z0-9]{32}$/,
};

/** The name of an initiator or a target. */
export function checkInitiator(name: string, path: string, otherBegin: string, errors: FieldError[]): void {
  const form = initiatorForms[name.slice(0, 3)];
  if (form === undefined) errors.push(invalidValue(path, name, otherBegin));
  else if (!form.test(name)) errors.push(invalidValue(path, name, 'must be valid format'));
}

const longestDriver = 63;

/** The name of a CSI driver. */
export function checkDriverName(driver: string | undefined, path: string, errors: FieldError[]): void {
  const name = driver ?? '';
  if (name === '') errors.push(required(path));
  if (name.length > longestDriver) errors.push({ type: 'TooLong', field: path, detail: `may not be more than ${longestDriver} bytes` });
  for (const message of checkDnsSubdomain(name.toLowerCase())) errors.push(invalidValue(path, name, message));
}
