/** `kubectl create job --from=cronjob/x`: the Job that the CronJob would make, now. */
import type { JsonObject } from '../../../engine/index.ts';
import type { Context } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { record, strings, text } from '../../json.ts';
import { gather, getObject } from '../../resource/builder.ts';

/** The Job's object; the CronJob owns it. */
export async function jobFromCronJob(context: Context, name: string, from: string): Promise<JsonObject> {
  const { targets } = await gather(context, [from], {});
  const [target] = targets;
  if (target === undefined || targets.length > 1) throw new CliError('from must be an existing cronjob');
  const source = await getObject(context, target);
  const { kind, version } = target.resource;
  if (kind !== 'CronJob') {
    throw new CliError(`unknown object type *${version}.${kind}`);
  }
  const template = record(source, 'spec', 'jobTemplate');
  const labels = record(template, 'metadata', 'labels');
  const annotations = {
    'cronjob.kubernetes.io/instantiate': 'manual',
    ...Object.fromEntries(strings(template, 'metadata', 'annotations')),
  };
  const owner = {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    name: text(source, 'metadata', 'name'),
    uid: text(source, 'metadata', 'uid'),
    controller: true,
  };
  return {
    kind: 'Job',
    apiVersion: 'batch/v1',
    metadata: {
      name,
      creationTimestamp: null,
      ...(Object.keys(labels).length === 0 ? {} : { labels }),
      annotations,
      ownerReferences: [owner],
    },
    spec: record(template, 'spec'),
    status: {},
  };
}
