/** The step of a rolling update that the workspace has written, made safe to run. */
import type { EngineParts } from '../../../engine/index.ts';
import type { Resize, RollingUpdate } from '../../../engine/sdk/index.ts';
import { isRecord } from '../../record.ts';
import { tame } from '../problem.ts';
import type { Failed, Written } from './written.ts';

/** Resizes of one step: two for each of the sets that a Deployment keeps are plenty. */
const mostResizes = 100;

/** What throws or returns no list of resizes changes nothing. */
export const guardRollingStep = (written: Written, failed: Failed): Pick<EngineParts, 'rollingStep'> => ({
  rollingStep(update) {
    try {
      const resizes: unknown = Reflect.apply(written, undefined, [update]);
      if (!Array.isArray(resizes)) throw new TypeError('rollingStep returned no array of { name, to }');
      if (resizes.length > mostResizes) throw new TypeError(`rollingStep returned ${resizes.length} resizes at once`);
      return resizes.map((resize: unknown) => resizeOf(resize, update));
    } catch (error) {
      failed(tame(error));
      return [];
    }
  },
});

function resizeOf(resize: unknown, { newSet, oldSets }: RollingUpdate): Resize {
  if (!isRecord(resize)) throw new TypeError('rollingStep returned a resize that is no object: each is { name, to }');
  const { name, to } = resize;
  const set = [newSet, ...oldSets].find((each) => each.name === name);
  if (set === undefined) throw new TypeError(`rollingStep resized ${JSON.stringify(name)}, which is the name of none of the sets`);
  if (!Number.isSafeInteger(to) || Number(to) < 0) throw new TypeError(`rollingStep resized ${set.name} to ${String(to)}: a size is a whole number from 0`);
  return { name: set.name, to: Number(to) };
}
