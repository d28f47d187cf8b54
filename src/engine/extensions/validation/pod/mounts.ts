/** Rules for what containers do with volumes (ValidateVolumeMounts, ValidateVolumeDevices). */
import type { Container, PodSpec, Volume, VolumeDevice, VolumeMount } from '../../../api/index.ts';
import { type FieldError, forbiddenField, invalidValue, notSupported, required } from '../../../meta/index.ts';
import { checkDescendingPath, checkOneOf } from '../checks.ts';

const propagations = ['Bidirectional', 'HostToContainer', 'None'];
const readOnlyModes = ['Disabled', 'Enabled', 'IfPossible'];

/** `path` is the list's: what is wrong inside a mount, upstream says of the whole list. */
export function checkMounts(container: Container, mounts: readonly VolumeMount[], path: string, errors: FieldError[]): void {
  const devices = container.volumeDevices ?? [];
  const deviceNames = new Set(devices.map(({ name }) => name));
  const devicePaths = new Set(devices.map(({ devicePath }) => devicePath));
  for (const [index, mount] of mounts.entries()) {
    const { name = '', mountPath = '', subPath = '', subPathExpr = '', mountPropagation } = mount;
    const at = `${path}[${index}]`;
    if (deviceNames.has(name)) errors.push(invalidValue(`${at}.name`, name, 'must not already exist in volumeDevices'));
    if (devicePaths.has(mountPath)) {
      errors.push(invalidValue(`${at}.mountPath`, mountPath, 'must not already exist as a path in volumeDevices'));
    }
    if (subPath !== '') checkDescendingPath(subPath, `${path}.subPath`, errors);
    if (subPathExpr !== '') {
      if (subPath !== '') errors.push(invalidValue(`${at}.subPathExpr`, subPathExpr, 'subPathExpr and subPath are mutually exclusive'));
      checkDescendingPath(subPathExpr, `${path}.subPathExpr`, errors);
    }
    checkOneOf(mountPropagation, propagations, `${path}.mountPropagation`, errors);
    if (mountPropagation === 'Bidirectional' && container.securityContext?.privileged !== true) {
      const detail = 'Bidirectional mount propagation is available only to privileged containers';
      errors.push(forbiddenField(`${path}.mountPropagation`, detail));
    }
    checkReadOnly(mount, `${path}.recursiveReadOnly`, errors);
  }
}

function checkReadOnly({ readOnly, recursiveReadOnly, mountPropagation = 'None' }: VolumeMount, path: string, errors: FieldError[]): void {
  if (recursiveReadOnly === undefined || recursiveReadOnly === 'Disabled') return;
  if (!readOnlyModes.includes(recursiveReadOnly)) {
    errors.push(notSupported(path, recursiveReadOnly, readOnlyModes));
    return;
  }
  if (readOnly !== true) errors.push(forbiddenField(path, 'may only be specified when readOnly is true'));
  if (mountPropagation !== 'None') errors.push(forbiddenField(path, 'may only be specified when mountPropagation is None or not specified'));
}

/** By the list: each container with devices looks there. */
const volumesByName = new WeakMap<readonly Volume[], ReadonlyMap<string, Volume>>();

/** Of volumes with one name the first. */
function volumesOf({ volumes = [] }: PodSpec): ReadonlyMap<string, Volume> {
  const known = volumesByName.get(volumes);
  if (known !== undefined) return known;
  const found = new Map(volumes.toReversed().map((volume) => [volume.name, volume]));
  volumesByName.set(volumes, found);
  return found;
}

/** Volumes that a container sees as a device of blocks. */
export function checkDevices(container: Container, spec: PodSpec, devices: readonly VolumeDevice[], path: string, errors: FieldError[]): void {
  const [names, places] = [new Set<string>(), new Set<string>()];
  const mounts = container.volumeMounts ?? [];
  const mountNames = new Set(mounts.map(({ name }) => name));
  const mountPaths = new Set(mounts.map(({ mountPath }) => mountPath));
  const volumes = volumesOf(spec);
  for (const [index, { name = '', devicePath = '' }] of devices.entries()) {
    const at = `${path}[${index}]`;
    const say = (field: string, value: string, detail: string): void => {
      errors.push(invalidValue(`${at}.${field}`, value, detail));
    };
    const volume = volumes.get(name);
    if (name === '') errors.push(required(`${at}.name`));
    if (names.has(name)) say('name', name, 'must be unique');
    if (volume === undefined) errors.push({ type: 'NotFound', field: `${at}.name`, value: name, detail: '' });
    else if (volume.persistentVolumeClaim === undefined && volume.ephemeral === undefined) {
      say('name', name, 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode');
    }
    if (devicePath === '') errors.push(required(`${at}.devicePath`));
    if (places.has(devicePath)) say('devicePath', devicePath, 'must be unique');
    if (devicePath.split('/').includes('..')) say('devicePath', devicePath, "can not contain backsteps ('..')");
    else places.add(devicePath);
    if (mountNames.has(name)) say('name', name, 'must not already exist in volumeMounts');
    if (mountPaths.has(devicePath)) say('devicePath', devicePath, 'must not already exist as a path in volumeMounts');
    if (name !== '') names.add(name);
  }
}
