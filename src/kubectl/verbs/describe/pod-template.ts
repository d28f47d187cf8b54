/** Containers, volumes, tolerations: what pods and pod templates have in common. */
import type { Json, JsonObject } from '../../../engine/index.ts';
import { at, isObject, list, number, objects, record, scalar, strings, text } from '../../json.ts';
import { longTime, type PrefixWriter } from './prefix-writer.ts';

/** The `Pod Template:` block of workloads. */
export function describePodTemplate(page: PrefixWriter, template: JsonObject): void {
  page.line(0, 'Pod Template:');
  page.labels('Labels', strings(template, 'metadata', 'labels'), '  ');
  if (strings(template, 'metadata', 'annotations').length > 0) page.annotations('Annotations', template, '  ');
  const account = text(template, 'spec', 'serviceAccountName');
  if (account !== '') page.line(1, `Service Account:\t${account}`);
  const inits = objects(template, 'spec', 'initContainers');
  if (inits.length > 0) describeContainers(page, 'Init Containers', inits, [], '  ');
  describeContainers(page, 'Containers', objects(template, 'spec', 'containers'), [], '  ');
  describeVolumes(page, template, '  ');
  const priority = text(template, 'spec', 'priorityClassName');
  if (priority !== '') page.line(1, `Priority Class Name:\t${priority}`);
  page.labels('Node-Selectors', strings(template, 'spec', 'nodeSelector'), '  ');
  page.entries('Tolerations', tolerations(template), '  ');
}

/** A block of containers, with their statuses where there are any. */
export function describeContainers(
  page: PrefixWriter,
  label: string,
  containers: readonly JsonObject[],
  statuses: readonly JsonObject[],
  space: string,
  pod?: JsonObject,
): void {
  page.line(0, `${space}${label}:${containers.length === 0 ? ' <none>' : ''}`);
  for (const container of containers) {
    const status = statuses.find((each) => text(each, 'name') === text(container, 'name'));
    page.line(1, `${space === '' ? '' : ' '}${text(container, 'name')}:`);
    if (status) page.line(2, `Container ID:\t${text(status, 'containerID')}`);
    page.line(2, `Image:\t${text(container, 'image')}`);
    if (status) page.line(2, `Image ID:\t${text(status, 'imageID')}`);
    ports(page, 'Port', objects(container, 'ports'), 'containerPort');
    ports(page, 'Host Port', objects(container, 'ports'), 'hostPort');
    command(page, 'Command', list(container, 'command'));
    command(page, 'Args', list(container, 'args'));
    if (status) states(page, status);
    quantities(page, 'Limits', strings(container, 'resources', 'limits'));
    quantities(page, 'Requests', strings(container, 'resources', 'requests'));
    for (const name of ['Liveness', 'Readiness', 'Startup']) {
      const probe = at(container, `${name.toLowerCase()}Probe`);
      if (isObject(probe)) page.line(2, `${name}:\t${probeText(probe)}`);
    }
    environment(page, container, pod);
    mounts(page, container);
  }
}

function ports(page: PrefixWriter, title: string, all: readonly JsonObject[], field: string): void {
  const shown = all.map((port) => `${number(port, field) ?? 0}/${text(port, 'protocol')}`);
  page.line(2, `${title}${shown.length > 1 ? 's' : ''}:\t${shown.join(', ') || '<none>'}`);
}

function command(page: PrefixWriter, title: string, words: readonly Json[]): void {
  if (words.length === 0) return;
  page.line(2, `${title}:`);
  for (const word of words) for (const line of String(word).split('\n')) page.line(3, line);
}

function quantities(page: PrefixWriter, title: string, amounts: readonly (readonly [string, string])[]): void {
  if (amounts.length === 0) return;
  page.line(2, `${title}:`);
  for (const [name, amount] of amounts) page.line(3, `${name}:\t${amount}`);
}

function states(page: PrefixWriter, status: JsonObject): void {
  state(page, 'State', record(status, 'state'));
  if (at(status, 'lastState', 'terminated') !== undefined) state(page, 'Last State', record(status, 'lastState'));
  page.line(2, `Ready:\t${at(status, 'ready') === true ? 'True' : 'False'}`);
  page.line(2, `Restart Count:\t${number(status, 'restartCount') ?? 0}`);
}

function state(page: PrefixWriter, title: string, now: JsonObject): void {
  if (isObject(now['running'])) {
    page.line(2, `${title}:\tRunning`);
    page.line(3, `Started:\t${longTime(text(now, 'running', 'startedAt'))}`);
  } else if (isObject(now['terminated'])) {
    const ended = now['terminated'];
    page.line(2, `${title}:\tTerminated`);
    if (text(ended, 'reason')) page.line(3, `Reason:\t${text(ended, 'reason')}`);
    if (text(ended, 'message')) page.line(3, `Message:\t${text(ended, 'message')}`);
    page.line(3, `Exit Code:\t${number(ended, 'exitCode') ?? 0}`);
    if ((number(ended, 'signal') ?? 0) > 0) page.line(3, `Signal:\t${number(ended, 'signal')}`);
    page.line(3, `Started:\t${longTime(text(ended, 'startedAt'))}`);
    page.line(3, `Finished:\t${longTime(text(ended, 'finishedAt'))}`);
  } else {
    page.line(2, `${title}:\tWaiting`);
    if (text(now, 'waiting', 'reason')) page.line(3, `Reason:\t${text(now, 'waiting', 'reason')}`);
  }
}

function probeText(probe: JsonObject): string {
  const of = (field: string, fallback: number): number => number(probe, field) ?? fallback;
  const timing =
    `delay=${of('initialDelaySeconds', 0)}s timeout=${of('timeoutSeconds', 1)}s period=${of('periodSeconds', 10)}s ` +
    `#success=${of('successThreshold', 1)} #failure=${of('failureThreshold', 3)}`;
  if (isObject(probe['exec'])) return `exec [${list(probe, 'exec', 'command').map(String).join(' ')}] ${timing}`;
  if (isObject(probe['httpGet'])) {
    const get = probe['httpGet'];
    const scheme = (text(get, 'scheme') || 'HTTP').toLowerCase();
    return `http-get ${scheme}://${text(get, 'host')}:${scalar(get['port'])}${text(get, 'path')} ${timing}`;
  }
  if (isObject(probe['tcpSocket'])) {
    return `tcp-socket ${text(probe, 'tcpSocket', 'host')}:${scalar(at(probe, 'tcpSocket', 'port'))} ${timing}`;
  }
  if (isObject(probe['grpc']))
    return `grpc <pod>:${scalar(at(probe, 'grpc', 'port'))} ${text(probe, 'grpc', 'service')} ${timing}`;
  return `unknown ${timing}`;
}

function environment(page: PrefixWriter, container: JsonObject, pod: JsonObject | undefined): void {
  const sources = objects(container, 'envFrom');
  if (sources.length > 0) page.line(2, 'Environment Variables from:');
  for (const source of sources) {
    const [from, field] = isObject(source['configMapRef']) ? ['ConfigMap', 'configMapRef'] : ['Secret', 'secretRef'];
    const prefix = text(source, 'prefix') === '' ? '' : ` with prefix '${text(source, 'prefix')}'`;
    page.line(
      3,
      `${text(source, field, 'name')}\t${from}${prefix}\tOptional: ${at(source, field, 'optional') === true}`,
    );
  }
  const all = objects(container, 'env');
  page.line(2, `Environment:${all.length === 0 ? '\t<none>' : ''}`);
  for (const variable of all) {
    const name = text(variable, 'name');
    const from = record(variable, 'valueFrom');
    if (isObject(from['fieldRef'])) {
      const path = text(from, 'fieldRef', 'fieldPath');
      const value = pod === undefined ? '' : scalar(at(pod, ...path.split('.')));
      page.line(3, `${name}:\t${value} (${text(from, 'fieldRef', 'apiVersion') || 'v1'}:${path})`);
    } else if (isObject(from['resourceFieldRef'])) {
      page.line(3, `${name}:\t (${text(from, 'resourceFieldRef', 'resource')})`);
    } else if (isObject(from['secretKeyRef'])) keyOf(page, name, "' in secret '", record(from, 'secretKeyRef'));
    else if (isObject(from['configMapKeyRef'])) keyOf(page, name, "' of config map '", record(from, 'configMapKeyRef'));
    else {
      text(variable, 'value')
        .split('\n')
        .forEach((line, index) => page.line(3, `${index === 0 ? `${name}:` : ''}\t${line}`));
    }
  }
}

function keyOf(page: PrefixWriter, name: string, joint: string, reference: JsonObject): void {
  const where = `<set to the key '${text(reference, 'key')}${joint}${text(reference, 'name')}'>`;
  page.line(3, `${name}:\t${where}\tOptional: ${reference['optional'] === true}`);
}

function mounts(page: PrefixWriter, container: JsonObject): void {
  const all = objects(container, 'volumeMounts').toSorted((a, b) =>
    text(a, 'mountPath') < text(b, 'mountPath') ? -1 : 1,
  );
  page.line(2, `Mounts:${all.length === 0 ? '\t<none>' : ''}`);
  for (const mount of all) {
    const flags = [mount['readOnly'] === true ? 'ro' : 'rw'];
    if (text(mount, 'subPath') !== '') flags.push(`path="${text(mount, 'subPath')}"`);
    page.line(3, `${text(mount, 'mountPath')} from ${text(mount, 'name')} (${flags.join(',')})`);
  }
}

/** The `Volumes:` block. */
export function describeVolumes(page: PrefixWriter, podLike: JsonObject, space: string): void {
  const volumes = objects(podLike, 'spec', 'volumes');
  page.line(0, `${space}Volumes:${volumes.length === 0 ? '\t<none>' : ''}`);
  for (const volume of volumes) {
    page.line(1, `${space === '' ? '' : ' '}${text(volume, 'name')}:`);
    for (const line of volumeLines(volume)) page.line(2, line);
  }
}

function volumeLines(volume: JsonObject): readonly string[] {
  const of = (...path: readonly string[]): string => scalar(at(volume, ...path));
  const optional = (kind: string): string => String(at(volume, kind, 'optional') === true);
  if (isObject(volume['hostPath'])) {
    return [
      'Type:\tHostPath (bare host directory volume)',
      `Path:\t${of('hostPath', 'path')}`,
      `HostPathType:\t${of('hostPath', 'type')}`,
    ];
  }
  if (isObject(volume['emptyDir'])) {
    const limit = of('emptyDir', 'sizeLimit') || '<unset>';
    return [
      "Type:\tEmptyDir (a temporary directory that shares a pod's lifetime)",
      `Medium:\t${of('emptyDir', 'medium')}`,
      `SizeLimit:\t${limit}`,
    ];
  }
  if (isObject(volume['secret'])) {
    return [
      'Type:\tSecret (a volume populated by a Secret)',
      `SecretName:\t${of('secret', 'secretName')}`,
      `Optional:\t${optional('secret')}`,
    ];
  }
  if (isObject(volume['configMap'])) {
    return [
      'Type:\tConfigMap (a volume populated by a ConfigMap)',
      `Name:\t${of('configMap', 'name')}`,
      `Optional:\t${optional('configMap')}`,
    ];
  }
  if (isObject(volume['persistentVolumeClaim'])) {
    const readOnly = at(volume, 'persistentVolumeClaim', 'readOnly') === true;
    return [
      'Type:\tPersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)',
      `ClaimName:\t${of('persistentVolumeClaim', 'claimName')}`,
      `ReadOnly:\t${readOnly}`,
    ];
  }
  if (isObject(volume['projected']))
    return ['Type:\tProjected (a volume that contains injected data from multiple sources)', ...projected(volume)];
  if (isObject(volume['downwardAPI'])) {
    const items = objects(volume, 'downwardAPI', 'items').map(
      (item) => `  ${text(item, 'fieldRef', 'fieldPath')} -> ${text(item, 'path')}`,
    );
    return ['Type:\tDownwardAPI (a volume populated by information about the pod)', 'Items:', ...items];
  }
  return ['<unknown>'];
}

function projected(volume: JsonObject): readonly string[] {
  return objects(volume, 'projected', 'sources').flatMap((source) => {
    if (isObject(source['secret'])) {
      return [
        `SecretName:\t${text(source, 'secret', 'name')}`,
        `Optional:\t${at(source, 'secret', 'optional') === true}`,
      ];
    }
    if (isObject(source['configMap'])) {
      return [
        `ConfigMapName:\t${text(source, 'configMap', 'name')}`,
        `Optional:\t${at(source, 'configMap', 'optional') === true}`,
      ];
    }
    if (isObject(source['downwardAPI'])) return ['DownwardAPI:\ttrue'];
    return isObject(source['serviceAccountToken'])
      ? [`TokenExpirationSeconds:\t${number(source, 'serviceAccountToken', 'expirationSeconds') ?? 3600}`]
      : [];
  });
}

/** Tolerations, by key: `node.kubernetes.io/not-ready:NoExecute op=Exists for 300s`. */
export function tolerations(podLike: JsonObject): readonly string[] {
  return objects(podLike, 'spec', 'tolerations')
    .toSorted((a, b) => (text(a, 'key') < text(b, 'key') ? -1 : text(a, 'key') > text(b, 'key') ? 1 : 0))
    .map((each) => {
      const [key, value, effect] = [text(each, 'key'), text(each, 'value'), text(each, 'effect')];
      const start = `${key}${value === '' ? '' : `=${value}`}${effect === '' ? '' : `:${effect}`}`;
      const exists = text(each, 'operator') === 'Exists' && value === '';
      const seconds = number(each, 'tolerationSeconds');
      return `${start}${exists ? `${start === '' ? '' : ' '}op=Exists` : ''}${seconds === undefined ? '' : ` for ${seconds}s`}`;
    });
}
