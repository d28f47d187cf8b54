/** What the build's own run says to a prediction. */
import { cellsOf } from '../../lesson/cells/cells-of.ts';
import type { Evidence, Judge } from '../../lesson/prediction.ts';
import { bakedCell, readBakedLesson } from './baked-files.ts';

/** What was written and printed up to the end of a cell. */
export function evidenceOf(slug: string, body: string, cell: string): Evidence {
  const { output, foot } = bakedCell(slug, cell);
  const stories = readBakedLesson(slug)?.stories ?? {};
  const ids = cellsOf(body).map(({ id }) => id);
  const story = ids.slice(0, ids.indexOf(cell) + 1).flatMap((id) => stories[id] ?? []);
  return { output, story, fromRevision: foot.fromRevision };
}

/** The one way of judging among a prediction's properties; undefined when there is none, or more than one. */
export function judgeOf(props: {
  readonly counts?: string;
  readonly reads?: string;
  readonly objects?: string;
  readonly value?: { readonly of: string; readonly field: string };
}): Judge | undefined {
  const { counts, reads, objects, value } = props;
  const ways: Judge[] = [];
  if (counts) ways.push({ by: 'count', counts });
  if (reads) ways.push({ by: 'reads', reads });
  if (objects) ways.push({ by: 'objects', objects });
  if (value?.of && value.field) ways.push({ by: 'value', of: value.of, field: value.field });
  return ways.length === 1 ? ways[0] : undefined;
}
