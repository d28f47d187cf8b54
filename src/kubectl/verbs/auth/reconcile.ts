/** `kubectl auth reconcile`: makes roles and bindings have at least what files say (kubectl pkg/cmd/auth/reconcile.go). */
import { deepEqual, type JsonObject } from '../../../engine/index.ts';
import { type Context, DRY_RUN_FLAG, FILE_FLAGS, KUSTOMIZE_FLAG, OUTPUT_FLAGS, type Verb } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { pathOf } from '../../http/discovery.ts';
import { at, objects, text, withField } from '../../json.ts';
import { createOperationPrinter, dryRunOf } from '../../printers/output.ts';
import { asObject, fileTargets, findObject, type Target } from '../../resource/builder.ts';
import { breakDown, compactRules, goText, type Rule, ruleOf } from './policy-rules.ts';

export const reconcile: Verb = {
  name: 'reconcile',
  short: 'Reconciles rules for RBAC role, role binding, cluster role, and cluster role binding objects',
  usage: '-f FILENAME',
  flags: [
    ...FILE_FLAGS,
    KUSTOMIZE_FLAG,
    ...OUTPUT_FLAGS,
    DRY_RUN_FLAG,
    { name: 'remove-extra-permissions', type: 'bool', help: 'Takes away rules that the files do not have' },
    { name: 'remove-extra-subjects', type: 'bool', help: 'Takes away subjects that the files do not have' },
  ],
  run,
};

const GROUP = 'rbac.authorization.k8s.io';

async function run(context: Context): Promise<void> {
  if (context.flags.list('filename').length === 0) throw new CliError('must specify one of -f and -k');
  for (const target of await fileTargets(context, true)) {
    if (target.resource.group === GROUP) await reconcileOne(context, target);
  }
}

interface Result {
  readonly object: JsonObject;
  readonly operation: 'none' | 'create' | 'update';
  readonly notes: readonly string[];
}

async function reconcileOne(context: Context, target: Target): Promise<void> {
  const wanted = target.object ?? {};
  const existing = await findObject(context, target);
  const isBinding = target.resource.kind.endsWith('Binding');
  if (
    existing !== undefined &&
    isBinding &&
    !deepEqual(at(existing, 'roleRef') ?? null, at(wanted, 'roleRef') ?? null)
  ) {
    throw new CliError(`${target.resource.plural} "${target.name}": cannot change roleRef; delete the binding first`);
  }
  const result = isBinding ? subjectsOf(context, wanted, existing) : rulesOf(context, wanted, existing);
  const dryRun = dryRunOf(context);
  const written =
    dryRun === 'client' || result.operation === 'none' ? result.object : await write(context, target, result);
  createOperationPrinter(context, dryRun)('reconciled', written, target.resource);
  if (result.operation === 'none') return;
  context.io.stderr(`\treconciliation required ${result.operation}\n`);
  for (const note of result.notes) context.io.stderr(`${note}\n`);
}

async function write(context: Context, { resource, namespace, name }: Target, result: Result): Promise<JsonObject> {
  const creates = result.operation === 'create';
  const path = creates ? pathOf(resource, namespace) : pathOf(resource, namespace, name);
  const query = { dryRun: dryRunOf(context) === 'server' ? 'All' : undefined };
  return asObject(await context.api.request(creates ? 'POST' : 'PUT', path, { query, body: result.object }));
}

function rulesOf({ flags }: Context, wanted: JsonObject, existing: JsonObject | undefined): Result {
  const wantedRules = objects(wanted, 'rules').map(ruleOf);
  const lines = (rules: readonly Rule[]) => rules.map((rule) => `\t\t${goText(rule)}`);
  if (existing === undefined) {
    const notes = wantedRules.length === 0 ? [] : ['\tmissing rules added:', ...lines(wantedRules)];
    return { object: wanted, operation: 'create', notes };
  }
  const held = objects(existing, 'rules').map(ruleOf);
  const missing = uncovered(held, wantedRules);
  const extra = uncovered(wantedRules, held);
  const removes = flags.bool('remove-extra-permissions') && extra.length > 0;
  if (missing.length === 0 && !removes) return { object: existing, operation: 'none', notes: [] };
  const rules = removes ? wantedRules : [...held, ...missing];
  const notes = [
    ...(missing.length > 0 ? ['\tmissing rules added:', ...lines(missing)] : []),
    ...(removes ? ['\textra rules removed:', ...lines(extra)] : []),
  ];
  return { object: withField(existing, ['rules'], rules.map(plainRule)), operation: 'update', notes };
}

/** What of the rules no held one covers, put together. */
function uncovered(held: readonly Rule[], rules: readonly Rule[]): readonly Rule[] {
  const has = (list: readonly string[], one = ''): boolean => list.includes('*') || list.includes(one);
  const covers = (rule: Rule, part: Rule): boolean => {
    if (!has(rule.verbs, part.verbs[0])) return false;
    if (part.nonResourceURLs.length > 0) return has(rule.nonResourceURLs, part.nonResourceURLs[0]);
    if (!has(rule.apiGroups, part.apiGroups[0]) || !has(rule.resources, part.resources[0])) return false;
    return rule.resourceNames.length === 0 || rule.resourceNames.includes(part.resourceNames[0] ?? '');
  };
  const missing = rules.flatMap(breakDown).filter((part) => !held.some((rule) => covers(rule, part)));
  return compactRules(missing);
}

function plainRule(rule: Rule): JsonObject {
  return Object.fromEntries(Object.entries(rule).filter(([, words]) => words.length > 0));
}

function subjectsOf({ flags }: Context, wanted: JsonObject, existing: JsonObject | undefined): Result {
  const asked = objects(wanted, 'subjects');
  const lines = (subjects: readonly JsonObject[]) => subjects.map((each) => `\t\t${subjectText(each)}`);
  if (existing === undefined) {
    const notes = asked.length === 0 ? [] : ['\tmissing subjects added:', ...lines(asked)];
    return { object: wanted, operation: 'create', notes };
  }
  const held = objects(existing, 'subjects');
  const without = (all: readonly JsonObject[], others: readonly JsonObject[]) => {
    const known = new Set(others.map(subjectText));
    return all.filter((each) => !known.has(subjectText(each)));
  };
  const missing = without(asked, held);
  const extra = without(held, asked);
  const removes = flags.bool('remove-extra-subjects') && extra.length > 0;
  if (missing.length === 0 && !removes) return { object: existing, operation: 'none', notes: [] };
  const notes = [
    ...(missing.length > 0 ? ['\tmissing subjects added:', ...lines(missing)] : []),
    ...(removes ? ['\textra subjects removed:', ...lines(extra)] : []),
  ];
  const subjects = removes ? asked : [...held, ...missing];
  return { object: withField(existing, ['subjects'], subjects), operation: 'update', notes };
}

/** As Go shows one. */
function subjectText(subject: JsonObject): string {
  const group = text(subject, 'apiGroup');
  return `{Kind:${text(subject, 'kind')} APIGroup:${group} Name:${text(subject, 'name')} Namespace:${text(subject, 'namespace')}}`;
}
