/** `kubectl auth can-i`: may I do this, or what may I do (kubectl pkg/cmd/auth/cani.go). */
import type { JsonObject } from '../../../engine/index.ts';
import { ALL_NAMESPACES_FLAG, type Context, type Verb } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { objects, record, text } from '../../json.ts';
import { formatRows } from '../../printers/table.ts';
import { asObject } from '../../resource/builder.ts';
import { compactRules, RULE_HEADER, ruleCells, ruleOf } from './policy-rules.ts';

const REVIEWS = '/apis/authorization.k8s.io/v1';
const RESOURCE_VERBS = [
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
  'use',
  'bind',
  'impersonate',
  '*',
  'approve',
  'sign',
  'escalate',
  'attest',
];
const PATH_VERBS = ['get', 'put', 'post', 'head', 'options', 'delete', 'patch', '*'];

export const canI: Verb = {
  name: 'can-i',
  short: 'Check whether an action is allowed',
  usage: 'VERB [TYPE | TYPE/NAME | NONRESOURCEURL]',
  examples: ['kubectl auth can-i create pods --all-namespaces', 'kubectl auth can-i --list --namespace=foo'],
  flags: [
    ALL_NAMESPACES_FLAG,
    { name: 'quiet', short: 'q', type: 'bool', help: 'Only the exit code says it' },
    { name: 'subresource', type: 'string', help: 'A subresource such as pod/log or deployment/scale' },
    { name: 'list', type: 'bool', help: 'Everything that is allowed in the namespace' },
    { name: 'no-headers', type: 'bool', help: 'No headers in the list' },
  ],
  run,
};

async function run(context: Context): Promise<number> {
  const { args, flags, io, path } = context;
  if (flags.bool('list')) {
    if (args.length > 0) throw new CliError('list option must be specified with no arguments');
    await listRules(context);
    return 0;
  }
  const [verb = '', what = ''] = args;
  if (args.length !== 2) {
    const words = 'you must specify two arguments: verb resource or verb resource/resourceName.';
    throw new CliError(`${words}\nSee '${path} -h' for help and examples.`);
  }
  const asked = what.startsWith('/') ? pathQuestion(context, verb, what) : await resourceQuestion(context, verb, what);
  if (flags.bool('no-headers')) throw new CliError('--no-headers cannot be set without --list specified');
  const body = { kind: 'SelfSubjectAccessReview', apiVersion: 'authorization.k8s.io/v1', metadata: {}, spec: asked };
  const review = asObject(await context.api.request('POST', `${REVIEWS}/selfsubjectaccessreviews`, { body }));
  const allowed = record(review, 'status')['allowed'] === true;
  const why = ['reason', 'evaluationError'].map((field) => text(review, 'status', field)).filter((each) => each !== '');
  if (!flags.bool('quiet')) io.stdout(`${allowed ? 'yes' : ['no', ...why].join(' - ')}\n`);
  return allowed ? 0 : 1;
}

function pathQuestion(context: Context, verb: string, path: string): JsonObject {
  if (context.flags.string('subresource') !== '') {
    throw new CliError('--subresource can not be used with NonResourceURL');
  }
  if (!PATH_VERBS.includes(verb)) warn(context, `verb '${verb}' is not a known verb`);
  return { nonResourceAttributes: { path, verb } };
}

async function resourceQuestion(context: Context, verb: string, what: string): Promise<JsonObject> {
  const { flags, mapper, namespace } = context;
  const slash = what.indexOf('/');
  const word = slash < 0 ? what : what.slice(0, slash);
  const all = await mapper.all();
  const found = word === '*' ? undefined : await mapper.resource(word).catch(() => undefined);
  const dot = word.indexOf('.');
  if (found === undefined && word !== '*' && word !== 'users' && word !== 'groups') {
    const group = dot < 0 ? '' : ` in group '${word.slice(dot + 1)}'`;
    warn(context, `the server doesn't have a resource type '${dot < 0 ? word : word.slice(0, dot)}'${group}`);
  }
  if (found !== undefined && !flags.bool('all-namespaces')) {
    const scoped = all.some((each) => each.plural === found.plural && each.group === found.group && each.namespaced);
    const group = found.group === '' ? '' : ` in group '${found.group}'`;
    if (!scoped) warn(context, `resource '${found.plural}' is not namespace scoped${group}`);
  }
  if (!RESOURCE_VERBS.includes(verb)) warn(context, `verb '${verb}' is not a known verb`);
  const name = slash < 0 ? '' : what.slice(slash + 1);
  const fields = {
    namespace: flags.bool('all-namespaces') ? '' : namespace,
    verb,
    group: found?.group ?? '',
    resource: found?.plural ?? word,
    subresource: flags.string('subresource'),
    name,
  };
  return { resourceAttributes: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) };
}

function warn({ io }: Context, words: string): void {
  io.stderr(`Warning: ${words}\n\n`);
}

async function listRules({ api, io, flags, namespace }: Context): Promise<void> {
  const body = {
    kind: 'SelfSubjectRulesReview',
    apiVersion: 'authorization.k8s.io/v1',
    metadata: {},
    spec: { namespace },
  };
  const { status = null } = asObject(await api.request('POST', `${REVIEWS}/selfsubjectrulesreviews`, { body }));
  if (record(status)['incomplete'] === true) {
    io.stderr(`warning: the list may be incomplete: ${text(status, 'evaluationError')}\n`);
  }
  const rules = [...objects(status, 'resourceRules'), ...objects(status, 'nonResourceRules')].map(ruleOf);
  const rows = compactRules(rules).map(ruleCells);
  io.stdout(formatRows(flags.bool('no-headers') ? rows : [RULE_HEADER, ...rows]));
}
