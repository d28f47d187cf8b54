/** `kubectl set serviceaccount`: the account that pods of a template run as. */
import { KUSTOMIZE_FLAG, type Verb } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { withField } from '../../json.ts';
import { changeAll, findAll, SET_FLAGS } from './changes.ts';
import { requiredPodSpec } from './pod-spec.ts';

export const serviceAccount: Verb = {
  name: 'serviceaccount',
  aliases: ['sa'],
  short: 'Update the service account of a resource',
  usage: '(-f FILENAME | TYPE NAME) SERVICE_ACCOUNT',
  examples: ['kubectl set serviceaccount deployment web builder'],
  flags: [...SET_FLAGS, KUSTOMIZE_FLAG],
  async run(context) {
    const name = context.args.at(-1);
    if (name === undefined) throw new CliError('serviceaccount is required');
    await changeAll(context, await findAll(context, context.args.slice(0, -1)), {
      done: 'serviceaccount updated',
      failure: 'failed to patch ServiceAccountName',
      make: (object, target) => withField(object, [...requiredPodSpec(target), 'serviceAccountName'], name),
      always: true,
    });
  },
};
