/** What a `ts` cell prints beyond text: plain data, drawn by the page. */
export type DisplayData =
  | { readonly type: 'table'; readonly table: TableData }
  | { readonly type: 'tree'; readonly tree: TreeNode }
  | { readonly type: 'chart'; readonly chart: ChartData };

export interface TableData {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Rows that were too many to keep. */
  readonly omitted: number;
}

/** A value with what is in it. */
export interface TreeNode {
  /** Name of the field, place in the list, or what the whole is called; '' when it has no name. */
  readonly key: string;
  /** One line: the value itself, or of a list or object how much is in it. */
  readonly value: string;
  /** Against the value it was compared with. */
  readonly change?: 'added' | 'removed' | 'changed';
  /** The line that stood there before. */
  readonly was?: string;
  /** Absent for a plain value. */
  readonly children?: readonly TreeNode[];
  /** Something below it has changed. */
  readonly changedBelow?: true;
}

export interface ChartData {
  readonly title: string;
  /** What is along the bottom, and what upwards: "seconds", "Pods". */
  readonly x: string;
  readonly y: string;
  readonly lines: readonly ChartLine[];
}

export interface ChartLine {
  readonly name: string;
  /** The desired state is dashed and blue, the actual state is solid; other lines differ by their strokes. */
  readonly role: 'wanted' | 'actual' | 'other';
  /** Holds its value until the next point, instead of sloping there. */
  readonly steps: boolean;
  /** In order of x. */
  readonly points: readonly (readonly [x: number, y: number])[];
}
