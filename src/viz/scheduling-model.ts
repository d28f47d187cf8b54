/** How the scheduler decided about a Pod, as a table of plugins and nodes. Plain JSON, and what is made of it. */
import { seconds } from './format.ts';
import { tr } from './words.ts';

export interface SchedulingAsk {
  /** Absent: now. */
  readonly at?: { readonly t: number; readonly revision: number };
  /** uid; absent: the Pod that was decided about last. */
  readonly pod?: string;
  /** Absent: the last. 0: what would come of it now. */
  readonly attempt?: number;
}

export interface SchedulingView {
  readonly timeMs: number;
  /** Those that may be asked about, the last decided first. */
  readonly pods: readonly SchedulingPod[];
  /** The one that is shown; absent when there is none. */
  readonly pod?: SchedulingPod;
  /** Attempts of it that are remembered. */
  readonly attempts: readonly number[];
  readonly decision?: DecisionView;
  /** Absent in the past, and where there is no scheduler. */
  readonly queues?: { readonly active: number; readonly backoff: number; readonly unschedulable: number; readonly gated: number };
}

export interface SchedulingPod {
  readonly uid: string;
  /** "default/web-xl6cn" */
  readonly key: string;
  readonly node?: string;
  /** It is there and has no node. */
  readonly waits: boolean;
}

export interface DecisionView {
  /** 0: never tried so, it is what would come of it. */
  readonly attempt: number;
  readonly timeMs: number;
  readonly nodes: readonly string[];
  readonly filters: readonly string[];
  /** A plugin's no before any node was checked. */
  readonly preFilter?: { readonly plugin: string; readonly reasons: readonly string[] };
  readonly rejections: Readonly<Record<string, readonly { readonly plugin: string; readonly reasons: readonly string[] }[]>>;
  readonly feasible: readonly string[];
  readonly scores: readonly { readonly plugin: string; readonly weight: number; readonly normalized: readonly number[] }[];
  readonly chosen?: string;
  readonly message?: string;
  /** Of what would come of it: what the Pod asks for, and what each node has left, by name. */
  readonly asks?: string;
  readonly free?: Readonly<Record<string, string>>;
}

export interface SchedulingTable {
  readonly title: string;
  /** Those with a column, by name, but the chosen first where not all are drawn. */
  readonly columns: readonly { readonly node: string; readonly chosen: boolean; readonly fits: boolean }[];
  /** Nodes without a column. */
  readonly omitted: number;
  readonly rows: readonly SchedulingRow[];
  /** A sentence on how it ended. */
  readonly note: string;
}

export interface SchedulingRow {
  readonly kind: 'free' | 'filter' | 'score' | 'total';
  readonly name: string;
  readonly weight?: number;
  readonly cells: readonly SchedulingCell[];
  /** It is what made the difference. */
  readonly differs: boolean;
}

export interface SchedulingCell {
  readonly text: string;
  readonly tone?: 'no' | 'unasked';
}

/** More nodes than this don't have a column each. */
const mostColumns = 12;
const unasked: SchedulingCell = { text: '–', tone: 'unasked' };

export function schedulingTable(pod: SchedulingPod, decision: DecisionView): SchedulingTable {
  const columns = columnsOf(decision);
  const names = columns.map(({ node }) => node);
  const scored = decision.scores.filter(({ normalized }) => normalized.length > 0);
  const totals = new Map(
    decision.feasible.map((node, index) => [
      node,
      scored.reduce((sum, { weight, normalized }) => sum + weight * (normalized[index] ?? 0), 0),
    ]),
  );
  const score = (values: readonly number[], weight: number): readonly SchedulingCell[] =>
    names.map((node) => {
      const value = values[decision.feasible.indexOf(node)];
      return value === undefined ? unasked : { text: String(weight * value) };
    });
  const rows: SchedulingRow[] = [
    ...(decision.free === undefined
      ? []
      : [{ kind: 'free' as const, name: tr('left on it'), cells: names.map((node) => ({ text: decision.free?.[node] ?? '' })), differs: false }]),
    ...decision.filters.map((plugin) => filterRow(plugin, decision, names)),
    ...decision.scores.map(({ plugin, weight, normalized }) => ({
      kind: 'score' as const,
      name: plugin,
      weight,
      cells: score(normalized, weight),
      differs: new Set(normalized).size > 1,
    })),
    ...(scored.length === 0
      ? []
      : [{ kind: 'total' as const, name: tr('total'), cells: names.map((node) => (totals.has(node) ? { text: String(totals.get(node)) } : unasked)), differs: false }]),
  ];
  return {
    title: titleOf(pod, decision),
    columns,
    omitted: decision.nodes.length - columns.length,
    rows,
    note: noteOf(decision, totals),
  };
}

function columnsOf({ nodes, chosen, feasible, rejections }: DecisionView): SchedulingTable['columns'] {
  const fitting = new Set(feasible);
  const sorted = [...nodes].sort((a, b) => natural(a, b));
  const first = sorted.length <= mostColumns ? sorted : [...sorted].sort((a, b) => rank(a) - rank(b)).slice(0, mostColumns);
  return first.map((node) => ({ node, chosen: node === chosen, fits: fitting.has(node) }));

  function rank(node: string): number {
    return node === chosen ? 0 : fitting.has(node) ? 1 : rejections[node] === undefined ? 3 : 2;
  }
}

/** node-2 before node-10. */
function natural(a: string, b: string): number {
  const [left, right] = [Number(/\d+$/.exec(a)?.[0]), Number(/\d+$/.exec(b)?.[0])];
  return left - right || (a < b ? -1 : 1);
}

function filterRow(plugin: string, { filters, rejections, feasible, attempt }: DecisionView, names: readonly string[]): SchedulingRow {
  const cells = names.map((node): SchedulingCell => {
    const said = rejections[node] ?? [];
    const no = said.find((each) => each.plugin === plugin);
    if (no !== undefined) return { text: no.reasons.join(', '), tone: 'no' };
    if (said.length === 0) return feasible.includes(node) ? { text: tr('fits') } : unasked;
    // The search ends with the first no, but where all are asked.
    const stopped = filters.indexOf(said[0]?.plugin ?? '');
    return attempt === 0 || filters.indexOf(plugin) < stopped ? { text: tr('fits') } : unasked;
  });
  return { kind: 'filter', name: plugin, cells, differs: cells.some(({ tone }) => tone === 'no') };
}

function titleOf({ key }: SchedulingPod, { attempt, feasible, nodes, timeMs }: DecisionView): string {
  const name = key.replace(/^default\//, '');
  const fitting = { part: feasible.length, whole: nodes.length };
  const fits =
    nodes.length === 1
      ? tr(feasible.length === 1 ? '{part} of {whole} node fits' : '{part} of {whole} node fit', fitting)
      : tr(feasible.length === 1 ? '{part} of {whole} nodes fits' : '{part} of {whole} nodes fit', fitting);
  return attempt === 0 ? tr('{name}, were it tried now: {fits}', { name, fits }) : tr('{name}, attempt {number} at {time}: {fits}', { name, number: attempt, time: seconds(timeMs), fits });
}

function noteOf({ chosen, message, feasible, preFilter, attempt, nodes }: DecisionView, totals: ReadonlyMap<string, number>): string {
  if (nodes.length === 0) return tr('There are no nodes.');
  if (preFilter !== undefined) return tr('{plugin} said no before any node was checked: {reasons}.', { plugin: preFilter.plugin, reasons: preFilter.reasons.join(', ') });
  if (message !== undefined) return message;
  if (feasible.length === 0) return tr(attempt === 0 ? 'No node would do.' : 'No node would do. It waits until something changes that may let it in.');
  if (feasible.length === 1) return tr('Only {node} fits, so nothing is scored.', { node: feasible[0] ?? '' });
  const top = Math.max(...totals.values());
  const best = [...totals].filter(([, total]) => total === top).map(([node]) => node);
  if (attempt === 0) return best.length === 1 ? tr('It would go to {node}.', { node: best[0] ?? '' }) : tr('{nodes} tie. The seed’s next number would pick one.', { nodes: listed(best) });
  if (best.length === 1) return tr('{node} has the highest total.', { node: chosen ?? '' });
  return tr('{nodes} tie. The seed’s next number picks {node}.', { nodes: listed(best), node: chosen ?? '' });
}

function listed(nodes: readonly string[]): string {
  const sorted = [...nodes].sort(natural);
  if (sorted.length > 4) return tr('{count} nodes', { count: sorted.length });
  return sorted.length < 2 ? (sorted[0] ?? '') : tr('{before} and {after}', { before: sorted.slice(0, -1).join(', '), after: sorted.at(-1) ?? '' });
}
