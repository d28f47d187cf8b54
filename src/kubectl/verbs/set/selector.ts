/** `kubectl set selector`: which pods a Service is for. */
import { labelSelectorOf } from '../../../engine/index.ts';
import type { Verb } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { withField } from '../../json.ts';
import { changeAll, TEMPLATE_FLAGS } from './pod-spec.ts';

export const selector: Verb = {
  name: 'selector',
  short: 'Set the selector on a resource',
  usage: '(-f FILENAME | TYPE NAME) EXPRESSIONS [--resource-version=version]',
  examples: ['kubectl set selector service web app=web'],
  flags: TEMPLATE_FLAGS,
  async run(context) {
    const words = context.args.at(-1);
    if (words === undefined) throw new CliError('one selector is required');
    const { matchLabels = {}, matchExpressions = [] } = labelSelectorOf(words);
    await changeAll(context, context.args.slice(0, -1), {
      done: 'selector updated',
      failure: '',
      make(object, { resource }) {
        if (resource.kind !== 'Service') throw new CliError('setting a selector is only supported for Services');
        if (matchExpressions.length > 0) throw new CliError('match expressions are not supported on this object');
        return withField(object, ['spec', 'selector'], matchLabels);
      },
    });
  },
};
