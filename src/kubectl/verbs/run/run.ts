/** `kubectl run`: one pod from an image. */
import type { JsonObject } from '../../../engine/index.ts';
import { type Context, DRY_RUN_FLAG, FIELD_MANAGER_FLAG, OUTPUT_FLAGS, type Verb } from '../../command.ts';
import { CliError, usageError } from '../../errors.ts';
import { createBuilt, inNamespaceOf } from '../create/generator.ts';

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
  const pod = podOf(context, name, image, args.slice(1));
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
