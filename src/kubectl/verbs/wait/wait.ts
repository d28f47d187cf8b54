/** `kubectl wait`: until a condition holds, a path has a value, or objects are there or gone. */
import { type JsonObject, notFound, StatusError } from '../../../engine/index.ts';
import {
  ALL_NAMESPACES_FLAG,
  type Context,
  FIELD_SELECTOR_FLAG,
  FILE_FLAGS,
  OUTPUT_FLAGS,
  SELECTOR_FLAG,
  type Verb,
} from '../../command.ts';
import { CliError, throwAll } from '../../errors.ts';
import { number, objects, text } from '../../json.ts';
import { compilePath, printValue } from '../../jsonpath/index.ts';
import { createOperationPrinter } from '../../printers/output.ts';
import { findObject, gather, MISSING_RESOURCE, type Target } from '../../resource/builder.ts';
import { watchUntil } from '../../resource/watch-until.ts';

export const wait: Verb = {
  name: 'wait',
  short: 'Wait for a specific condition on one or many resources',
  usage:
    "([-f FILENAME] | resource.group/resource.name | resource.group [(-l label | --all)]) [--for=create|--for=delete|--for=condition=available|--for=jsonpath='{}'[=value]]",
  examples: [
    'kubectl wait --for=condition=Ready pod/web-1',
    "kubectl wait --for=jsonpath='{.status.phase}'=Running pod/web-1",
  ],
  flags: [
    ...FILE_FLAGS,
    ...OUTPUT_FLAGS,
    SELECTOR_FLAG,
    FIELD_SELECTOR_FLAG,
    ALL_NAMESPACES_FLAG,
    {
      name: 'for',
      type: 'string',
      values: ['create', 'delete', 'condition=', 'jsonpath='],
      help: "create, delete, condition=NAME[=VALUE] or jsonpath='{…}'[=VALUE]",
    },
    { name: 'timeout', type: 'duration', default: '30s', help: 'How long; 0 checks once, negative waits a week' },
    { name: 'all', type: 'bool', help: 'All objects of the type' },
  ],
  run,
};

interface Goal {
  readonly type: 'create' | 'delete' | 'met';
  /** Whether it is reached; throws where it can't be told. */
  reached(object: JsonObject | undefined): boolean;
}

const ERROR_NONE = 'no matching resources found';

async function run(context: Context): Promise<void> {
  const { flags, io, args } = context;
  const goal = goalOf(flags.string('for'));
  const given = flags.duration('timeout');
  const timeoutMs = given < 0 ? 7 * 24 * 3_600_000 : given;
  const deadline = io.now() + timeoutMs;
  if (args.length === 0 && flags.list('filename').length === 0) throw new CliError(MISSING_RESOURCE);
  const targets = await find(context, goal, deadline);
  if (targets.length === 0) {
    if (goal.type === 'delete') return;
    throw new CliError(ERROR_NONE);
  }
  const print = createOperationPrinter(context, 'none');
  const errors: unknown[] = [];
  for (const target of targets) {
    try {
      if (goal.type === 'delete' && (await findObject(context, target)) === undefined) continue;
      const last = await waitFor(context, target, goal, deadline, timeoutMs);
      print('condition met', last, target.resource);
    } catch (error) {
      if (!(error instanceof CliError || error instanceof StatusError)) throw error;
      errors.push(error);
    }
  }
  throwAll(errors);
}

async function find(context: Context, goal: Goal, deadline: number): Promise<readonly Target[]> {
  const { flags, args, api, io } = context;
  const options = {
    files: true,
    all: flags.bool('all'),
    selector: flags.string('selector'),
    fieldSelector: flags.string('field-selector'),
    allNamespaces: flags.bool('all-namespaces'),
  };
  let found = await gather(context, args, options);
  while (found.targets.length === 0 && goal.type === 'create' && io.now() < deadline) {
    await api.sleep(500);
    found = await gather(context, args, options);
  }
  return found.targets;
}

async function waitFor(
  context: Context,
  target: Target,
  goal: Goal,
  deadline: number,
  timeoutMs: number,
): Promise<JsonObject> {
  let last = await findObject(context, target);
  if (last === undefined && goal.type === 'met') {
    throw new StatusError(notFound(target.resource, target.name));
  }
  const named: JsonObject = {
    kind: target.resource.kind,
    metadata: { name: target.name, namespace: target.namespace },
  };
  const uid = text(last, 'metadata', 'uid');
  const reached = (object: JsonObject | undefined): boolean =>
    goal.type === 'delete' ? object === undefined || text(object, 'metadata', 'uid') !== uid : goal.reached(object);
  if (reached(last)) return last ?? named;
  if (timeoutMs === 0) throw new CliError(`condition not met for ${target.resource.plural}/${target.name}`);
  const done = await watchUntil(context, target, deadline, (object) => {
    if (object !== undefined) last = object;
    return reached(object);
  });
  if (!done) throw new CliError(`timed out waiting for the condition on ${target.resource.plural}/${target.name}`);
  return last ?? named;
}

function goalOf(spec: string): Goal {
  if (spec.toLowerCase() === 'delete') return { type: 'delete', reached: (object) => object === undefined };
  if (spec.toLowerCase() === 'create') return { type: 'create', reached: (object) => object !== undefined };
  if (spec.startsWith('condition=')) {
    const [, type = '', value = 'true'] = spec.split('=');
    return {
      type: 'met',
      reached: (object) => object !== undefined && conditionHolds(object, type.toLowerCase(), value.toLowerCase()),
    };
  }
  if (spec.startsWith('jsonpath=')) return pathGoal(spec.slice('jsonpath='.length));
  throw new CliError(`unrecognized condition: ${JSON.stringify(spec)}`);
}

function conditionHolds(object: JsonObject, type: string, value: string): boolean {
  const found = objects(object, 'status', 'conditions').find((each) => text(each, 'type').toLowerCase() === type);
  if (found === undefined) return false;
  const generation = number(object, 'metadata', 'generation');
  const observed = number(found, 'observedGeneration') ?? number(object, 'status', 'observedGeneration');
  if (generation !== undefined && observed !== undefined && observed < generation) return false;
  return text(found, 'status').toLowerCase() === value;
}

function pathGoal(given: string): Goal {
  const form =
    "jsonpath wait format must be --for=jsonpath='{.status.readyReplicas}'=3 or --for=jsonpath='{.status.readyReplicas}'";
  const end = given.startsWith('{') ? given.lastIndexOf('}') + 1 : given.search(/=(?!=)/);
  const path = end <= 0 ? given : given.slice(0, end);
  const rest = end <= 0 ? '' : given.slice(end);
  if (path === '' || path === '{}') throw new CliError('jsonpath expression cannot be empty');
  if (rest !== '' && !rest.startsWith('=')) throw new CliError(form);
  if (rest === '=')
    throw new CliError(
      "jsonpath wait has to have a value after equal sign, like --for=jsonpath='{.status.readyReplicas}'=3",
    );
  const wanted = rest
    .slice(1)
    .trim()
    .replace(/^['"](.*)['"]$/, '$1');
  const read = compilePath(path);
  return {
    type: 'met',
    reached(object) {
      if (object === undefined) return false;
      const values = read(object);
      const [value] = values;
      if (value === undefined) return false;
      if (values.length > 1) throw new CliError('given jsonpath expression matches more than one value');
      if (rest === '') return true;
      if (typeof value === 'object' && value !== null)
        throw new CliError('jsonpath leads to a nested object or list which is not supported');
      return printValue(value) === wanted;
    },
  };
}
