/** `kubectl set serviceaccount`: the account that pods of a template run as. */
import type { Verb } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { withField } from '../../json.ts';
import { changeAll, podSpecPath, TEMPLATE_FLAGS } from './pod-spec.ts';

export const serviceAccount: Verb = {
  name: 'serviceaccount',
  aliases: ['sa'],
  short: 'Update the service account of a resource',
  usage: '(-f FILENAME | TYPE NAME) SERVICE_ACCOUNT',
  examples: ['kubectl set serviceaccount deployment web builder'],
  flags: TEMPLATE_FLAGS,
  async run(context) {
    const name = context.args.at(-1);
    if (name === undefined) throw new CliError('serviceaccount is required');
    await changeAll(context, context.args.slice(0, -1), {
      done: 'serviceaccount updated',
      failure: 'failed to patch ServiceAccountName',
      make: (object, { resource }) => withField(object, [...podSpecPath(resource.kind), 'serviceAccountName'], name),
    });
  },
};
