/** `kubectl run`: one pod from an image. */
import type { JsonObject } from '../../../engine/index.ts';
import { type Context, DRY_RUN_FLAG, FIELD_MANAGER_FLAG, FILE_FLAGS, KUSTOMIZE_FLAG, OUTPUT_FLAGS, SAVE_CONFIG_FLAG, type Verb } from '../../command.ts';
import { CliError, usageError } from '../../errors.ts';
import { isImageName } from '../../image-name.ts';
import type { Flag } from '../../flags.ts';
import { withSavedConfig } from '../apply/annotation.ts';
import { builtPrinter, inNamespaceOf, sendBuilt } from '../create/generator.ts';
import { OVERRIDE_FLAGS, overridden } from '../create/overrides.ts';
import { runAttached } from './run-attached.ts';

/** The real one takes what `delete` takes, and heeds none of it here. */
const DELETE_FLAGS: readonly Flag[] = [
  ...FILE_FLAGS,
  KUSTOMIZE_FLAG,
  { name: 'cascade', type: 'string', default: 'background', alone: 'background', help: 'Ignored' },
  { name: 'force', type: 'bool', help: 'Ignored' },
  { name: 'grace-period', type: 'int', default: '-1', help: 'Ignored' },
  { name: 'timeout', type: 'duration', default: '0s', help: 'Ignored' },
  { name: 'wait', type: 'bool', help: 'Ignored' },
];

export const run: Verb = {
  name: 'run',
  short: 'Run a particular image on the cluster',
  usage:
    'NAME --image=image [--env="key=value"] [--port=port] [--dry-run=server|client] [--overrides=inline-json] [--command] -- [COMMAND] [args...]',
  examples: ['kubectl run web --image=nginx', 'kubectl run once --image=busybox --restart=Never -- echo hello'],
  flags: [
    ...OUTPUT_FLAGS,
    DRY_RUN_FLAG,
    FIELD_MANAGER_FLAG,
    SAVE_CONFIG_FLAG,
    ...OVERRIDE_FLAGS,
    ...DELETE_FLAGS,
    { name: 'image', type: 'string', help: 'The image' },
    { name: 'port', type: 'string', help: 'The port the container exposes' },
    { name: 'expose', type: 'bool', help: 'With a Service of the same name; needs --port' },
    { name: 'privileged', type: 'bool', help: 'With all rights of its node' },
    { name: 'env', type: 'lines', help: 'Environment variables (key=value)' },
    { name: 'labels', short: 'l', type: 'string', help: 'Labels, key=value separated by commas' },
    { name: 'annotations', type: 'lines', help: 'Annotations (key=value)' },
    { name: 'restart', type: 'string', default: 'Always', help: 'Always, OnFailure or Never' },
    { name: 'command', type: 'bool', help: 'Words after -- replace the command, not the arguments' },
    { name: 'stdin', short: 'i', type: 'bool', help: 'Keep standard input open, and pass it on' },
    { name: 'tty', short: 't', type: 'bool', help: 'With a terminal' },
    { name: 'attach', type: 'bool', help: 'Wait until it runs, then attach to it; so does -i' },
    { name: 'rm', type: 'bool', help: 'Delete it after it has ended' },
    { name: 'leave-stdin-open', type: 'bool', help: 'Keep standard input open after the first client' },
    { name: 'quiet', short: 'q', type: 'bool', help: 'Only what the program writes' },
    { name: 'pod-running-timeout', type: 'duration', default: '1m0s', help: 'How long to wait until it runs' },
    { name: 'image-pull-policy', type: 'string', help: 'Always, IfNotPresent or Never' },
  ],
  run: runPod,
};

async function runPod(context: Context): Promise<void> {
  const { flags, args, dash, path } = context;
  const names = dash < 0 ? args : args.slice(0, dash);
  const [name] = names;
  const image = flags.string('image');
  if (image === '') throw new CliError('required flag(s) "image" not set');
  if (name === undefined) throw usageError(path, 'NAME is required for run');
  const restartPolicy = flags.string('restart');
  if (!['Always', 'OnFailure', 'Never'].includes(restartPolicy)) {
    throw usageError(path, `invalid restart policy: ${restartPolicy}`);
  }
  const attached = flags.changed('attach') ? flags.bool('attach') : flags.bool('stdin');
  if (flags.bool('tty') && !flags.bool('stdin')) {
    throw usageError(path, '-i/--stdin is required for containers with -t/--tty=true');
  }
  if (flags.bool('expose') && flags.string('port') === '') throw usageError(path, '--port must be set when exposing a service');
  if (flags.bool('rm') && !attached) throw usageError(path, '--rm should only be used for attached containers');
  if (attached && flags.string('dry-run') !== 'none') {
    throw usageError(path, "--dry-run=[server|client] can't be used with attached containers options (--attach, --stdin, or --tty)");
  }
  if (!isImageName(image)) throw new CliError(`Invalid image name ${JSON.stringify(image)}: invalid reference format`);
  const policy = flags.string('image-pull-policy');
  if (!['', 'Always', 'IfNotPresent', 'Never'].includes(policy)) throw usageError(path, `invalid image pull policy: ${policy}`);
  const pod = overridden(context, podOf(context, name, image, args.slice(1)));
  if (attached) {
    await runAttached(context, inNamespaceOf(pod, context.namespace));
    return;
  }
  await runDetached(context, pod, flags.bool('expose') ? serviceOf(context, name) : undefined);
}

const pods = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true } as const;
const services = { group: '', version: 'v1', kind: 'Service', plural: 'services', namespaced: true } as const;

/** The Service is sent last, and told of first; where it is refused, the Pod stays. */
async function runDetached(context: Context, pod: JsonObject, service: JsonObject | undefined): Promise<void> {
  const { flags, io, namespace, namespaceGiven } = context;
  const isLocal = flags.string('dry-run') === 'client';
  const send = (resource: typeof pods | typeof services, object: JsonObject): Promise<JsonObject> => {
    const saved = flags.bool('save-config') && !isLocal ? withSavedConfig(object) : object;
    return sendBuilt(context, { resource }, isLocal && !namespaceGiven ? saved : inNamespaceOf(saved, namespace), 'kubectl-run');
  };
  const print = builtPrinter(context);
  const made = await send(pods, pod);
  let refused: unknown;
  if (service !== undefined) {
    try {
      print('created', await send(services, service), services);
      if (flags.string('output') === 'yaml') io.stdout('---\n');
    } catch (error) {
      refused = error;
    }
  }
  print('created', made, pods);
  if (refused !== undefined) throw refused;
}

function serviceOf({ flags }: Context, name: string): JsonObject {
  const labels = labelsOf(flags);
  const port = Number(flags.string('port'));
  return {
    kind: 'Service',
    apiVersion: 'v1',
    metadata: { name, creationTimestamp: null, ...(labels !== undefined && { labels }) },
    spec: { ports: [{ protocol: 'TCP', port, targetPort: port }], selector: labels ?? { run: name } },
    status: { loadBalancer: {} },
  };
}

function podOf(context: Context, name: string, image: string, words: readonly string[]): JsonObject {
  const { flags } = context;
  const labels = labelsOf(flags) ?? { run: name };
  const annotations = pairs(flags.list('annotations'), 'annotation');
  const env = flags.list('env').map((word) => {
    const at = word.indexOf('=');
    if (at < 1) throw new CliError(`invalid env: ${word}`);
    return { name: word.slice(0, at), value: word.slice(at + 1) };
  });
  const port = flags.string('port');
  const policy = flags.string('image-pull-policy');
  const container = {
    name,
    image,
    ...(words.length === 0 ? {} : { [flags.bool('command') ? 'command' : 'args']: words }),
    ...(port === '' ? {} : { ports: [{ containerPort: Number(port) }] }),
    ...(env.length === 0 ? {} : { env }),
    resources: {},
    ...(flags.bool('stdin') ? { stdin: true } : {}),
    ...(flags.bool('stdin') && !flags.bool('leave-stdin-open') ? { stdinOnce: true } : {}),
    ...(flags.bool('tty') ? { tty: true } : {}),
    ...(policy === '' ? {} : { imagePullPolicy: policy }),
    ...(flags.bool('privileged') ? { securityContext: { privileged: true } } : {}),
  };
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: {
      name,
      creationTimestamp: null,
      labels,
      ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
    },
    spec: { containers: [container], restartPolicy: flags.string('restart'), dnsPolicy: 'ClusterFirst' },
    status: {},
  };
}

/** Those that --labels gives; undefined without it. */
function labelsOf(flags: Context['flags']): Readonly<Record<string, string>> | undefined {
  const given = flags.string('labels');
  return given === '' ? undefined : pairs(given.split(','), 'label');
}

function pairs(words: readonly string[], what: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf('=');
      if (at < 1) throw new CliError(`unexpected ${what} spec: ${word}`);
      return [word.slice(0, at), word.slice(at + 1)];
    }),
  );
}
