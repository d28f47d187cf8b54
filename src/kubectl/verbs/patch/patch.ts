/** `kubectl patch`: sends a patch as it is. */
import { applyJsonPatch, applyMergePatch, applyStrategicPatch, deepEqual, type Json, type JsonObject, StatusError } from '../../../engine/index.ts';
import { type Context, DRY_RUN_FLAG, FIELD_MANAGER_FLAG, FILE_FLAGS, KUSTOMIZE_FLAG, LOCAL_FLAG, OUTPUT_FLAGS, type Verb } from '../../command.ts';
import { CliError, messageOf, throwAll } from '../../errors.ts';
import { PATCH_TYPES } from '../../http/api.ts';
import { pathOf } from '../../http/discovery.ts';
import { isObject } from '../../json.ts';
import { readOne } from '../../manifest/read.ts';
import { createOperationPrinter, dryRunOf, refuseLocalServer } from '../../printers/output.ts';
import { responseResource } from '../../resource/response-resource.ts';
import { builtInSchema, isBuiltIn } from '../../patch/schema.ts';
import { asObject, gather, getObject, localTargets, type Target } from '../../resource/builder.ts';

export const patch: Verb = {
  name: 'patch',
  short: 'Update fields of a resource',
  usage: '(-f FILENAME | TYPE NAME) [-p PATCH|--patch-file FILE] [flags]',
  examples: [`kubectl patch deployment web -p '{"spec":{"replicas":2}}'`],
  flags: [
    ...FILE_FLAGS,
    KUSTOMIZE_FLAG,
    ...OUTPUT_FLAGS,
    DRY_RUN_FLAG,
    FIELD_MANAGER_FLAG,
    LOCAL_FLAG,
    { name: 'patch', short: 'p', type: 'string', help: 'The patch, in JSON or YAML' },
    { name: 'patch-file', type: 'string', help: 'A file with the patch' },
    { name: 'type', type: 'string', default: 'strategic', help: 'json, merge or strategic' },
    { name: 'subresource', type: 'string', help: 'status or scale instead of the object' },
  ],
  run,
};

async function run(context: Context): Promise<void> {
  const { flags, args, io } = context;
  const [inline, file] = [flags.string('patch'), flags.string('patch-file')];
  if (inline !== '' && file !== '') throw new CliError('cannot specify --patch and --patch-file together');
  if (inline === '' && file === '')
    throw new CliError('must specify --patch or --patch-file containing the contents of the patch');
  const type = flags.string('type').toLowerCase();
  if (type !== 'json' && type !== 'merge' && type !== 'strategic') {
    throw new CliError(`--type must be one of [json merge strategic], not "${flags.string('type')}"`);
  }
  const content = file === '' ? inline : io.readFile(file);
  if (content === undefined) throw new CliError(`unable to read patch file: open ${file}: no such file or directory`);
  const body = parse(content);
  const dryRun = dryRunOf(context);
  const isLocal = flags.bool('local');
  if (isLocal && args.length > 0) throw new CliError('cannot specify --local and server resources');
  refuseLocalServer(context);
  const targets = isLocal ? await localTargets(context) : (await gather(context, args, { files: true })).targets;
  if (targets.length === 0) throw new CliError('no objects passed to patch');
  // The real one doesn't say that it was a dry run.
  const print = createOperationPrinter(context, 'none');
  const errors: unknown[] = [];
  for (const target of targets) {
    try {
      const before = isLocal ? (target.object ?? {}) : await getObject(context, target);
      if (dryRun === 'client' || isLocal) {
        const after = patched(before, body, type, target);
        print(deepEqual(before, after) ? 'patched (no change)' : 'patched', after, target.resource);
        continue;
      }
      const after = asObject(
        await context.api.request(
          'PATCH',
          pathOf(target.resource, target.namespace, target.name, flags.string('subresource')),
          {
            query: {
              fieldManager: flags.string('field-manager') || 'kubectl-patch',
              dryRun: dryRun === 'server' ? 'All' : undefined,
            },
            body,
            contentType: PATCH_TYPES[type],
          },
        ),
      );
      print(deepEqual(before, after) ? 'patched (no change)' : 'patched', after, responseResource(after, target.resource));
    } catch (error) {
      errors.push(unsupported(error, PATCH_TYPES[type], target));
    }
  }
  throwAll(errors);
}

/** What the patch makes of the object where nothing is sent (upstream getPatchedJSON). */
function patched(before: JsonObject, body: Json, type: keyof typeof PATCH_TYPES, { resource: { group, version, kind } }: Target): JsonObject {
  if (type === 'json') return asObject(applyJsonPatch(before, body));
  if (type === 'merge') return asObject(applyMergePatch(before, body));
  if (!isBuiltIn(group)) {
    const named = `${group}/${version}, Kind=${kind}`;
    throw new CliError(`strategic merge patch is not supported for ${named} locally, try --type merge`);
  }
  return isObject(body) ? applyStrategicPatch(before, body, builtInSchema) : before;
}

/** Custom resources take no strategic patches: the error then names what doesn't take which. */
function unsupported(error: unknown, contentType: string, { resource: { group, version, kind } }: Target): unknown {
  if (!(error instanceof StatusError) || error.status.code !== 415) return error;
  const groupVersion = group === '' ? `/${version}` : `${group}/${version}`;
  return new CliError(`${contentType} is not supported by ${groupVersion}, Kind=${kind}: ${error.message}`);
}

/** YAML becomes JSON; what looks like JSON goes as it is, for the server to judge. */
function parse(content: string): ReturnType<typeof readOne> {
  if (/^\s*[{[]/.test(content)) {
    try {
      JSON.parse(content);
    } catch {
      return content;
    }
  }
  try {
    return readOne('patch', content);
  } catch (error) {
    const why = messageOf(error).replace(/^error parsing patch: error converting YAML to JSON: /, '');
    throw new CliError(`unable to parse ${JSON.stringify(content)}: ${why}`);
  }
}
