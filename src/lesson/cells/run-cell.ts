/** A cell as an input of its session, and the result as what the page shows. The same in the build and in the browser. */
import type { ProfileName } from '../../engine/index.ts';
import type { ClusterSpec, InputRequest, InputResult, Problem, SessionLog, Output as SessionOutput } from '../../session/types.ts';
import type { ClusterView } from '../../viz/model.ts';
import type { BakedCell, ErrorOutput, Foot, Output } from '../baked.ts';
import type { CellFence } from './fence.ts';

/** What a lesson's cluster has that few have. `besideOf` picks it out of frontmatter, in the build: a page's script only hands it on. */
export type BesideCluster = Pick<ClusterSpec, 'addons' | 'cloud' | 'kubeProxyPods' | 'repositories'>;

/** The session a lesson begins with. */
export function lessonLog(
  fields: {
    readonly seed: number;
    readonly nodes: number;
    readonly etcd?: 1 | 3 | 5 | undefined;
    readonly controlPlanes?: number | undefined;
    readonly beside?: BesideCluster | undefined;
    readonly profile?: ProfileName | undefined;
    readonly withoutControllers?: readonly string[] | undefined;
    readonly programs?: readonly string[] | undefined;
  },
  files: Readonly<Record<string, string>>,
): SessionLog {
  const { seed, nodes, etcd, controlPlanes, beside, profile, withoutControllers = [], programs = [] } = fields;
  const cluster = {
    nodes,
    ...(etcd !== undefined && { etcd }),
    ...(controlPlanes !== undefined && { controlPlanes }),
    ...beside,
    ...(profile === 'minimal' && { profile }),
    ...(withoutControllers.length > 0 && { withoutControllers }),
  };
  return { version: 1, seed, cluster, files, inputs: programs.map(startProgram) };
}

/** Starts a program that runs beside the cluster: a controller of the workspace, called as its file is. */
export const startProgram = (name: string) => ({ type: 'swap', controller: name, entry: `${name}.ts`, at: 0 }) as const;

/** What running a cell asks of the session. `code`: its text as it stands now. Time doesn't run past what a later cell names. */
export function cellInput(cell: CellFence, cells: readonly CellFence[], code = cell.code): InputRequest {
  const later = cells
    .filter(({ number, atMs }) => number > cell.number && atMs !== undefined)
    .map(({ atMs = 0 }) => atMs);
  return {
    ...actionOf(cell, code === cell.code ? originalCode(cell) : code),
    cell: cell.id,
    ...(cell.atMs === undefined ? {} : { at: cell.atMs }),
    ...(later.length === 0 ? {} : { notBeyond: Math.min(...later) }),
  };
}

/** The same in every language. */
export const originalCode = ({ code, original = code }: CellFence): string => original;

function actionOf(cell: CellFence, code: string) {
  switch (cell.language) {
    case 'sh':
      return { type: 'command', text: code } as const;
    case 'yaml':
      return { type: 'manifest', path: cell.file ?? `${cell.id}.yaml`, text: code } as const;
    case 'ts':
      return { type: 'script', source: code } as const;
  }
}

/** What a cell shows after it has run. `view`: the cluster when it ended. */
export function cellResult(result: InputResult, view: ClusterView): BakedCell {
  return { output: joined(result.outputs.flatMap(shownOutput)), foot: footOf(result, view) };
}

/** A piece of output as it comes. */
function shownOutput(output: SessionOutput): readonly Output[] {
  switch (output.type) {
    case 'stdout':
    case 'stderr':
      return [{ kind: 'text', text: output.text }];
    case 'error':
      return [{ kind: 'error', error: errorOutput(output) }];
    case 'table':
      return [{ kind: 'table', table: output.table }];
    case 'tree':
      return [{ kind: 'tree', tree: output.tree }];
    case 'chart':
      return [{ kind: 'chart', chart: output.chart }];
    case 'changes':
      return [
        { kind: 'changes', objects: output.objects, omitted: output.omitted, ...(output.counts && { counts: output.counts }) },
      ];
  }
}

/** An exception as the page draws it. */
function errorOutput({ title, message, file, line, sourceLines, squiggle, hint }: Problem): ErrorOutput {
  const note = [message, hint].filter((words) => words !== '').join(' ');
  return {
    title,
    source: (sourceLines ?? []).map((each) => ({ number: each.line, text: each.text })),
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    ...(squiggle === undefined ? {} : { columns: [squiggle.from - 1, squiggle.to - 1] as const }),
    ...(note === '' ? {} : { note }),
  };
}

function footOf({ from, to, end }: InputResult, view: ClusterView): Foot {
  const quiet = end === 'quiet';
  const gap = view.sets.reduce((sum, set) => sum + set.gap, 0);
  return {
    fromMs: from.t,
    toMs: to.t,
    fromRevision: from.revision,
    toRevision: to.revision,
    quiet,
    ...(quiet || gap === 0 ? {} : { gap }),
    ...(end === 'interrupted' ? { note: 'interrupted' } : {}),
  };
}

function joined(outputs: readonly Output[]): readonly Output[] {
  const pieces: Output[] = [];
  for (const output of outputs) {
    const last = pieces.at(-1);
    if (last?.kind === 'text' && output.kind === 'text')
      pieces[pieces.length - 1] = { kind: 'text', text: last.text + output.text };
    else pieces.push(output);
  }
  return pieces;
}
