/** `kubectl cordon`, `uncordon` and `taint`: small changes of nodes. */
import type { Json, JsonObject } from '../../../engine/index.ts';
import { type Context, DRY_RUN_FLAG, FIELD_MANAGER_FLAG, OUTPUT_FLAGS, SELECTOR_FLAG, type Verb } from '../../command.ts';
import { CliError, throwAll, usageError } from '../../errors.ts';
import { PATCH_TYPES } from '../../http/api.ts';
import { pathOf } from '../../http/discovery.ts';
import { at, objects, text } from '../../json.ts';
import { createOperationPrinter, type DryRun, dryRunOf } from '../../printers/output.ts';
import { asObject, gather, getObject, type Target } from '../../resource/builder.ts';

function cordonVerb(name: 'cordon' | 'uncordon', wanted: boolean): Verb {
  return {
    name,
    short: `Mark node as ${wanted ? 'unschedulable' : 'schedulable'}`,
    usage: 'NODE',
    flags: [SELECTOR_FLAG, DRY_RUN_FLAG],
    async run(context) {
      const errors: unknown[] = [];
      for (const node of await nodesOf(context, name)) {
        try {
          await setCordon(context, node, wanted, dryRunOf(context));
        } catch (error) {
          errors.push(error);
        }
      }
      throwAll(errors);
    },
  };
}

export const cordon = cordonVerb('cordon', true);
export const uncordon = cordonVerb('uncordon', false);

/** The nodes a command line names. */
export async function nodesOf(context: Context, verb: string): Promise<readonly Target[]> {
  const { args, flags, path } = context;
  const selector = flags.string('selector');
  if (args.length === 0 && selector === '') throw usageError(path, `USAGE: ${verb} NODE [flags]`);
  if (args.length > 0 && selector !== '')
    throw usageError(path, 'error: cannot specify both a node name and a --selector option');
  const words = args.some((word) => word.includes('/')) ? args : ['nodes', ...args];
  const { targets } = await gather(context, words, { selector });
  return targets;
}

/** Makes a node (un)schedulable and says so. */
export async function setCordon(context: Context, node: Target, wanted: boolean, dryRun: DryRun): Promise<void> {
  const print = createOperationPrinter(context, dryRun);
  const object = await getObject(context, node);
  const done = wanted ? 'cordoned' : 'uncordoned';
  if ((at(object, 'spec', 'unschedulable') === true) === wanted) return print(`already ${done}`, object, node.resource);
  if (dryRun !== 'client') {
    await context.api.request('PATCH', pathOf(node.resource, '', node.name), {
      query: { dryRun: dryRun === 'server' ? 'All' : undefined },
      body: { spec: { unschedulable: wanted ? true : null } },
      contentType: PATCH_TYPES.strategic,
    });
  }
  print(done, object, node.resource);
}

export const taint: Verb = {
  name: 'taint',
  short: 'Update the taints on one or more nodes',
  usage: 'NODE NAME KEY_1=VAL_1:TAINT_EFFECT_1 ... KEY_N=VAL_N:TAINT_EFFECT_N',
  examples: ['kubectl taint nodes node-1 dedicated=special:NoSchedule', 'kubectl taint nodes node-1 dedicated-'],
  flags: [
    ...OUTPUT_FLAGS,
    SELECTOR_FLAG,
    DRY_RUN_FLAG,
    FIELD_MANAGER_FLAG,
    { name: 'validate', type: 'string', default: 'strict', alone: 'strict', help: 'Ignored: the server checks' },
    { name: 'all', type: 'bool', help: 'All nodes' },
    { name: 'overwrite', type: 'bool', help: 'Change taints that are there' },
  ],
  run: runTaint,
};

interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
}

async function runTaint(context: Context): Promise<void> {
  const { args, flags } = context;
  const isSpec = (word: string): boolean => word.includes('=') || word.endsWith('-') || word.includes(':');
  const first = args.findIndex((word, index) => index > 0 && isSpec(word));
  const words = first < 0 ? args : args.slice(0, first);
  const specs = first < 0 ? [] : args.slice(first);
  if (words.length === 0) throw new CliError('one or more resources must be specified as <resource> <name>');
  if (specs.length === 0) throw new CliError('at least one taint update is required');
  const stray = specs.find((word) => !isSpec(word));
  if (stray !== undefined) throw new CliError(`all resources must be specified before taint changes: ${stray}`);
  const [type = ''] = words;
  const resource = await context.mapper.resource(type.split('/')[0] ?? '');
  if (resource.kind !== 'Node') throw new CliError(`invalid resource type ${type}, only node types are supported`);
  const add = specs.filter((spec) => !spec.endsWith('-')).map((spec) => parseTaint(context, spec));
  const remove = specs.filter((spec) => spec.endsWith('-')).map((spec) => spec.slice(0, -1));
  if (words.length < 2 && !flags.bool('all') && flags.string('selector') === '' && !type.includes('/')) {
    throw new CliError("at least one resource name must be specified since 'all' parameter is not set");
  }
  const { targets } = await gather(context, words, { all: flags.bool('all'), selector: flags.string('selector') });
  const errors: unknown[] = [];
  for (const target of targets) {
    try {
      await taintOne(context, target, add, remove);
    } catch (error) {
      errors.push(error);
    }
  }
  throwAll(errors);
}

function parseTaint(context: Context, spec: string): Taint {
  const found = /^([^=:]+)(?:=([^:]*))?:(\w+)$/.exec(spec);
  if (found === null) throw usageError(context.path, `invalid taint spec: ${spec}`);
  const [, key = '', value, effect = ''] = found;
  if (!['NoSchedule', 'PreferNoSchedule', 'NoExecute'].includes(effect))
    throw usageError(context.path, `invalid taint effect: ${effect}, unsupported taint effect`);
  return { key, ...(value === undefined || value === '' ? {} : { value }), effect };
}

async function taintOne(
  context: Context,
  target: Target,
  add: readonly Taint[],
  remove: readonly string[],
): Promise<void> {
  const { flags, api } = context;
  const object = await getObject(context, target);
  const now = objects(object, 'spec', 'taints');
  const sameAs =
    (taint: Taint) =>
    (each: JsonObject): boolean =>
      text(each, 'key') === taint.key && text(each, 'effect') === taint.effect;
  const taken = add.filter((taint) => now.some(sameAs(taint)));
  if (taken.length > 0 && !flags.bool('overwrite')) {
    const shown = taken.map(({ key }) => key).join(',');
    throw new CliError(
      `node ${target.name} already has ${shown} taint(s) with same effect(s) and --overwrite is false`,
    );
  }
  const drops = (each: JsonObject): boolean =>
    remove.some((word) => word === text(each, 'key') || word === `${text(each, 'key')}:${text(each, 'effect')}`);
  const missing = remove.find(
    (word) =>
      !now.some((each) => word === text(each, 'key') || word === `${text(each, 'key')}:${text(each, 'effect')}`),
  );
  if (missing !== undefined) throw new CliError(`taint "${missing}" not found`);
  const kept: readonly Json[] = now.filter((each) => !drops(each) && !add.some((taint) => sameAs(taint)(each)));
  const taints: readonly Json[] = [...add.map((taint): Json => ({ ...taint })), ...kept];
  const dryRun = dryRunOf(context);
  let result = object;
  if (dryRun !== 'client') {
    const query = {
      fieldManager: flags.string('field-manager') || 'kubectl-taint',
      fieldValidation: 'Strict',
      dryRun: dryRun === 'server' ? 'All' : undefined,
    };
    const body = { spec: { taints: taints.length > 0 ? taints : null } };
    result = asObject(
      await api.request('PATCH', pathOf(target.resource, '', target.name), {
        query,
        body,
        contentType: PATCH_TYPES.strategic,
      }),
    );
  }
  const word = add.length === 0 ? 'untainted' : remove.length > 0 || taken.length > 0 ? 'modified' : 'tainted';
  createOperationPrinter(context, dryRun)(word, result, target.resource);
}
