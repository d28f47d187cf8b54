/** `kubectl set selector`: which pods a Service is for. */
import { labelSelectorOf } from '../../../engine/index.ts';
import type { Verb } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { withField } from '../../json.ts';
import { changeAll, findAll, SET_FLAGS } from './changes.ts';

export const selector: Verb = {
  name: 'selector',
  short: 'Set the selector on a resource',
  usage: '(-f FILENAME | TYPE NAME) EXPRESSIONS [--resource-version=version]',
  examples: ['kubectl set selector service web app=web'],
  flags: [...SET_FLAGS, { name: 'resource-version', type: 'string', help: 'Only when the object has this version' }],
  async run(context) {
    const words = context.args.at(-1);
    if (words === undefined) throw new CliError('one selector is required');
    const { matchLabels = {}, matchExpressions = [] } = labelSelectorOf(words);
    const version = context.flags.string('resource-version');
    await changeAll(context, await findAll(context, context.args.slice(0, -1)), {
      done: 'selector updated',
      always: true,
      make(object, { resource }) {
        if (resource.kind !== 'Service') throw new CliError('setting a selector is only supported for Services');
        if (matchExpressions.length > 0) throw new CliError('match expressions are not supported on this object');
        const selecting = withField(object, ['spec', 'selector'], matchLabels);
        return version === '' ? selecting : withField(selecting, ['metadata', 'resourceVersion'], version);
      },
    });
  },
};
