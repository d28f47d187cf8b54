/** `kubectl set subject`: adds users, groups and service accounts to bindings (kubectl pkg/cmd/set/set_subject.go). */
import type { JsonObject } from '../../../engine/index.ts';
import type { Context, Verb } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { objects, text, withField } from '../../json.ts';
import { refuseLocalServer } from '../../printers/output.ts';
import type { Found } from '../../resource/builder.ts';
import { changeAll, findAll, SELECTING_SET_FLAGS } from './changes.ts';

export const subject: Verb = {
  name: 'subject',
  short: 'Update the user, group, or service account in a role binding or cluster role binding',
  usage:
    '(-f FILENAME | TYPE NAME) [--user=username] [--group=groupname] [--serviceaccount=namespace:serviceaccountname] [--dry-run=server|client|none]',
  flags: [
    ...SELECTING_SET_FLAGS,
    { name: 'user', type: 'lines', help: 'Usernames to bind to the role' },
    { name: 'group', type: 'lines', help: 'Groups to bind to the role' },
    { name: 'serviceaccount', type: 'lines', help: 'Service accounts to bind to the role' },
  ],
  run,
};

async function run(context: Context): Promise<void> {
  const { args, flags } = context;
  const found = await findAll(context, args);
  refuseLocalServer(context);
  if (flags.bool('all') && flags.string('selector') !== '') throw new CliError('cannot set --all and --selector at the same time');
  const named = ['user', 'group', 'serviceaccount'].some((flag) => flags.list(flag).length > 0);
  if (!named) throw new CliError('you must specify at least one value of user, group or serviceaccount');
  const added = subjectsOf(context, found);
  await changeAll(context, found, {
    done: 'subjects updated',
    failure: 'failed to patch subjects to rolebinding:',
    make(object, { resource }) {
      if (!resource.kind.endsWith('RoleBinding')) throw new CliError('setting subjects is only supported for RoleBinding/ClusterRoleBinding');
      const existing = objects(object, 'subjects');
      const known = new Set(existing.map(keyOf));
      const missing = added.filter((each) => !known.has(keyOf(each)));
      return missing.length === 0 ? object : withField(object, ['subjects'], [...existing, ...missing]);
    },
  });
}

const apiGroup = 'rbac.authorization.k8s.io';

/** Who the flags name, each once, in the order of their names. */
function subjectsOf({ flags, namespace }: Context, found: readonly Found[]): readonly JsonObject[] {
  const once = (flag: string): readonly string[] => [...new Set(flags.list(flag))].sort();
  const accounts = once('serviceaccount').map((account): JsonObject => {
    const [own = '', name = '', more] = account.split(':');
    if (name === '' || more !== undefined) throw new CliError('serviceaccount must be <namespace>:<name>');
    if (own === '' && found.some(({ resource }) => resource.kind === 'ClusterRoleBinding')) {
      throw new CliError('serviceaccount must be <namespace>:<name>, namespace must be specified');
    }
    return { kind: 'ServiceAccount', name, namespace: own || namespace };
  });
  const users = once('user').map((name) => ({ kind: 'User', apiGroup, name }));
  const groups = once('group').map((name) => ({ kind: 'Group', apiGroup, name }));
  return [...users, ...groups, ...accounts];
}

function keyOf(subject: JsonObject): string {
  return JSON.stringify([text(subject, 'kind'), text(subject, 'name'), text(subject, 'namespace')]);
}
