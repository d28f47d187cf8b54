/** Pages of PriorityClass, StorageClass, CSINode and PodDisruptionBudget. */
import { formatLabelSelector, type JsonObject } from '../../../engine/index.ts';
import { at, list, number, objects, record, scalar, strings, text } from '../../json.ts';
import { flagText } from './batch.ts';
import { longTime } from './prefix-writer.ts';
import type { Subject } from './subject.ts';

function pairs(object: JsonObject, ...path: readonly string[]): string {
  const all = strings(object, ...path).map(([key, value]) => `${key}=${value}`);
  return all.join(',') || '<none>';
}

export function describePriorityClass({ page, object }: Subject): void {
  page.line(0, `Name:\t${text(object, 'metadata', 'name')}`);
  page.line(0, `Value:\t${number(object, 'value') ?? 0}`);
  page.line(0, `GlobalDefault:\t${at(object, 'globalDefault') === true}`);
  page.line(0, `PreemptionPolicy:\t${text(object, 'preemptionPolicy')}`);
  page.line(0, `Description:\t${text(object, 'description')}`);
  page.line(0, `Annotations:\t${pairs(object, 'metadata', 'annotations')}`);
}

const DEFAULT_CLASS = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
];

export function describeStorageClass({ page, object }: Subject): void {
  page.line(0, `Name:\t${text(object, 'metadata', 'name')}`);
  const isDefault = DEFAULT_CLASS.some((key) => text(object, 'metadata', 'annotations', key) === 'true');
  page.line(0, `IsDefaultClass:\t${isDefault ? 'Yes' : 'No'}`);
  page.line(0, `Annotations:\t${pairs(object, 'metadata', 'annotations')}`);
  page.line(0, `Provisioner:\t${text(object, 'provisioner')}`);
  page.line(0, `Parameters:\t${pairs(object, 'parameters')}`);
  page.line(0, `AllowVolumeExpansion:\t${flagText(at(object, 'allowVolumeExpansion'))}`);
  const options = list(object, 'mountOptions').map(String);
  page.line(0, options.length === 0 ? 'MountOptions:\t<none>' : 'MountOptions:');
  for (const option of options) page.line(1, option);
  if (text(object, 'reclaimPolicy') !== '') page.line(0, `ReclaimPolicy:\t${text(object, 'reclaimPolicy')}`);
  if (text(object, 'volumeBindingMode') !== '')
    page.line(0, `VolumeBindingMode:\t${text(object, 'volumeBindingMode')}`);
  const topologies = objects(object, 'allowedTopologies');
  if (topologies.length === 0) return;
  page.line(0, 'AllowedTopologies:\t');
  for (const [index, term] of topologies.entries()) {
    const terms = objects(term, 'matchLabelExpressions').map((each) => {
      return `${text(each, 'key')} in [${list(each, 'values').map(String).join(', ')}]`;
    });
    page.line(1, `Term ${index}:\t${terms[0] ?? '<none>'}`);
    for (const each of terms.slice(1)) page.line(1, `\t${each}`);
  }
}

export function describeCSINode({ page, object }: Subject): void {
  page.line(0, `Name:\t${text(object, 'metadata', 'name')}`);
  page.labels('Labels', strings(object, 'metadata', 'labels'));
  page.annotations('Annotations', object);
  page.line(0, `CreationTimestamp:\t${longTime(text(object, 'metadata', 'creationTimestamp'))}`);
  page.line(0, 'Spec:');
  const drivers = objects(object, 'spec', 'drivers');
  if (drivers.length > 0) page.line(1, 'Drivers:');
  for (const driver of drivers) {
    page.line(2, `${text(driver, 'name')}:`);
    page.line(3, `Node ID:\t${text(driver, 'nodeID')}`);
    const count = number(driver, 'allocatable', 'count');
    if (count !== undefined) {
      page.line(3, 'Allocatables:');
      page.line(4, `Count:\t${count}`);
    }
    const keys = list(driver, 'topologyKeys').map(String);
    if (keys.length > 0) page.line(3, `Topology Keys:\t[${keys.join(' ')}]`);
  }
}

export function describeDisruptionBudget({ page, object }: Subject): void {
  page.line(0, `Name:\t${text(object, 'metadata', 'name')}`);
  page.line(0, `Namespace:\t${text(object, 'metadata', 'namespace')}`);
  const [min, max] = [at(object, 'spec', 'minAvailable'), at(object, 'spec', 'maxUnavailable')];
  if (min !== undefined) page.line(0, `Min available:\t${scalar(min)}`);
  else if (max !== undefined) page.line(0, `Max unavailable:\t${scalar(max)}`);
  const selector = at(object, 'spec', 'selector');
  const shown = selector === undefined ? '<unset>' : formatLabelSelector(record(object, 'spec', 'selector'));
  page.line(0, `Selector:\t${shown}`);
  page.line(0, 'Status:');
  const status = (title: string, field: string): void => {
    page.line(2, `${title}:\t${number(object, 'status', field) ?? 0}`);
  };
  status('Allowed disruptions', 'disruptionsAllowed');
  status('Current', 'currentHealthy');
  status('Desired', 'desiredHealthy');
  status('Total', 'expectedPods');
}
