/** Runs a whole lesson and keeps what it printed: in the build, so that pages show it; in a test, to compare with a browser's run. */
import type { Runtime } from '../runtimes/runtime.ts';
import type { ChangeLogEntry } from '../session/change-log.ts';
import type { Moment, SessionLog } from '../session/types.ts';
import type { BakedCell, BakedLesson, Traced } from './baked.ts';
import type { CellFence } from './cells/fence.ts';
import { cellInput, cellResult } from './cells/run-cell.ts';
import { readTrace, type TraceRequest, traceName } from './traces.ts';

/** @throws Error that says which cell could not be run. A cell whose code fails is not an error: its output says so. */
export async function bakeLesson(
  runtime: Runtime,
  log: SessionLog,
  fences: readonly CellFence[],
  requested: readonly TraceRequest[] = [],
): Promise<BakedLesson> {
  await runtime.reset(log);
  const cells: Record<string, BakedCell> = {};
  const stories: Record<string, readonly ChangeLogEntry[]> = {};
  const traces: Record<string, Traced> = {};
  let from: Moment | undefined;
  const opening = await runtime.view();
  for (const fence of fences) {
    const result = await runtime.run(cellInput(fence, fences));
    const cell = cellResult(result, await runtime.view());
    cells[fence.id] = cell;
    stories[fence.id] = await runtime.inspect('changeLog', { ...(from === undefined ? {} : { from }), to: result.to });
    for (const request of requested.filter((each) => each.cell === fence.id)) {
      const traced = await readTrace(runtime.inspect, request, cell.foot);
      if (traced === undefined) throw new Error(`cell "${request.cell}" has written nothing called "${request.of}", which one <Trace> asks for`);
      traces[traceName(request)] = traced;
    }
    from = result.to;
  }
  return { cells, stories, traces, view: await runtime.view(), opening };
}
