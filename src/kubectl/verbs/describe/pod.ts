/** A pod's page. */
import { ageOf, type JsonObject } from '../../../engine/index.ts';
import { number, objects, record, strings, text } from '../../json.ts';
import { controllerName, longTime, type PrefixWriter } from './prefix-writer.ts';
import { describeContainers, describeVolumes, tolerations } from './pod-template.ts';
import type { Subject } from './subject.ts';

export function describePod({ page, object }: Pick<Subject, 'page' | 'object'>): void {
  head(page, object);
  statusLines(page, object);
  const inits = objects(object, 'spec', 'initContainers');
  if (inits.length > 0)
    describeContainers(page, 'Init Containers', inits, objects(object, 'status', 'initContainerStatuses'), '', object);
  describeContainers(
    page,
    'Containers',
    objects(object, 'spec', 'containers'),
    objects(object, 'status', 'containerStatuses'),
    '',
    object,
  );
  const ephemeral = objects(object, 'spec', 'ephemeralContainers');
  if (ephemeral.length > 0) {
    const statuses = objects(object, 'status', 'ephemeralContainerStatuses');
    describeContainers(page, 'Ephemeral Containers', ephemeral, statuses, '', object);
  }
  gates(page, object);
  const conditions = objects(object, 'status', 'conditions');
  if (conditions.length > 0) page.raw('Conditions:\n  Type\tStatus\n');
  for (const each of conditions) page.line(1, `${text(each, 'type')} \t${text(each, 'status')} `);
  describeVolumes(page, object, '');
  page.line(0, `QoS Class:\t${text(object, 'status', 'qosClass') || qosOf(object)}`);
  page.labels('Node-Selectors', strings(object, 'spec', 'nodeSelector'));
  page.entries('Tolerations', tolerations(object));
  spread(page, object);
}

function head(page: PrefixWriter, pod: JsonObject): void {
  page.line(0, `Name:\t${text(pod, 'metadata', 'name')}`);
  page.line(0, `Namespace:\t${text(pod, 'metadata', 'namespace')}`);
  const priority = number(pod, 'spec', 'priority');
  if (priority !== undefined) page.line(0, `Priority:\t${priority}`);
  optional(page, 'Priority Class Name', text(pod, 'spec', 'priorityClassName'));
  optional(page, 'Runtime Class Name', text(pod, 'spec', 'runtimeClassName'));
  optional(page, 'Service Account', text(pod, 'spec', 'serviceAccountName'));
  const node = text(pod, 'spec', 'nodeName');
  page.line(0, `Node:\t${node === '' ? '<none>' : `${node}/${text(pod, 'status', 'hostIP')}`}`);
  const started = text(pod, 'status', 'startTime');
  if (started !== '') page.line(0, `Start Time:\t${longTime(started)}`);
  page.labels('Labels', strings(pod, 'metadata', 'labels'));
  page.annotations('Annotations', pod);
}

function statusLines(page: PrefixWriter, pod: JsonObject): void {
  const phase = text(pod, 'status', 'phase');
  const deleted = text(pod, 'metadata', 'deletionTimestamp');
  if (deleted !== '' && phase !== 'Failed' && phase !== 'Succeeded') {
    page.line(0, `Status:\tTerminating (lasts ${ageOf(deleted, page.now)})`);
    page.line(0, `Termination Grace Period:\t${number(pod, 'metadata', 'deletionGracePeriodSeconds') ?? 0}s`);
  } else page.line(0, `Status:\t${phase}`);
  optional(page, 'Reason', text(pod, 'status', 'reason'));
  optional(page, 'Message', text(pod, 'status', 'message'));
  optional(page, 'SeccompProfile', text(pod, 'spec', 'securityContext', 'seccompProfile', 'type'));
  page.line(0, `IP:\t${text(pod, 'status', 'podIP')}`);
  const ips = objects(pod, 'status', 'podIPs');
  page.line(0, `IPs:${ips.length === 0 ? '\t<none>' : ''}`);
  for (const each of ips) page.line(1, `IP:\t${text(each, 'ip')}`);
  optional(page, 'Controlled By', controllerName(pod));
  optional(page, 'NominatedNodeName', text(pod, 'status', 'nominatedNodeName'));
}

function optional(page: PrefixWriter, title: string, value: string): void {
  if (value !== '') page.line(0, `${title}:\t${value}`);
}

function gates(page: PrefixWriter, pod: JsonObject): void {
  const all = objects(pod, 'spec', 'readinessGates');
  if (all.length > 0) page.raw('Readiness Gates:\n  Type\tStatus\n');
  for (const gate of all) {
    const type = text(gate, 'conditionType');
    const found = objects(pod, 'status', 'conditions').find((each) => text(each, 'type') === type);
    page.line(1, `${type} \t${found ? text(found, 'status') : '<none>'} `);
  }
}

function spread(page: PrefixWriter, pod: JsonObject): void {
  const all = objects(pod, 'spec', 'topologySpreadConstraints');
  const lines = all.map((each) => {
    const labels = strings(each, 'labelSelector', 'matchLabels').map(([key, value]) => `${key}=${value}`);
    const when = ` when max skew ${number(each, 'maxSkew') ?? 0} is exceeded`;
    const selector = labels.length > 0 ? ` for selector ${labels.join(',')}` : '';
    return `${text(each, 'topologyKey')}:${text(each, 'whenUnsatisfiable')}${when}${selector}`;
  });
  if (lines.length > 0) page.entries('Topology Spread Constraints', lines.toSorted());
}

/** The class a pod has by its requests and limits (pkg/apis/core/v1/helper/qos). */
function qosOf(pod: JsonObject): string {
  const containers = [...objects(pod, 'spec', 'containers'), ...objects(pod, 'spec', 'initContainers')];
  const amounts = (each: JsonObject, kind: string): JsonObject => record(each, 'resources', kind);
  const some = containers.some((each) =>
    ['cpu', 'memory'].some((name) => amounts(each, 'requests')[name] ?? amounts(each, 'limits')[name]),
  );
  if (!some) return 'BestEffort';
  const all = containers.every((each) =>
    ['cpu', 'memory'].every((name) => {
      const limit = amounts(each, 'limits')[name];
      return limit !== undefined && (amounts(each, 'requests')[name] ?? limit) === limit;
    }),
  );
  return all ? 'Guaranteed' : 'Burstable';
}
