/** `kubectl run -it`: a pod that is talked to until it ends. */
import type { JsonObject } from '../../../engine/index.ts';
import type { Context } from '../../command.ts';
import { CliError, PlainError } from '../../errors.ts';
import { pathOf } from '../../http/discovery.ts';
import { number, objects, record, text } from '../../json.ts';
import { watchUntil, waitUntilGone } from '../../resource/watch-until.ts';
import { attachTo } from '../attach/attach.ts';

/** Creates it, attaches when it runs (or shows its log when it has ended already), and deletes it afterwards where --rm says so. */
export async function runAttached(context: Context, pod: JsonObject): Promise<void> {
  const { api, flags, io, namespace } = context;
  const pods = await context.mapper.resource('pods');
  const name = text(pod, 'metadata', 'name');
  const query = { fieldManager: flags.string('field-manager') || 'kubectl-run' };
  const made = record(await api.request('POST', pathOf(pods, namespace), { query, body: pod }));
  const target = { resource: pods, namespace, name };
  try {
    const current = await waitFor(context, target, (phase) => phase !== 'Pending' && phase !== '');
    const phase = text(current, 'status', 'phase');
    if (phase === 'Running') {
      await attachTo(context, current, '', flags.bool('stdin'), flags.bool('tty'));
    } else {
      const log = await api.request('GET', pathOf(pods, namespace, name, 'log'), { query: { container: name } });
      if (typeof log === 'string') io.stdout(log);
    }
    if (flags.string('restart') === 'Always' || flags.bool('leave-stdin-open')) return;
    endOf(await waitFor(context, target, (each) => each === 'Succeeded' || each === 'Failed'), namespace);
  } finally {
    if (flags.bool('rm')) {
      await api.request('DELETE', pathOf(pods, namespace, name), { body: { propagationPolicy: 'Background' } });
      await waitUntilGone(context, [{ ...target, uid: text(made, 'metadata', 'uid') }], 0);
      if (!flags.bool('quiet')) io.stdout(`pod "${name}" deleted\n`);
    }
  }
}

async function waitFor(
  context: Context,
  target: Parameters<typeof watchUntil>[1],
  isThere: (phase: string) => boolean,
): Promise<JsonObject> {
  let current: JsonObject = {};
  const deadline = context.io.now() + context.flags.duration('pod-running-timeout');
  const found = await watchUntil(context, target, deadline, (pod) => {
    if (pod === undefined) return false;
    current = pod;
    return isThere(text(pod, 'status', 'phase'));
  });
  if (!found) throw new CliError('timed out waiting for the condition');
  return current;
}

/** A failed pod's exit code is the command's. */
function endOf(pod: JsonObject, namespace: string): void {
  if (text(pod, 'status', 'phase') !== 'Failed') return;
  const name = text(pod, 'metadata', 'name');
  const ended = record(objects(pod, 'status', 'containerStatuses')[0], 'state', 'terminated');
  const code = number(ended, 'exitCode') ?? 0;
  if (code === 0) throw new PlainError(`pod ${namespace}/${name} failed with unknown exit code`);
  throw new PlainError(
    `pod ${namespace}/${name} terminated (${text(ended, 'reason')})\n${text(ended, 'message')}`,
    code,
  );
}
