import { z } from 'astro/zod';
import type { ChangeLogEntry } from '../session/change-log.ts';
import type { ChangeCounts, ObjectChange } from '../session/types.ts';
import type { LanesView } from '../viz/lanes-model.ts';
import type { ClusterView } from '../viz/model.ts';
import type { WhySubject, WhyView } from '../viz/trace-model.ts';
import type { ChartData, TableData, TreeNode } from '../viz/display-data.ts';

/** One piece of what a cell printed, in the order it was printed. */
export type Output =
  /** May hold the terminal's escapes for colours: see `ansi.ts`. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'error'; readonly error: ErrorOutput }
  | { readonly kind: 'table'; readonly table: TableData }
  | { readonly kind: 'tree'; readonly tree: TreeNode }
  | { readonly kind: 'chart'; readonly chart: ChartData }
  /** What the cell and its consequences changed; the last piece, where there is one. */
  | { readonly kind: 'changes'; readonly objects: readonly ObjectChange[]; readonly omitted: number; readonly counts?: ChangeCounts | undefined };

/** An exception with the lines around its place. */
export interface ErrorOutput {
  /** "TypeError: Cannot read properties of undefined (reading 'kind')" */
  readonly title: string;
  /** The file, if it isn't the cell itself. */
  readonly file?: string | undefined;
  /** Consecutive lines of source around `line`; empty if the place is not known. */
  readonly source: readonly { readonly number: number; readonly text: string }[];
  /** 1-based; absent if the place is not known. */
  readonly line?: number | undefined;
  /** 0-based columns of `line`, end exclusive. */
  readonly columns?: readonly [from: number, to: number] | undefined;
  /** What is known of the moment, such as "when pod was toolbox". */
  readonly note?: string | undefined;
}

/** When a cell ran and what it led to. */
export interface Foot {
  readonly fromMs: number;
  readonly toMs: number;
  readonly fromRevision: number;
  readonly toRevision: number;
  /** The cluster came to rest before the next cell ran. */
  readonly quiet: boolean;
  /** Pods missing when the cell ended; 0 when what is wanted is there. */
  readonly gap?: number | undefined;
  /** A few words, such as "5 events, all from the ReplicaSet loop". */
  readonly note?: string | undefined;
}

export interface BakedCell {
  readonly output: readonly Output[];
  readonly foot: Foot;
}

/** A chain of causes, as it was read. */
export interface Traced {
  readonly subject: WhySubject;
  readonly why: WhyView;
}

/** What running a lesson in Node has left in `.generated/lessons/<slug>.json`. */
export interface BakedLesson {
  /** By the cell's id. */
  readonly cells: Readonly<Record<string, BakedCell>>;
  /** What was written from the end of the cell before to the end of this one, by the cell's id: predictions are judged by it. */
  readonly stories: Readonly<Record<string, readonly ChangeLogEntry[]>>;
  /** Chains of causes that the text shows; see `traces.ts`. */
  readonly traces: Readonly<Record<string, Traced>>;
  /** Passes of loops that the text shows; see `lanes.ts`. */
  readonly lanes: Readonly<Record<string, LanesView>>;
  /** The cluster after the last cell. */
  readonly view: ClusterView;
  /** The cluster before the first cell: where the lesson begins. */
  readonly opening: ClusterView;
}

/** Written by our own code a moment ago, and typed there: only the field that must be there is checked. */
const written = <T>(field: string) =>
  z.custom<T>((value) => typeof value === 'object' && value !== null && field in value, `no ${field}`);

const output = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({
    kind: z.literal('error'),
    error: z.object({
      title: z.string(),
      file: z.string().optional(),
      source: z.array(z.object({ number: z.int(), text: z.string() })),
      line: z.int().optional(),
      columns: z.tuple([z.int(), z.int()]).optional(),
      note: z.string().optional(),
    }),
  }),
  z.object({ kind: z.literal('table'), table: written<TableData>('rows') }),
  z.object({ kind: z.literal('tree'), tree: written<TreeNode>('value') }),
  z.object({ kind: z.literal('chart'), chart: written<ChartData>('lines') }),
  z.object({
    kind: z.literal('changes'),
    objects: z.array(written<ObjectChange>('name')),
    omitted: z.int(),
    counts: z.object({ created: z.int(), changed: z.int(), deleted: z.int() }).optional(),
  }),
]);

const foot = z.object({
  fromMs: z.number(),
  toMs: z.number(),
  fromRevision: z.int(),
  toRevision: z.int(),
  quiet: z.boolean(),
  gap: z.int().optional(),
  note: z.string().optional(),
});

const lesson = z.object({
  cells: z.record(z.string(), z.object({ output: z.array(output), foot })),
  stories: z.record(z.string(), z.array(written<ChangeLogEntry>('object'))),
  traces: z.record(z.string(), written<Traced>('why')),
  lanes: z.record(z.string(), written<LanesView>('passes')),
  view: written<ClusterView>('sets'),
  opening: written<ClusterView>('sets'),
});

/**
 * Reads what the lesson build has written.
 * @throws ZodError that names the field.
 */
export const parseBakedLesson = (json: string): BakedLesson => lesson.parse(JSON.parse(json));
