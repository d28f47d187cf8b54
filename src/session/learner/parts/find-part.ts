/** A part of the engine, or a webhook, that the workspace has written: found among a module's exports, and made safe to run. */
import type { EngineParts } from '../../../engine/index.ts';
import { type PartName, partExports } from '../../part-names.ts';
import { type Exported, lineOf } from '../module-exports.ts';
import { ProblemError, problemAt } from '../problem.ts';
import { guardUpdates } from './updates.ts';
import { guardReflector } from './reflector.ts';
import { guardRollingStep } from './rolling-step.ts';
import { guardValidation } from './validation.ts';
import { guardVoteRule } from './vote-rule.ts';
import { guardWorkQueue } from './work-queue.ts';
import type { Failed, Written } from './written.ts';

export { findWebhook, guardWebhook } from './webhook.ts';

/** @throws ProblemError when the module doesn't export it. */
export function findPart({ exports, file, source }: Exported, part: PartName, failed: Failed): Partial<EngineParts> {
  const name = partExports[part];
  const written = exports[name];
  if (isFunction(written)) return guards[part](written, failed);
  const title = `Error: ${file} doesn’t export ${name}`;
  const because = `Its exports: ${Object.keys(exports).join(', ') || 'none'}.`;
  throw new ProblemError(problemAt(title, because, `Export a function called ${name}.`, lineOf(source, file, /\bexport\b/), () => source));
}

const isFunction = (value: unknown): value is Written => typeof value === 'function';

const guards: Readonly<Record<PartName, (written: Written, failed: Failed) => Partial<EngineParts>>> = {
  'work-queue': guardWorkQueue,
  reflector: guardReflector,
  'validate-config-map': guardValidation,
  'vote-rule': guardVoteRule,
  'compare-and-swap': guardUpdates,
  'rolling-step': guardRollingStep,
};
