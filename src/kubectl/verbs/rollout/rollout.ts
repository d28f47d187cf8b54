/** `kubectl rollout`: status, history, undo, and the small patches restart, pause and resume. */
import { formatTime, type JsonObject } from '../../../engine/index.ts';
import { type Context, FIELD_MANAGER_FLAG, FILE_FLAGS, KUSTOMIZE_FLAG, OUTPUT_FLAGS, SELECTOR_FLAG, type Verb } from '../../command.ts';
import { CliError, messageOf, throwAll } from '../../errors.ts';
import { PATCH_TYPES } from '../../http/api.ts';
import { pathOf } from '../../http/discovery.ts';
import { at } from '../../json.ts';
import { createOperationPrinter } from '../../printers/output.ts';
import { asObject, gather, getObject, type Target } from '../../resource/builder.ts';
import { history, undo } from './history.ts';
import { status } from './status.ts';

interface Change {
  readonly name: string;
  readonly short: string;
  readonly done: string;
  /** The patch; a text is why there is none. */
  patch(context: Context, target: Target, object: JsonObject): JsonObject | string;
}

const CHANGES: readonly Change[] = [
  {
    name: 'restart',
    short: 'Restart a resource',
    done: 'restarted',
    patch(context, target, object) {
      if (!['Deployment', 'DaemonSet', 'StatefulSet'].includes(target.resource.kind))
        return 'restarting is not supported';
      if (at(object, 'spec', 'paused') === true) return "can't restart paused deployment (run rollout resume first)";
      const annotations = { 'kubectl.kubernetes.io/restartedAt': formatTime(context.io.now()) };
      return { spec: { template: { metadata: { annotations } } } };
    },
  },
  {
    name: 'pause',
    short: 'Mark the provided resource as paused',
    done: 'paused',
    patch(_, target, object) {
      if (target.resource.kind !== 'Deployment') return 'pausing is not supported';
      return at(object, 'spec', 'paused') === true ? 'is already paused' : { spec: { paused: true } };
    },
  },
  {
    name: 'resume',
    short: 'Resume a paused resource',
    done: 'resumed',
    patch(_, target, object) {
      if (target.resource.kind !== 'Deployment') return 'resuming is not supported';
      return at(object, 'spec', 'paused') === true ? { spec: { paused: null } } : 'is not paused';
    },
  },
];

export const rollout: Verb = {
  name: 'rollout',
  short: 'Manage the rollout of a resource',
  usage: 'SUBCOMMAND',
  children: [
    history,
    ...CHANGES.map(
      (change): Verb => ({
        name: change.name,
        short: change.short,
        usage: 'RESOURCE [flags]',
        flags: [...FILE_FLAGS, KUSTOMIZE_FLAG, ...OUTPUT_FLAGS, SELECTOR_FLAG, FIELD_MANAGER_FLAG],
        run: (context) => runChange(context, change),
      }),
    ),
    status,
    undo,
  ],
};

async function runChange(context: Context, change: Change): Promise<void> {
  const { flags, args, io } = context;
  if (args.length === 0 && flags.list('filename').length === 0) throw new CliError('required resource not specified');
  const { targets } = await gather(context, args, { files: true, lists: true, selector: flags.string('selector') });
  if (targets.length === 0) io.stderr(`No resources found in ${context.namespace} namespace.\n`);
  const print = createOperationPrinter(context, 'none');
  const errors: unknown[] = [];
  for (const target of targets) {
    const object = await getObject(context, target);
    const patch = change.patch(context, target, object);
    if (typeof patch === 'string') {
      const type =
        target.resource.group === '' ? target.resource.plural : `${target.resource.plural}.${target.resource.group}`;
      errors.push(new CliError(`error: ${type} "${target.name}" ${patch}`));
      continue;
    }
    try {
      const body = await context.api.request('PATCH', pathOf(target.resource, target.namespace, target.name), {
        query: { fieldManager: flags.string('field-manager') || 'kubectl-rollout' },
        body: patch,
        contentType: PATCH_TYPES.strategic,
      });
      print(change.done, asObject(body), target.resource);
    } catch (error) {
      errors.push(new CliError(`failed to patch: ${messageOf(error)}`));
    }
  }
  throwAll(errors);
}
