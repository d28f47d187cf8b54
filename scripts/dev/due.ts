/** What a changed file makes old, of what `npm run dev` shows. */
import { checkpoints, checkpointSlug } from '../../src/lesson/checkpoints/registry.ts';
import { keyOfCheck } from '../../src/lesson/exercise-names.ts';

export interface Due {
  /** Lessons and pages whose cells are run again. */
  readonly bake: readonly string[];
  /** Exercises whose checks are bundled again. */
  readonly checks: readonly string[];
  /** The engine is bundled again, with all checks. */
  readonly engine: boolean;
  /** What runs cells has to be loaded anew: it is made of this file. */
  readonly baker: boolean;
}

const nothing: Due = { bake: [], checks: [], engine: false, baker: false };

/** Beside a lesson's text: what learners hand in, which no cell reads. */
const answers = /^(?:exercises\/[^/]+\/)?(?:solution|right|wrong)\//;
/** The page, the tools and the tests: Astro shows the first by itself. */
const elsewhere = /^src\/(?:components|pages|styles|cli|content\/templates|lesson\/(?:page|node|code|share|home|progress|certificate|words|translation))\/|\.test\.ts$|\/testing\//;

/** @param path Of the changed file, below the project's folder, with `/`. */
export function dueFor(path: string): Due {
  const [, lesson, file = ''] = /^src\/content\/lessons\/[^/]+\/(\d+-[^/]+)\/(.+)$/.exec(path) ?? [];
  if (lesson !== undefined) {
    const check = keyOfCheck(path);
    if (check !== undefined) return { ...nothing, checks: [check] };
    return answers.test(file) ? nothing : { ...nothing, bake: [lesson] };
  }
  if (elsewhere.test(path) || !/^src\/.+\.ts$/.test(path)) return nothing;
  if (/^src\/lesson\/glossary/.test(path)) return { ...nothing, bake: ['glossary'], baker: true };
  if (/^src\/lesson\/checkpoints\//.test(path)) return { ...nothing, bake: checkpoints.map(checkpointSlug), baker: true };
  if (path === 'src/lesson/course.ts') return { ...nothing, baker: true };
  return { ...nothing, engine: true, baker: true };
}
