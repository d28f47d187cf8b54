/** `kubectl set resources`: requests and limits of containers. */
import { canonicalQuantity, type JsonObject, parseQuantity } from '../../../engine/index.ts';
import type { Context, Verb } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { record } from '../../json.ts';
import { refuseLocalServer } from '../../printers/output.ts';
import { changeAll, findAll, SELECTING_SET_FLAGS } from './changes.ts';
import { requiredPodSpec, withContainers } from './pod-spec.ts';

export const resources: Verb = {
  name: 'resources',
  short: 'Update resource requests/limits on objects with pod templates',
  usage: '(-f FILENAME | TYPE NAME)  ([--limits=LIMITS & --requests=REQUESTS]',
  examples: ['kubectl set resources deployment web --limits=cpu=200m,memory=512Mi'],
  flags: [
    ...SELECTING_SET_FLAGS,
    {
      name: 'containers',
      short: 'c',
      type: 'string',
      default: '*',
      help: 'Names of containers, * in them for anything',
    },
    { name: 'limits', type: 'string', help: "'cpu=100m,memory=256Mi'" },
    { name: 'requests', type: 'string', help: "'cpu=100m,memory=256Mi'" },
  ],
  run,
};

async function run(context: Context): Promise<void> {
  const { flags, args } = context;
  const found = await findAll(context, args);
  refuseLocalServer(context);
  if (flags.bool('all') && flags.string('selector') !== '') {
    throw new CliError('cannot set --all and --selector at the same time');
  }
  const [limits, requests] = [flags.string('limits'), flags.string('requests')];
  if (limits === '' && requests === '') {
    throw new CliError('you must specify an update to requests or limits (in the form of --requests/--limits)');
  }
  const wanted = { limits: amounts(limits), requests: amounts(requests) };
  const pattern = flags.string('containers');
  await changeAll(context, found, {
    done: 'resource requirements updated',
    failure: 'failed to patch resources update to pod template',
    make(object, target, report) {
      const changed = withContainers(object, requiredPodSpec(target), pattern, (container) => {
        const now = record(container, 'resources');
        const part = (name: 'limits' | 'requests'): JsonObject =>
          Object.keys(wanted[name]).length === 0 ? {} : { [name]: { ...record(now, name), ...wanted[name] } };
        return { ...container, resources: { ...now, ...part('limits'), ...part('requests') } };
      });
      if (changed.found === 0) report(new CliError(`error: unable to find container named ${pattern}`));
      return changed.object;
    },
  });
}

function amounts(words: string): Readonly<Record<string, string>> {
  const pairs = words === '' ? [] : words.split(',');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', amount, ...more] = pair.split('=');
      if (amount === undefined || more.length > 0) {
        throw new CliError(`Invalid argument syntax ${pair}, expected <resource>=<value>`);
      }
      const parsed = parseQuantity(amount);
      if ('error' in parsed) throw new CliError(parsed.error);
      return [name, canonicalQuantity(amount) ?? amount];
    }),
  );
}
