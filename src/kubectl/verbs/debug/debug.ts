/** `kubectl debug`: a container to look around with, in a pod that runs, in a copy of it, or on a node. */
import { hash32, type JsonObject } from '../../../engine/index.ts';
import { type Context, FILE_FLAGS, type Verb } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { pathOf } from '../../http/discovery.ts';
import { objects, record, text } from '../../json.ts';
import { asObject, gather, getObject, type Target } from '../../resource/builder.ts';
import { watchUntil } from '../../resource/watch-until.ts';
import { attachTo } from '../attach/attach.ts';
import { type Copy, copyOf, ephemeralContainer, nodePod, type Profile, type Wanted } from './plan.ts';
import { checkFlags, isProfile } from './validation.ts';

export const debug: Verb = {
  name: 'debug',
  short: 'Create debugging sessions for troubleshooting workloads and nodes',
  usage: '(POD | TYPE[[.VERSION].GROUP]/NAME) [ -- COMMAND [args...] ]',
  examples: [
    'kubectl debug web-1 -it --image=busybox -- sh',
    'kubectl debug web-1 --image=busybox --copy-to=web-debug -- sleep 1h',
    'kubectl debug node/node-1 -it --image=busybox -- sh',
  ],
  flags: [
    ...FILE_FLAGS.filter(({ name }) => name === 'filename'),
    { name: 'image', type: 'string', help: 'The image of the container' },
    { name: 'container', short: 'c', type: 'string', help: 'Its name; made up unless told' },
    { name: 'arguments-only', type: 'bool', help: 'Words after -- are arguments, not the command' },
    { name: 'attach', type: 'bool', help: 'Attach to it; so does -i' },
    { name: 'copy-to', type: 'string', help: 'Make a copy of the pod with this name' },
    { name: 'custom', type: 'string', help: 'Refused: profiles are built in' },
    { name: 'env', type: 'lines', help: 'Environment variables (key=value)' },
    { name: 'image-pull-policy', type: 'string', help: 'Always, IfNotPresent or Never' },
    { name: 'keep-annotations', type: 'bool', help: 'With --copy-to: keep annotations' },
    { name: 'keep-init-containers', type: 'bool', default: 'true', help: 'With --copy-to: keep init containers' },
    { name: 'keep-labels', type: 'bool', help: 'With --copy-to: keep labels' },
    { name: 'keep-liveness', type: 'bool', help: 'With --copy-to: keep liveness probes' },
    { name: 'keep-readiness', type: 'bool', help: 'With --copy-to: keep readiness probes' },
    { name: 'keep-startup', type: 'bool', help: 'With --copy-to: keep startup probes' },
    {
      name: 'profile',
      type: 'string',
      default: 'legacy',
      help: 'legacy, general, baseline, netadmin, restricted, sysadmin',
    },
    { name: 'quiet', short: 'q', type: 'bool', help: 'Only what the program writes' },
    { name: 'replace', type: 'bool', help: 'With --copy-to: delete the pod' },
    { name: 'same-node', type: 'bool', help: 'With --copy-to: on the same node' },
    { name: 'set-image', type: 'lines', help: 'With --copy-to: name=image, * for every container' },
    { name: 'share-processes', type: 'bool', default: 'true', help: 'With --copy-to: containers see each other' },
    { name: 'stdin', short: 'i', type: 'bool', help: 'Keep standard input open, and pass it on' },
    { name: 'target', type: 'string', help: 'See the processes of this container' },
    { name: 'tty', short: 't', type: 'bool', help: 'With a terminal' },
  ],
  run,
};

const DEPRECATED =
  '--profile=legacy is deprecated and will be removed in the future. It is recommended to explicitly specify a profile, for example "--profile=general".\n';

async function run(context: Context): Promise<void> {
  const { flags, args, dash, io } = context;
  const names = dash < 0 ? args : args.slice(0, dash);
  const words = dash < 0 ? [] : args.slice(dash);
  const setImages = checkFlags(context, names, words);
  const given = flags.string('profile');
  const profile: Profile = isProfile(given) ? given : 'legacy';
  if (profile === 'legacy') io.stderr(DEPRECATED);
  const slashed = names.some((name) => name.includes('/'));
  const { targets } = await gather(context, slashed || names.length === 0 ? names : ['pods', ...names], {
    files: true,
  });
  for (const target of targets) {
    const object = await getObject(context, target);
    const wanted: Wanted = {
      container: flags.string('container'),
      image: flags.string('image'),
      pullPolicy: flags.string('image-pull-policy'),
      env: flags.list('env').map(variable),
      words,
      argumentsOnly: flags.bool('arguments-only'),
      stdin: flags.bool('stdin'),
      tty: flags.bool('tty'),
      target: flags.string('target'),
      profile,
    };
    const made = await debugOne(context, target, object, wanted, setImages);
    const attaches = flags.changed('attach') ? flags.bool('attach') : flags.bool('stdin');
    if (attaches && made.container !== '') await attachWhenRunning(context, made.pod, made.container, wanted);
  }
}

interface Made {
  readonly pod: JsonObject;
  /** '' when no container is new or changed. */
  readonly container: string;
}

function debugOne(
  context: Context,
  { resource, name }: Target,
  object: JsonObject,
  wanted: Wanted,
  setImages: ReadonlyMap<string, string>,
): Promise<Made> {
  if (resource.group === '' && resource.kind === 'Node') return onNode(context, name, wanted);
  if (resource.group !== '' || resource.kind !== 'Pod') {
    const type = `${resource.group}/${resource.version}, Kind=${resource.kind}`;
    throw new CliError(`"${type}" not supported by debug`);
  }
  if (context.flags.string('copy-to') !== '') return inCopy(context, object, wanted, setImages);
  return inPod(context, object, wanted);
}

async function inPod(context: Context, pod: JsonObject, wanted: Wanted): Promise<Made> {
  const pods = await context.mapper.resource('pods');
  const container = wanted.container || chosenName(context, pod);
  const all = objects(pod, 'spec', 'ephemeralContainers');
  const body = { spec: { ephemeralContainers: [...all, ephemeralContainer({ ...wanted, container })] } };
  const path = pathOf(pods, text(pod, 'metadata', 'namespace'), text(pod, 'metadata', 'name'), 'ephemeralcontainers');
  const contentType = 'application/strategic-merge-patch+json';
  return { pod: asObject(await context.api.request('PATCH', path, { body, contentType })), container };
}

async function inCopy(
  context: Context,
  pod: JsonObject,
  wanted: Wanted,
  setImages: ReadonlyMap<string, string>,
): Promise<Made> {
  const { api, flags } = context;
  const known = objects(pod, 'spec', 'containers').some((each) => text(each, 'name') === wanted.container);
  const onlyImages = !known && wanted.image === '' && setImages.size > 0;
  if (!known && wanted.image === '' && !onlyImages)
    throw new CliError('you must specify image when creating new container');
  const container = onlyImages ? '' : wanted.container || chosenName(context, pod);
  const copy: Copy = {
    name: flags.string('copy-to'),
    setImages,
    shareProcesses: flags.changed('share-processes') ? flags.bool('share-processes') : undefined,
    sameNode: flags.bool('same-node'),
    keep: {
      annotations: flags.bool('keep-annotations'),
      labels: flags.bool('keep-labels'),
      liveness: flags.bool('keep-liveness'),
      readiness: flags.bool('keep-readiness'),
      startup: flags.bool('keep-startup'),
      init: flags.bool('keep-init-containers'),
    },
  };
  const pods = await context.mapper.resource('pods');
  const namespace = text(pod, 'metadata', 'namespace');
  const body = copyOf(pod, { ...wanted, container }, copy);
  const made = asObject(await api.request('POST', pathOf(pods, namespace), { body }));
  if (flags.bool('replace')) {
    const original = pathOf(pods, namespace, text(pod, 'metadata', 'name'));
    await api.request('DELETE', original, { body: { gracePeriodSeconds: 0 } });
  }
  return { pod: made, container };
}

async function onNode(context: Context, node: string, wanted: Wanted): Promise<Made> {
  const { api, flags, io, namespace } = context;
  const pods = await context.mapper.resource('pods');
  const container = wanted.container || 'debugger';
  const name = `node-debugger-${node}-${suffix(context, node)}`;
  if (!flags.bool('quiet')) io.stdout(`Creating debugging pod ${name} with container ${container} on node ${node}.\n`);
  const body = nodePod(name, namespace, node, { ...wanted, container });
  return { pod: asObject(await api.request('POST', pathOf(pods, namespace), { body })), container };
}

function chosenName(context: Context, pod: JsonObject): string {
  const name = `debugger-${suffix(context, text(pod, 'metadata', 'uid'))}`;
  if (!context.flags.bool('quiet')) context.io.stdout(`Defaulting debug container name to ${name}.\n`);
  return name;
}

const LETTERS = 'bcdfghjklmnpqrstvwxz2456789';

/** Five letters that are another each time, and the same when a session is replayed. */
function suffix({ io }: Context, of: string): string {
  let number = hash32(`${of} ${io.now()}`);
  let letters = '';
  for (let at = 0; at < 5; at += 1) {
    letters += LETTERS[number % LETTERS.length];
    number = Math.floor(number / LETTERS.length);
  }
  return letters;
}

function variable(word: string): JsonObject {
  const at = word.indexOf('=');
  if (at < 1) throw new CliError(`invalid env: ${word}`);
  return { name: word.slice(0, at), value: word.slice(at + 1) };
}

/** Attaches once the container runs; shows its log when it has ended already. */
async function attachWhenRunning(context: Context, pod: JsonObject, container: string, wanted: Wanted): Promise<void> {
  const pods = await context.mapper.resource('pods');
  const [namespace, name] = [text(pod, 'metadata', 'namespace'), text(pod, 'metadata', 'name')];
  let current = pod;
  let state: JsonObject = {};
  await watchUntil(context, { resource: pods, namespace, name }, Number.POSITIVE_INFINITY, (latest) => {
    if (latest === undefined) throw new CliError(`pods "${name}" not found`);
    current = latest;
    const all = ['initContainerStatuses', 'containerStatuses', 'ephemeralContainerStatuses'];
    const found = all
      .flatMap((field) => objects(latest, 'status', field))
      .find((each) => text(each, 'name') === container);
    state = record(found, 'state');
    return state['running'] !== undefined || state['terminated'] !== undefined;
  });
  if (state['running'] !== undefined) return attachTo(context, current, container, wanted.stdin, wanted.tty);
  const log = await context.api.request('GET', pathOf(pods, namespace, name, 'log'), { query: { container } });
  if (typeof log === 'string') context.io.stdout(log);
}
