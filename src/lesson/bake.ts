/** Runs a whole lesson and keeps what it printed: in the build, so that pages show it; in a test, to compare with a browser's run. */
import type { Runtime } from '../runtimes/runtime.ts';
import type { ChangeLogEntry } from '../session/change-log.ts';
import type { Moment, SessionLog } from '../session/types.ts';
import type { BakedCell, BakedLesson, Traced } from './baked.ts';
import type { CellFence } from './cells/fence.ts';
import { cellInput, cellResult } from './cells/run-cell.ts';
import type { LanesView } from '../viz/lanes-model.ts';
import { type LanesRequest, lanesName, readLanes } from './lanes.ts';
import { readTrace, type TraceRequest, traceName } from './traces.ts';

/** A cell that fails and isn't meant to, the other way around, or one that did nothing of what the text shows of it. */
export class CellError extends Error {
  readonly cell: string;
  constructor(cell: string, message: string) {
    super(message);
    this.cell = cell;
  }
}

/** @throws CellError where a cell fails without `expect=error`, or succeeds with it; Error where it can't be run. */
export async function bakeLesson(
  runtime: Runtime,
  log: SessionLog,
  fences: readonly CellFence[],
  requested: readonly TraceRequest[] = [],
  requestedLanes: readonly LanesRequest[] = [],
): Promise<BakedLesson> {
  await runtime.reset(log);
  const cells: Record<string, BakedCell> = {};
  const stories: Record<string, readonly ChangeLogEntry[]> = {};
  const traces: Record<string, Traced> = {};
  const lanes: Record<string, LanesView> = {};
  let from: Moment | undefined;
  const opening = await runtime.view();
  for (const fence of fences) {
    const result = await runtime.run(cellInput(fence, fences));
    const cell = cellResult(result, await runtime.view());
    throwUnlessExpected(fence, result.exitCode !== 0, cell);
    cells[fence.id] = cell;
    stories[fence.id] = await runtime.inspect('changeLog', { ...(from === undefined ? {} : { from }), to: result.to });
    for (const request of requested.filter((each) => each.cell === fence.id)) {
      const traced = await readTrace(runtime.inspect, request, cell.foot);
      if (traced === undefined) throw new CellError(request.cell, `cell "${request.cell}" has written nothing called "${request.of}", which one <Trace> asks for`);
      traces[traceName(request)] = traced;
    }
    for (const request of requestedLanes.filter((each) => each.cell === fence.id)) {
      const view = await readLanes(runtime.inspect, request, cell.foot);
      if (view === undefined) throw new CellError(request.cell, `cell "${request.cell}" has caused no pass of "${request.of}", whose <Lanes> the text shows`);
      lanes[lanesName(request)] = view;
    }
    from = result.to;
  }
  return { cells, stories, traces, lanes, view: await runtime.view(), opening };
}

function throwUnlessExpected({ id, expectsError }: CellFence, failed: boolean, { output }: BakedCell): void {
  if (failed === (expectsError === true)) return;
  if (!failed) throw new CellError(id, `the cell "${id}" says expect=error, and it succeeded`);
  const texts = output.flatMap((piece) => (piece.kind === 'text' ? [piece.text] : piece.kind === 'error' ? [piece.error.title] : []));
  const lines = texts.join('').trimEnd().split('\n');
  // Advice may follow: "ensure CRDs are installed first".
  const last = lines.findLast((line) => /^error\b/i.test(line)) ?? lines.at(-1) ?? '';
  throw new CellError(id, `the cell "${id}" failed: ${last === '' ? 'it printed nothing' : last}. Is it meant to? Then its fence says expect=error`);
}
