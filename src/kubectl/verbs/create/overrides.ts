/** `--overrides`: changes what `run` and `expose` build, before it is sent (kubectl pkg/cmd/util/override_options.go). */
import { applyJsonPatch, applyMergePatch, applyStrategicPatch, type Json, type JsonObject } from '../../../engine/index.ts';
import type { Context } from '../../command.ts';
import { CliError, messageOf } from '../../errors.ts';
import type { Flag } from '../../flags.ts';
import { isList, isObject } from '../../json.ts';
import { builtInSchema } from '../../patch/schema.ts';
import { asObject } from '../../resource/builder.ts';

export const OVERRIDE_FLAGS: readonly Flag[] = [
  { name: 'overrides', type: 'string', help: 'JSON that overrides what is built' },
  { name: 'override-type', type: 'string', default: 'merge', values: ['json', 'merge', 'strategic'], help: 'How: json, merge or strategic' },
];

/** What is built, with what `--overrides` says. */
export function overridden({ flags }: Pick<Context, 'flags'>, built: JsonObject): JsonObject {
  const words = flags.string('overrides');
  if (words === '') return built;
  const type = flags.string('override-type') || 'merge';
  const patch = parsed(words, type);
  if (type === 'json' && !isList(patch)) throw new CliError('json: cannot unmarshal object into Go value of type jsonpatch.Patch');
  if (type === 'json') return asObject(applyJsonPatch(built, patch));
  if (type === 'merge') return asObject(applyMergePatch(built, patch));
  if (type === 'strategic') return isObject(patch) ? applyStrategicPatch(built, patch, builtInSchema) : built;
  throw new CliError(`invalid override type: ${type}`);
}

function parsed(words: string, type: string): Json {
  try {
    return JSON.parse(words);
  } catch (error) {
    throw new CliError(type === 'merge' ? 'Invalid JSON Patch' : messageOf(error));
  }
}
