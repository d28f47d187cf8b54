/** `8080:80`, `:http`, `80`: which port here leads to which one of the pod. */
import type { JsonObject } from '../../../engine/index.ts';
import { CliError } from '../../errors.ts';
import { at, number, objects, text } from '../../json.ts';

export interface PortPair {
  /** 0: any that is free. */
  readonly local: number;
  readonly remote: number;
}

/** Reads one word; names and ports of a service become ports of its pod. Throws kubectl's words. */
export function portPair(word: string, pod: JsonObject, service: JsonObject | undefined): PortPair {
  const parts = word.split(':');
  if (parts.length > 2) throw new CliError(`invalid port format '${word}'`);
  const [first = '', second] = parts;
  const asked = second ?? first;
  const remote = service === undefined ? podPort(asked, pod) : servicePort(asked, service, pod);
  // Without a word of its own the port here is the one that was asked for.
  const local = second === undefined ? localOf(asked, service, remote) : parse(first === '' ? '0' : first, 'local');
  if (remote === 0) throw new CliError('remote port must be > 0');
  return { local, remote };
}

function localOf(asked: string, service: JsonObject | undefined, remote: number): number {
  if (/^\d+$/.test(asked)) return Number(asked);
  const named = objects(service, 'spec', 'ports').find((each) => text(each, 'name') === asked);
  return number(named, 'port') ?? remote;
}

function parse(word: string, which: 'local' | 'remote'): number {
  const start = `error parsing ${which} port '${word}': strconv.ParseUint: parsing ${JSON.stringify(word)}`;
  if (!/^\d+$/.test(word)) throw new CliError(`${start}: invalid syntax`);
  if (Number(word) > 65_535) throw new CliError(`${start}: value out of range`);
  return Number(word);
}

function podPort(word: string, pod: JsonObject): number {
  if (/^\d/.test(word) || word === '') return parse(word, 'remote');
  const found = containerPort(pod, word);
  if (found === undefined) {
    throw new CliError(`Pod '${text(pod, 'metadata', 'name')}' does not have a named port '${word}'`);
  }
  return found;
}

function servicePort(word: string, service: JsonObject, pod: JsonObject): number {
  const name = text(service, 'metadata', 'name');
  const ports = objects(service, 'spec', 'ports');
  const found = ports.find((each) =>
    /^\d+$/.test(word) ? number(each, 'port') === Number(word) : text(each, 'name') === word,
  );
  if (found === undefined) throw new CliError(`Service ${name} does not have a service port ${word}`);
  const target = at(found, 'targetPort') ?? number(found, 'port') ?? 0;
  if (typeof target === 'number')
    return text(service, 'spec', 'clusterIP') === 'None' ? (number(found, 'port') ?? target) : target;
  return podPort(String(target), pod);
}

function containerPort(pod: JsonObject, name: string): number | undefined {
  const all = [...objects(pod, 'spec', 'initContainers'), ...objects(pod, 'spec', 'containers')];
  const found = all.flatMap((each) => objects(each, 'ports')).find((port) => text(port, 'name') === name);
  return number(found, 'containerPort');
}
