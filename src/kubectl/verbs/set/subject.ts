/** `kubectl set subject`: adds users, groups and service accounts to bindings (kubectl pkg/cmd/set/set_subject.go). */
import type { JsonObject } from '../../../engine/index.ts';
import {
  type Context,
  DRY_RUN_FLAG,
  FIELD_MANAGER_FLAG,
  FILE_FLAGS,
  OUTPUT_FLAGS,
  SELECTOR_FLAG,
  type Verb,
} from '../../command.ts';
import { CliError, messageOf, throwAll } from '../../errors.ts';
import { PATCH_TYPES } from '../../http/api.ts';
import { pathOf } from '../../http/discovery.ts';
import { objects, text, withField } from '../../json.ts';
import { createOperationPrinter, dryRunOf } from '../../printers/output.ts';
import { asObject, gather, getObject, type Target } from '../../resource/builder.ts';
import { subjectsOf } from '../create/roles.ts';

export const subject: Verb = {
  name: 'subject',
  short: 'Update the user, group, or service account in a role binding or cluster role binding',
  usage:
    '(-f FILENAME | TYPE NAME) [--user=username] [--group=groupname] [--serviceaccount=namespace:serviceaccountname] [--dry-run=server|client|none]',
  flags: [
    ...FILE_FLAGS,
    ...OUTPUT_FLAGS,
    SELECTOR_FLAG,
    DRY_RUN_FLAG,
    FIELD_MANAGER_FLAG,
    { name: 'all', type: 'bool', help: 'All objects of the type' },
    { name: 'user', type: 'lines', help: 'Usernames to bind to the role' },
    { name: 'group', type: 'lines', help: 'Groups to bind to the role' },
    { name: 'serviceaccount', type: 'lines', help: 'Service accounts to bind to the role' },
  ],
  run,
};

async function run(context: Context): Promise<void> {
  const { args, flags } = context;
  const named = ['user', 'group', 'serviceaccount'].some((flag) => flags.list(flag).length > 0);
  if (!named) throw new CliError('you must specify at least one value of user, group or serviceaccount');
  for (const account of flags.list('serviceaccount')) {
    const [namespace = '', name = '', more] = account.split(':');
    if (namespace === '' || name === '' || more !== undefined) {
      throw new CliError('serviceaccount must be <namespace>:<name>');
    }
  }
  const added = subjectsOf(context);
  const { targets } = await gather(context, args, {
    files: true,
    all: flags.bool('all'),
    selector: flags.string('selector'),
  });
  const errors: unknown[] = [];
  for (const target of targets) {
    try {
      await addTo(context, target, added);
    } catch (error) {
      errors.push(error);
    }
  }
  throwAll(errors);
}

async function addTo(context: Context, target: Target, added: readonly JsonObject[]): Promise<void> {
  const before = await getObject(context, target);
  const place = `${target.resource.plural}${target.resource.group === '' ? '' : `.${target.resource.group}`}`;
  if (!target.resource.kind.endsWith('RoleBinding')) {
    throw new CliError('setting subjects is only supported for RoleBinding/ClusterRoleBinding');
  }
  const existing = objects(before, 'subjects');
  const known = new Set(existing.map(keyOf));
  const missing = added.filter((each) => !known.has(keyOf(each)));
  const subjects = [...existing, ...missing];
  const dryRun = dryRunOf(context);
  let result = withField(before, ['subjects'], subjects);
  if (dryRun !== 'client' && missing.length > 0) {
    const query = {
      fieldManager: context.flags.string('field-manager') || 'kubectl-set',
      dryRun: dryRun === 'server' ? 'All' : undefined,
    };
    try {
      const path = pathOf(target.resource, target.namespace, target.name);
      const options = { query, body: { subjects }, contentType: PATCH_TYPES.strategic };
      result = asObject(await context.api.request('PATCH', path, options));
    } catch (error) {
      throw new CliError(`failed to patch subjects to ${place}: ${messageOf(error)}`);
    }
  }
  createOperationPrinter(context, dryRun)('subjects updated', result, target.resource);
}

function keyOf(subject: JsonObject): string {
  return JSON.stringify([text(subject, 'kind'), text(subject, 'name'), text(subject, 'namespace')]);
}
