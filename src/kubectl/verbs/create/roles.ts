/** `kubectl create role`, `clusterrole`, `rolebinding`, `clusterrolebinding`. */
import type { JsonObject } from '../../../engine/index.ts';
import type { Context } from '../../command.ts';
import { CliError, PlainError } from '../../errors.ts';
import type { Flag } from '../../flags.ts';
import type { Resource } from '../../http/discovery.ts';
import { type Generator, literals } from './generator.ts';

const GROUP = 'rbac.authorization.k8s.io';
const none = { creationTimestamp: null };
const KNOWN_VERBS = [
  'get',
  'delete',
  'list',
  'create',
  'update',
  'patch',
  'watch',
  'proxy',
  'deletecollection',
  'use',
  'bind',
  'escalate',
  'impersonate',
  '*',
  'approve',
  'sign',
  'attest',
];

const RULE_FLAGS: readonly Flag[] = [
  { name: 'verb', type: 'list', help: 'Verb that applies to the resources contained in the rule' },
  { name: 'resource', type: 'list', help: 'Resource that the rule applies to' },
  { name: 'resource-name', type: 'lines', help: 'Resource in the white list that the rule applies to' },
];
const SUBJECT_FLAGS: readonly Flag[] = [
  { name: 'user', type: 'lines', help: 'Usernames to bind to the role' },
  { name: 'group', type: 'lines', help: 'Groups to bind to the role' },
  {
    name: 'serviceaccount',
    type: 'lines',
    help: 'Service accounts to bind to the role, in the format <namespace>:<name>',
  },
];

export const role: Generator = {
  name: 'role',
  short: 'Create a role with single rule',
  usage: 'NAME --verb=verb --resource=resource.group/subresource [--resource-name=resourcename]',
  flags: RULE_FLAGS,
  resource: { group: GROUP, version: 'v1', kind: 'Role', plural: 'roles', namespaced: true },
  async build(context, name) {
    const verbs = verbsOf(context);
    if (verbs.length === 0) throw new CliError('at least one verb must be specified');
    warnOfVerbs(context, verbs);
    if (context.flags.list('resource').length === 0) throw new CliError('at least one resource must be specified');
    const rules = await resourceRules(context, verbs);
    return { kind: 'Role', apiVersion: `${GROUP}/v1`, metadata: { name, ...none }, rules };
  },
};

export const clusterRole: Generator = {
  name: 'clusterrole',
  short: 'Create a cluster role',
  usage: 'NAME --verb=verb --resource=resource.group [--resource-name=resourcename]',
  flags: [
    ...RULE_FLAGS,
    { name: 'non-resource-url', type: 'list', help: 'A partial url that user should have access to' },
    { name: 'aggregation-rule', type: 'list', help: 'An aggregation label selector for combining ClusterRoles' },
  ],
  resource: { group: GROUP, version: 'v1', kind: 'ClusterRole', plural: 'clusterroles', namespaced: false },
  async build(context, name) {
    const { flags } = context;
    const object = { kind: 'ClusterRole', apiVersion: `${GROUP}/v1`, metadata: { name, ...none } };
    const urls = flags.list('non-resource-url');
    const aggregation = flags.list('aggregation-rule');
    const verbs = verbsOf(context);
    const resources = flags.list('resource');
    if (aggregation.length > 0) {
      if (urls.length + resources.length + flags.list('resource-name').length + verbs.length > 0) {
        throw new CliError('aggregation rule must be specified without nonResourceURLs, resources or resourceNames');
      }
      const matchLabels = Object.fromEntries(literals(aggregation));
      return { ...object, aggregationRule: { clusterRoleSelectors: [{ matchLabels }] }, rules: null };
    }
    if (verbs.length === 0) throw new CliError('at least one verb must be specified');
    if (resources.length === 0 && urls.length === 0) {
      throw new CliError('one of resource or nonResourceURL must be specified');
    }
    if (resources.length > 0) warnOfVerbs(context, verbs);
    const rules = await resourceRules(context, verbs);
    return { ...object, rules: urls.length === 0 ? rules : [...rules, { verbs, nonResourceURLs: urls }] };
  },
};

export const roleBinding: Generator = {
  name: 'rolebinding',
  short: 'Create a role binding for a particular role or cluster role',
  usage:
    'NAME --clusterrole=NAME|--role=NAME [--user=username] [--group=groupname] [--serviceaccount=namespace:serviceaccountname]',
  flags: [
    { name: 'clusterrole', type: 'string', help: 'ClusterRole this RoleBinding should reference' },
    { name: 'role', type: 'string', help: 'Role this RoleBinding should reference' },
    ...SUBJECT_FLAGS,
  ],
  resource: { group: GROUP, version: 'v1', kind: 'RoleBinding', plural: 'rolebindings', namespaced: true },
  failure: 'failed to create rolebinding:',
  build(context, name) {
    const [own, cluster] = [context.flags.string('role'), context.flags.string('clusterrole')];
    if ((own === '') === (cluster === '')) {
      throw new CliError('exactly one of clusterrole or role must be specified');
    }
    return bindingOf(context, 'RoleBinding', name, own === '' ? 'ClusterRole' : 'Role', own || cluster);
  },
};

export const clusterRoleBinding: Generator = {
  name: 'clusterrolebinding',
  short: 'Create a cluster role binding for a particular cluster role',
  usage:
    'NAME --clusterrole=NAME [--user=username] [--group=groupname] [--serviceaccount=namespace:serviceaccountname]',
  flags: [
    { name: 'clusterrole', type: 'string', help: 'ClusterRole this ClusterRoleBinding should reference' },
    ...SUBJECT_FLAGS,
  ],
  required: ['clusterrole'],
  resource: {
    group: GROUP,
    version: 'v1',
    kind: 'ClusterRoleBinding',
    plural: 'clusterrolebindings',
    namespaced: false,
  },
  failure: 'failed to create clusterrolebinding:',
  build: (context, name) =>
    bindingOf(context, 'ClusterRoleBinding', name, 'ClusterRole', context.flags.string('clusterrole')),
};

function bindingOf(context: Context, kind: string, name: string, roleKind: string, role: string): JsonObject {
  const subjects = subjectsOf(context);
  return {
    kind,
    apiVersion: `${GROUP}/v1`,
    metadata: { name, ...none },
    ...(subjects.length > 0 && { subjects }),
    roleRef: { apiGroup: GROUP, kind: roleKind, name: role },
  };
}

/** Who the flags name: users, groups, service accounts. */
export function subjectsOf({ flags }: Pick<Context, 'flags'>): readonly JsonObject[] {
  const named = (kind: string, flag: string): readonly JsonObject[] =>
    flags.list(flag).map((name) => ({ kind, apiGroup: GROUP, name }));
  const accounts = flags.list('serviceaccount').map((account): JsonObject => {
    const [namespace = '', name = '', more] = account.split(':');
    if (namespace === '' || name === '' || more !== undefined) {
      throw new CliError('serviceaccount must be <namespace>:<name>');
    }
    return { kind: 'ServiceAccount', name, namespace };
  });
  return [...named('User', 'user'), ...named('Group', 'group'), ...accounts];
}

function verbsOf({ flags }: Context): readonly string[] {
  const verbs = [...new Set(flags.list('verb'))];
  return verbs.includes('*') ? ['*'] : verbs;
}

function warnOfVerbs({ io }: Context, verbs: readonly string[]): void {
  for (const verb of verbs) {
    if (!KNOWN_VERBS.includes(verb)) io.stderr(`Warning: '${verb}' is not a standard resource verb\n`);
  }
}

/** The resource a word names; what the server doesn't have is said without more. */
async function resourceNamed(mapper: Context['mapper'], word: string): Promise<Resource> {
  try {
    return await mapper.resource(word);
  } catch (error) {
    throw error instanceof CliError ? new PlainError(error.message) : error;
  }
}

/** One rule for each API group, by name; short names are made long. */
async function resourceRules(context: Context, verbs: readonly string[]): Promise<readonly JsonObject[]> {
  const { flags, mapper } = context;
  const given = flags.list('resource');
  const names = [...new Set(flags.list('resource-name'))];
  if (names.length > 0 && given.length === 0)
    throw new CliError('resource must be specified if resourceName is specified');
  const byGroup = new Map<string, string[]>();
  for (const word of given.includes('*') ? ['*'] : given) {
    const slash = word.indexOf('/');
    const subresource = slash < 0 ? '' : word.slice(slash);
    const plain = slash < 0 ? word : word.slice(0, slash);
    if (plain === '') throw new CliError('resource must be specified if apiGroup/subresource specified');
    const found = plain === '*' ? { group: '', plural: '*' } : await resourceNamed(mapper, plain);
    const resource = `${found.plural}${subresource}`;
    const others = byGroup.get(found.group) ?? [];
    if (!others.includes(resource)) byGroup.set(found.group, [...others, resource]);
  }
  return [...byGroup]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, resources]) => ({
      verbs,
      apiGroups: [group],
      resources,
      ...(names.length > 0 && { resourceNames: names }),
    }));
}
