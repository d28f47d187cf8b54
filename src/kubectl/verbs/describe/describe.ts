/** `kubectl describe`: one page an object, in upstream's layout (pkg/describe). */
import { type JsonObject, StatusError } from '../../../engine/index.ts';
import { ALL_NAMESPACES_FLAG, type Context, FILE_FLAGS, KUSTOMIZE_FLAG, SELECTOR_FLAG, type Verb } from '../../command.ts';
import { CliError, throwAll } from '../../errors.ts';
import { text } from '../../json.ts';
import { gather, getObject, listObjects, type Target } from '../../resource/builder.ts';
import { describers } from './describers.ts';
import { describeEvents, eventsOf } from './events.ts';
import { describeGeneric } from './generic.ts';
import { PrefixWriter } from './prefix-writer.ts';

export const describe: Verb = {
  name: 'describe',
  short: 'Show details of a specific resource or group of resources',
  usage: '(-f FILENAME | TYPE [NAME_PREFIX | -l label] | TYPE/NAME) [flags]',
  examples: ['kubectl describe pod web-1', 'kubectl describe deployment/web', 'kubectl describe nodes'],
  flags: [
    ...FILE_FLAGS,
    KUSTOMIZE_FLAG,
    SELECTOR_FLAG,
    ALL_NAMESPACES_FLAG,
    { name: 'show-events', type: 'bool', default: 'true', help: 'Events about the object, too' },
    { name: 'chunk-size', type: 'int', default: '500', help: 'Largest page of a list' },
  ],
  run,
};

async function run(context: Context): Promise<void> {
  const { flags, args, io } = context;
  if (args.length === 0 && flags.list('filename').length === 0) {
    throw new CliError(
      'You must specify the type of resource to describe. Use "kubectl api-resources" for a complete list of supported resources.',
    );
  }
  const options = {
    files: true,
    lists: true,
    selector: flags.string('selector'),
    allNamespaces: flags.bool('all-namespaces'),
  };
  const { targets } = await gather(context, args, options);
  const errors: unknown[] = [];
  const pages: string[] = [];
  for (const target of targets) {
    try {
      pages.push(await page(context, target, await getObject(context, target)));
    } catch (error) {
      const similar =
        error instanceof StatusError && error.status.reason === 'NotFound' ? await startingWith(context, target) : [];
      if (similar.length === 0) errors.push(error);
      // Matches of a prefix are printed with one line between them, lists with two.
      for (const object of similar) io.stdout(`${await page(context, target, object)}\n`);
    }
  }
  io.stdout(pages.join('\n\n'));
  if (targets.length === 0)
    io.stderr(
      flags.bool('all-namespaces') ? 'No resources found\n' : `No resources found in ${context.namespace} namespace.\n`,
    );
  throwAll(errors);
}

/** Nothing ever happens to these that an Event would tell. */
const quietKinds = ['Namespace', 'NetworkPolicy', 'Secret', 'LimitRange', 'ResourceQuota'];

/** Objects whose names begin with the one asked for. */
async function startingWith(context: Context, target: Target): Promise<readonly JsonObject[]> {
  const all = await listObjects(context, target.resource, target.namespace);
  return all.filter((each) => text(each, 'metadata', 'name').startsWith(target.name));
}

async function page(context: Context, { resource }: Target, object: JsonObject): Promise<string> {
  const sheet = new PrefixWriter(context.io.now());
  const own = describers[`${resource.kind}.${resource.group}`];
  if (own === undefined) describeGeneric(sheet, object);
  else await own({ page: sheet, object, context });
  const quiet = quietKinds.includes(resource.kind) || resource.group === 'rbac.authorization.k8s.io';
  if (context.flags.bool('show-events') && !quiet) describeEvents(sheet, await eventsOf(context, object));
  return sheet.text();
}
