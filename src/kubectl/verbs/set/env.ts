/** `kubectl set env`: variables of containers, set, removed or listed. */
import type { Json, JsonObject } from '../../../engine/index.ts';
import type { Context, Verb } from '../../command.ts';
import { CliError, messageOf } from '../../errors.ts';
import { isObject, objects, record, text } from '../../json.ts';
import { type Found, gather, getObject } from '../../resource/builder.ts';
import { refuseLocalServer } from '../../printers/output.ts';
import { changeAll, findAll, SELECTING_SET_FLAGS } from './changes.ts';
import { createResolver } from './env-values.ts';
import { requiredPodSpec, withContainers } from './pod-spec.ts';

export const env: Verb = {
  name: 'env',
  short: 'Update environment variables on a pod template',
  usage: 'RESOURCE/NAME KEY_1=VAL_1 ... KEY_N=VAL_N',
  examples: ['kubectl set env deployment/web COLOR=blue', 'kubectl set env deployment/web COLOR-'],
  flags: [
    ...SELECTING_SET_FLAGS,
    {
      name: 'containers',
      short: 'c',
      type: 'string',
      default: '*',
      help: 'Names of containers, * in them for anything',
    },
    { name: 'env', short: 'e', type: 'lines', help: 'A variable, KEY=VALUE' },
    { name: 'from', type: 'string', help: 'A config map or secret with variables' },
    { name: 'keys', type: 'list', help: 'Only these keys of --from' },
    { name: 'prefix', type: 'string', help: 'Put before each name' },
    { name: 'list', type: 'bool', help: 'Show them instead' },
    { name: 'resolve', type: 'bool', help: 'With --list: the values of config maps, secrets and fields' },
    { name: 'overwrite', type: 'bool', default: 'true', help: 'Replace those that are there' },
  ],
  run,
};

const isVariable = (word: string): boolean => /=/.test(word) || /.-$/.test(word);

async function run(context: Context): Promise<void> {
  const { flags, args } = context;
  const first = args.findIndex(isVariable);
  const words = first < 0 ? args : args.slice(0, first);
  const given = first < 0 ? [] : args.slice(first);
  if (words.length === 0 && flags.list('filename').length === 0) {
    throw new CliError('one or more resources must be specified as <resource> <name> or <resource>/<name>');
  }
  if (flags.bool('all') && flags.string('selector') !== '') throw new CliError('cannot set --all and --selector at the same time');
  refuseLocalServer(context);
  if (flags.bool('list') && flags.string('output') !== '') {
    throw new CliError('--list and --output may not be specified together');
  }
  if (flags.list('keys').length > 0 && flags.string('from') === '') {
    throw new CliError('when specifying --keys, a configmap or secret must be provided with --from');
  }
  const { variables, removed } = parse([...flags.list('env'), ...given]);
  const prefix = flags.string('prefix');
  const wanted = [...variables, ...(await fromObject(context))].map((each) => {
    return prefix === '' ? each : { ...each, name: `${prefix}${text(each, 'name')}` };
  });
  const pattern = flags.string('containers');
  const found = await findAll(context, words);
  if (flags.bool('list')) return list(context, found, { pattern, next: (now) => updated(now, wanted, removed) });
  await changeAll(context, found, {
    done: 'env updated',
    failure: 'failed to patch env update to pod template:',
    make(object, target) {
      const changed = withContainers(object, requiredPodSpec(target), pattern, (container) => {
        const now = objects(container, 'env');
        const twice = flags.bool('overwrite') ? undefined : wanted.find((each) => find(now, text(each, 'name')));
        if (twice !== undefined) {
          const shown = `'${text(twice, 'name')}' already has a value (${text(find(now, text(twice, 'name')), 'value')})`;
          throw new CliError(`${shown}, and --overwrite is false`);
        }
        const next = updated(now, wanted, removed);
        if (next.length > 0) return { ...container, env: next };
        const { env: _, ...rest } = container;
        return rest;
      });
      if (changed.found === 0) {
        const what = `${target.resource.kind}/${target.name} does not have any containers matching ${JSON.stringify(pattern)}`;
        context.io.stderr(`Warning: ${what}\n`);
      }
      return changed.object;
    },
  });
}

function parse(words: readonly string[]): {
  readonly variables: readonly JsonObject[];
  readonly removed: readonly string[];
} {
  const variables: JsonObject[] = [];
  const removed: string[] = [];
  for (const word of words) {
    const at = word.indexOf('=');
    if (at >= 0) variables.push({ name: word.slice(0, at), value: word.slice(at + 1) });
    else if (word.endsWith('-')) removed.push(word.slice(0, -1));
    else throw new CliError(`unknown environment variable: ${word}`);
  }
  if (removed.some((name) => find(variables, name))) {
    throw new CliError('can not both modify and remove the same environment variable in the same command');
  }
  return { variables, removed };
}

const find = (all: readonly JsonObject[], name: string): JsonObject | undefined =>
  all.find((each) => text(each, 'name') === name);

function updated(
  now: readonly JsonObject[],
  wanted: readonly JsonObject[],
  removed: readonly string[],
): readonly JsonObject[] {
  const kept = now
    .filter((each) => !removed.includes(text(each, 'name')))
    .map((each) => wanted.findLast((next) => text(next, 'name') === text(each, 'name')) ?? each);
  return [...kept, ...wanted.filter((each) => find(now, text(each, 'name')) === undefined)];
}

/** A variable for each key of a config map or secret, named as variables are. */
async function fromObject(context: Context): Promise<readonly JsonObject[]> {
  const { flags } = context;
  const from = flags.string('from');
  if (from === '') return [];
  const { targets } = await gather(context, [from], {});
  const keys = flags.list('keys');
  const found: JsonObject[] = [];
  for (const target of targets) {
    const { kind } = target.resource;
    if (kind !== 'ConfigMap' && kind !== 'Secret') throw new CliError('unsupported resource specified in --from');
    const data = record(await getObject(context, target), 'data');
    const source = kind === 'Secret' ? 'secretKeyRef' : 'configMapKeyRef';
    for (const key of Object.keys(data).sort()) {
      if (keys.length > 0 && !keys.includes(key)) continue;
      const reference: Json = { [source]: { name: target.name, key } };
      const name = key.toUpperCase().replace(/[^A-Z0-9_]/g, '_');
      if (name !== key) context.io.stderr(`Warning: key ${key} transferred to ${name}\n`);
      found.push({ name, valueFrom: reference });
    }
  }
  return found;
}

interface Listing {
  readonly pattern: string;
  next(now: readonly JsonObject[]): readonly JsonObject[];
}

async function list(context: Context, found: readonly Found[], { pattern, next }: Listing): Promise<void> {
  const { flags, io } = context;
  const { resolve } = createResolver(context);
  for (const target of found) {
    const containers: JsonObject[] = [];
    withContainers(target.object, requiredPodSpec(target), pattern, (container) => {
      containers.push(container);
      return container;
    });
    for (const container of containers) {
      io.stdout(`# ${target.resource.kind} ${target.name}, container ${text(container, 'name')}\n`);
      const failed = new Map<string, string[]>();
      for (const each of next(objects(container, 'env'))) {
        const from = each['valueFrom'];
        const name = text(each, 'name');
        try {
          if (!isObject(from)) io.stdout(`${name}=${text(each, 'value')}\n`);
          else if (flags.bool('resolve')) io.stdout(`${name}=${await resolve(from, target, container)}\n`);
          else io.stdout(`# ${name} from ${referenceText(from)}\n`);
        } catch (error) {
          io.stdout(`# ${name} from ${referenceText(from as JsonObject)}\n`);
          failed.set(messageOf(error), [...(failed.get(messageOf(error)) ?? []), name]);
        }
      }
      const lines = [...failed].map(([why, names]) => `error retrieving reference for ${names.sort().join(', ')}: ${why}\n`);
      for (const line of lines.sort()) io.stderr(line);
    }
  }
}

function referenceText(from: JsonObject): string {
  const key = (field: string, kind: string): string => {
    return `${kind} ${text(from, field, 'name')}, key ${text(from, field, 'key')}`;
  };
  if (from['configMapKeyRef'] !== undefined) return key('configMapKeyRef', 'configmap');
  if (from['secretKeyRef'] !== undefined) return key('secretKeyRef', 'secret');
  if (from['fieldRef'] !== undefined) return `field path ${text(from, 'fieldRef', 'fieldPath')}`;
  if (from['resourceFieldRef'] !== undefined) {
    const container = text(from, 'resourceFieldRef', 'containerName');
    const shown = container === '' ? '' : `${container}/`;
    return `resource field ${shown}${text(from, 'resourceFieldRef', 'resource')}`;
  }
  return 'invalid valueFrom';
}
