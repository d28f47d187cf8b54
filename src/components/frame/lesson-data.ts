import type { CollectionEntry } from 'astro:content';
import { cellsOf } from '../../lesson/cells/cells-of.ts';
import type { CellFence } from '../../lesson/cells/fence.ts';
import { coveredCells } from '../../lesson/deciding-cells.ts';
import { besideOf } from '../../lesson/node/beside.ts';
import { extraMile } from '../../lesson/exercise-names.ts';
import { lessonRuntime } from '../../lesson/lesson-runtime.ts';
import type { LessonPageData } from '../../lesson/page/data.ts';
import { exerciseData } from '../lesson/exercise-files.ts';
import { originalOf, slugOf } from './lessons.ts';

/** What the script of a lesson's page, or of a page with one of its cells, knows of the lesson. */
export async function lessonDataOf(entry: CollectionEntry<'docs'>): Promise<LessonPageData> {
  const slug = slugOf(entry.id);
  const { seed, nodes, etcd, controlPlanes, profile, withoutControllers, programs, exercise, exercises, recall } = entry.data;
  const runtime = lessonRuntime(entry.data.runtime, convergeRuntime);
  const beside = besideOf(entry.data);
  const body = entry.body ?? '';
  const cells = cellsOf(body);
  const originals = new Map(cellsOf((await originalOf(entry)).body ?? '').map(({ id, code }) => [id, code]));
  // Predictions and questions are counted as they are written: one element, one `ask:`, one `symptom:` of an incident.
  const asked = (body.match(/<(Prediction|PredictOrder|Diagnosis)\b/g) ?? []).length + (body.match(/^\s*ask: |\bsymptom: /gm) ?? []).length;
  /** Rows of lanes that the reader fills in. */
  const rows = [...body.matchAll(/<Lanes\b[^>]*\bfill=\{\[([\d, ]+)\]\}/g)].flatMap(([, passes = '']) => passes.split(',')).length;
  const named = Object.entries(exercises).map(([name, fields]) => ({ ...fields, name, programs: [] }));
  const tasks = asked + rows + recall.length + (exercise ? 1 + named.filter((each) => each.name !== extraMile).length : 0);
  const further = await Promise.all(named.map((each) => exerciseData(slug, each, body)));
  return {
    slug,
    seed,
    nodes,
    ...(etcd === undefined ? {} : { etcd }),
    ...(controlPlanes === undefined ? {} : { controlPlanes }),
    ...(Object.keys(beside).length > 0 && { beside }),
    ...(profile === 'full' ? {} : { profile }),
    ...(runtime === 'auto' ? {} : { runtime }),
    ...(withoutControllers.length > 0 ? { withoutControllers } : {}),
    ...(programs.length > 0 ? { programs } : {}),
    cells: cells.map((cell) => withOriginal(cell, originals.get(cell.id))),
    tasks,
    covers: coveredCells(body),
    ...(exercise ? { exercise: await exerciseData(slug, { ...exercise, programs }, body) } : {}),
    ...(further.length > 0 ? { further } : {}),
  };
}

const withOriginal = (cell: CellFence, original: string | undefined): CellFence => (original === undefined || original === cell.code ? cell : { ...cell, original });
