/** Where a lesson's cluster is to run until its reader chooses: by what the lesson says, and by what its course was built for. */
import type { PlaceChoice } from '../runtimes/place.ts';

/** What a lesson's frontmatter and the build's `--runtime` take. */
export const placeChoices = ['auto', 'worker', 'webcontainer'] as const satisfies readonly PlaceChoice[];

/** @param built The build's: `worker` holds for every lesson, `webcontainer` for those that leave it open. */
export function lessonRuntime(lesson: PlaceChoice, built: PlaceChoice): PlaceChoice {
  if (built === 'worker') return built;
  return lesson === 'auto' ? built : lesson;
}
