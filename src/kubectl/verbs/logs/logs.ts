/** `kubectl logs`: what containers printed. */
import { isNotFound, type Json, type JsonObject, timeMsOf } from '../../../engine/index.ts';
import { type Context, SELECTOR_FLAG, type Verb } from '../../command.ts';
import { CliError, messageOf, usageError } from '../../errors.ts';
import { pathOf, type Resource } from '../../http/discovery.ts';
import { isObject, number, objects, record, text } from '../../json.ts';
import { getObject, listObjects, select, type Target } from '../../resource/builder.ts';
import { selectorText } from '../../resource/selector.ts';

export const logs: Verb = {
  name: 'logs',
  aliases: ['log'],
  short: 'Print the logs for a container in a pod',
  usage: '[-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]',
  examples: ['kubectl logs web-1', 'kubectl logs -f deploy/web', 'kubectl logs -l app=web --tail=5'],
  flags: [
    SELECTOR_FLAG,
    { name: 'follow', short: 'f', type: 'bool', help: 'Go on while the container runs' },
    { name: 'previous', short: 'p', type: 'bool', help: 'Of the run before the last restart' },
    { name: 'container', short: 'c', type: 'string', help: 'Of this container' },
    { name: 'all-containers', type: 'bool', help: 'Of all containers' },
    { name: 'all-pods', type: 'bool', help: 'Of all pods; prefixes lines' },
    { name: 'tail', type: 'int', default: '-1', help: 'The last lines only' },
    { name: 'since', type: 'duration', default: '0s', help: 'Newer than this only' },
    { name: 'since-time', type: 'string', help: 'After this time only' },
    { name: 'timestamps', type: 'bool', help: 'With the time of each line' },
    { name: 'prefix', type: 'bool', help: 'With pod and container before each line' },
    { name: 'limit-bytes', type: 'int', default: '0', help: 'At most so many bytes' },
    { name: 'ignore-errors', type: 'bool', help: 'Go on after an error' },
    { name: 'max-log-requests', type: 'int', default: '5', help: 'Followed at once with -l' },
    { name: 'insecure-skip-tls-verify-backend', type: 'bool', help: 'Ignored: there is no TLS in between' },
    { name: 'pod-running-timeout', type: 'duration', default: '20s', help: 'How long to wait for a pod' },
  ],
  run,
};

const USAGE =
  "expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\nPOD or TYPE/NAME is a required argument for the logs command";

async function run(context: Context): Promise<void> {
  const { flags, args, path } = context;
  const selector = flags.string('selector');
  if (args.length === 0 && selector === '') throw usageError(path, USAGE);
  if (args.length > 0 && selector !== '') throw usageError(path, 'only a selector (-l) or a POD name is allowed');
  if (args.length > 2) throw usageError(path, USAGE);
  if (args.length === 2 && flags.string('container') !== '')
    throw new CliError('only one of -c or an inline [CONTAINER] arg is allowed');
  if (flags.int('tail') < -1) throw new CliError('--tail must be greater than or equal to -1');
  if (flags.changed('since') && flags.duration('since') <= 0) throw new CliError('--since must be greater than 0');
  if (flags.changed('since') && flags.string('since-time') !== '')
    throw new CliError('at most one of `sinceTime` or `sinceSeconds` may be specified');
  const container = args[1] ?? flags.string('container');
  if (flags.bool('all-containers') && container !== '') {
    throw new CliError(`--all-containers=true should not be specified with container name ${container}`);
  }
  const pods = await context.mapper.resource('pods');
  const chosen =
    selector === ''
      ? await podsOf(context, pods, args[0] ?? '')
      : await listObjects(context, pods, context.namespace, { labelSelector: selector });
  if (chosen.length === 0) context.io.stderr(`No resources found in ${context.namespace} namespace.\n`);
  const sources = chosen.flatMap((pod) => containersOf(context, pod, container).map((name) => ({ pod, name })));
  if (flags.bool('follow') && sources.length > flags.int('max-log-requests')) {
    const most = flags.int('max-log-requests');
    throw new CliError(
      `you are attempting to follow ${sources.length} log streams, but maximum allowed concurrency is ${most}, use --max-log-requests to increase the limit`,
    );
  }
  const prints = sources.map(
    ({ pod, name }) =>
      () =>
        print(context, pods, pod, name),
  );
  if (flags.bool('follow')) await Promise.all(prints.map((each) => each()));
  else for (const each of prints) await each();
}

/** The pod named, or one of those a workload has. */
async function podsOf(context: Context, pods: Resource, word: string): Promise<readonly JsonObject[]> {
  const selection = await select(context, word.includes('/') ? [word] : ['pods', word]);
  const target: Target | undefined = selection.type === 'names' ? selection.targets[0] : undefined;
  if (target === undefined) throw new CliError('expected a resource');
  const object = await getObject(context, target).catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
    throw new CliError(`error from server (NotFound): ${messageOf(error)} in namespace "${context.namespace}"`);
  });
  if (target.resource.kind === 'Pod') return [object];
  const selector = selectorText(record(object, 'spec', 'selector'));
  const goType = `*${target.resource.version}.${target.resource.kind}`;
  if (selector === '') throw new CliError(`cannot get the logs from ${goType}: selector for ${goType} not implemented`);
  const all = await listObjects(context, pods, target.namespace, { labelSelector: selector });
  if (context.flags.bool('all-pods')) return all;
  const best = all.toSorted(byUsefulness)[0];
  if (best === undefined) throw new CliError('timed out waiting for the condition');
  if (all.length > 1) context.io.stderr(`Found ${all.length} pods, using pod/${text(best, 'metadata', 'name')}\n`);
  return [best];
}

/** Upstream ByLogging: placed, running and ready pods first; of those the ones ready for longest, restarted most, oldest. */
function byUsefulness(a: JsonObject, b: JsonObject): number {
  const rank = (pod: JsonObject): number =>
    (text(pod, 'spec', 'nodeName') === '' ? 100 : 0) +
    ({ Pending: 20, Unknown: 10 }[text(pod, 'status', 'phase')] ?? 0) +
    (readyAt(pod) === undefined ? 1 : 0);
  const restarts = (pod: JsonObject): number =>
    Math.max(0, ...objects(pod, 'status', 'containerStatuses').map((each) => number(each, 'restartCount') ?? 0));
  const made = (pod: JsonObject): number => timeMsOf(text(pod, 'metadata', 'creationTimestamp'));
  const ready = (readyAt(a) ?? 0) - (readyAt(b) ?? 0);
  return rank(a) - rank(b) || ready || restarts(b) - restarts(a) || made(a) - made(b);
}

/** Since when, milliseconds; undefined when it isn't ready. */
function readyAt(pod: JsonObject): number | undefined {
  const ready = objects(pod, 'status', 'conditions').find((each) => text(each, 'type') === 'Ready');
  if (ready === undefined || text(ready, 'status') !== 'True') return undefined;
  return timeMsOf(text(ready, 'lastTransitionTime'));
}

function containersOf(context: Context, pod: JsonObject, wanted: string): readonly string[] {
  const names = (field: string): readonly string[] => objects(pod, 'spec', field).map((each) => text(each, 'name'));
  const [main, inits] = [names('containers'), names('initContainers')];
  if (context.flags.bool('all-containers')) return [...inits, ...main];
  const all = [...main, ...inits.map((name) => `${name} (init)`)].join(', ');
  if (wanted !== '') {
    if ([...main, ...inits].includes(wanted)) return [wanted];
    throw new CliError(`container ${wanted} is not valid for pod ${text(pod, 'metadata', 'name')}`);
  }
  const annotated = text(pod, 'metadata', 'annotations', 'kubectl.kubernetes.io/default-container');
  if (annotated !== '' && main.includes(annotated)) return [annotated];
  const first = main[0] ?? '';
  if (main.length + inits.length > 1) context.io.stderr(`Defaulted container "${first}" out of: ${all}\n`);
  return [first];
}

async function print(context: Context, pods: Resource, pod: JsonObject, container: string): Promise<void> {
  const { flags, api, io } = context;
  const tail = flags.int('tail');
  const defaultTail = flags.string('selector') !== '' && !flags.changed('tail') ? 10 : tail;
  const name = text(pod, 'metadata', 'name');
  const query = {
    container,
    follow: flags.bool('follow') ? 'true' : undefined,
    previous: flags.bool('previous') ? 'true' : undefined,
    tailLines: defaultTail >= 0 ? String(defaultTail) : undefined,
    sinceSeconds: flags.changed('since') ? String(Math.ceil(flags.duration('since') / 1000)) : undefined,
    sinceTime: flags.string('since-time') || undefined,
    timestamps: flags.bool('timestamps') ? 'true' : undefined,
    limitBytes: flags.int('limit-bytes') > 0 ? String(flags.int('limit-bytes')) : undefined,
  };
  const prefix = flags.bool('prefix') || flags.bool('all-pods') ? `[pod/${name}/${container}] ` : '';
  const show = (chunk: Json): void => {
    const words = typeof chunk === 'string' ? chunk : isObject(chunk) ? JSON.stringify(chunk) : '';
    if (words !== '')
      io.stdout(
        prefix === '' ? words : words.replace(/^(?=[\s\S])/gm, (_, at: number) => (at < words.length ? prefix : '')),
      );
  };
  const path = pathOf(pods, text(pod, 'metadata', 'namespace'), name, 'log');
  if (!flags.bool('follow')) return show(await api.request('GET', path, { query, accept: 'application/json, */*' }));
  const stream = await api.open(path, { query, accept: 'application/json, */*' });
  io.listens?.();
  for (let chunk = await stream.next(); chunk !== undefined; chunk = await stream.next()) show(chunk);
}
