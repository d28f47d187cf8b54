/** `kubectl create token`: a token for a service account. */
import type { JsonObject } from '../../../engine/index.ts';
import { type Context, OUTPUT_FLAGS, type Verb } from '../../command.ts';
import { CliError, messageOf, usageError } from '../../errors.ts';
import { pathOf, type Resource } from '../../http/discovery.ts';
import { text } from '../../json.ts';
import { objectPrinter } from '../../printers/output.ts';
import { asObject } from '../../resource/builder.ts';

const BOUND_KINDS = ['Node', 'Pod', 'Secret'];

export const token: Verb = {
  name: 'token',
  short: 'Request a service account token',
  usage: 'SERVICE_ACCOUNT_NAME',
  examples: ['kubectl create token default --duration=10m'],
  flags: [
    ...OUTPUT_FLAGS,
    { name: 'audience', type: 'lines', help: 'Audience of the requested token' },
    { name: 'duration', type: 'duration', default: '0s', help: 'Requested lifetime of the issued token' },
    {
      name: 'bound-object-kind',
      type: 'string',
      help: `Kind of an object to bind the token to: ${BOUND_KINDS.join(', ')}`,
    },
    { name: 'bound-object-name', type: 'string', help: 'Name of an object to bind the token to' },
    { name: 'bound-object-uid', type: 'string', help: 'UID of an object to bind the token to' },
  ],
  run,
};

const accounts: Resource = {
  group: '',
  version: 'v1',
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  namespaced: true,
  singular: '',
  shortNames: [],
  categories: [],
  verbs: [],
  subresources: [],
};

async function run(context: Context): Promise<void> {
  const { args, api, io, namespace } = context;
  const [name] = args;
  if (name === undefined || args.length > 1) {
    throw usageError(context.path, `exactly one NAME is required, got ${args.length}`);
  }
  const print = objectPrinter(context);
  const spec = specOf(context);
  const body = { kind: 'TokenRequest', apiVersion: 'authentication.k8s.io/v1', metadata: {}, spec };
  let answer: JsonObject;
  try {
    answer = asObject(await api.request('POST', pathOf(accounts, namespace, name, 'token'), { body }));
  } catch (error) {
    throw new CliError(`failed to create token: ${messageOf(error)}`);
  }
  const issued = text(answer, 'status', 'token');
  if (issued === '') throw new CliError('failed to create token: no token in server response');
  io.stdout(print === undefined ? issued : print(answer, undefined));
}

function specOf({ flags }: Context): JsonObject {
  const milliseconds = flags.duration('duration');
  if (milliseconds < 0) throw new CliError('--duration must be greater than or equal to 0');
  if (milliseconds % 1000 !== 0) throw new CliError('--duration cannot be expressed in units less than seconds');
  const audiences = flags.list('audience');
  if (audiences.includes('')) throw new CliError('--audience must not be an empty string');
  const bound = boundObject(flags);
  return {
    audiences,
    ...(milliseconds > 0 && { expirationSeconds: milliseconds / 1000 }),
    ...(bound !== undefined && { boundObjectRef: bound }),
  };
}

function boundObject(flags: Context['flags']): JsonObject | undefined {
  const of = (field: string): string => flags.string(`bound-object-${field}`);
  const [kind, name, uid] = [of('kind'), of('name'), of('uid')];
  if (kind === '') {
    for (const [field, value] of [
      ['name', name],
      ['uid', uid],
    ] as const) {
      if (value !== '')
        throw new CliError(`--bound-object-${field} can only be set if --bound-object-kind is provided`);
    }
    return undefined;
  }
  if (!BOUND_KINDS.includes(kind))
    throw new CliError(`supported --bound-object-kind values are ${BOUND_KINDS.join(', ')}`);
  if (name === '') throw new CliError('--bound-object-name is required if --bound-object-kind is provided');
  return { kind, apiVersion: 'v1', name, ...(uid !== '' && { uid }) };
}
