/** `kubectl run`: one pod from an image. */
import type { JsonObject } from '../../../engine/index.ts';
import { type Context, DRY_RUN_FLAG, FIELD_MANAGER_FLAG, OUTPUT_FLAGS, type Verb } from '../../command.ts';
import { CliError, usageError } from '../../errors.ts';
import { createBuilt, inNamespaceOf } from '../create/generator.ts';
import { runAttached } from './run-attached.ts';

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
    { name: 'image', type: 'string', help: 'The image' },
    { name: 'port', type: 'string', help: 'The port the container exposes' },
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
  if (flags.bool('rm') && !attached) throw usageError(path, '--rm should only be used for attached containers');
  const pod = podOf(context, name, image, args.slice(1));
  if (attached && flags.string('dry-run') === 'none') {
    await runAttached(context, inNamespaceOf(pod, context.namespace));
    return;
  }
  const placed =
    flags.string('dry-run') === 'client' && !context.namespaceGiven ? pod : inNamespaceOf(pod, context.namespace);
  await createBuilt(
    context,
    { resource: { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true } },
    placed,
    'kubectl-run',
  );
}

function podOf(context: Context, name: string, image: string, words: readonly string[]): JsonObject {
  const { flags } = context;
  const labels = flags.string('labels') === '' ? { run: name } : pairs(flags.string('labels').split(','), 'label');
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

function pairs(words: readonly string[], what: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf('=');
      if (at < 1) throw new CliError(`unexpected ${what} spec: ${word}`);
      return [word.slice(0, at), word.slice(at + 1)];
    }),
  );
}
