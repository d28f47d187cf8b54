import type { ConfigMap, Machine, Node, Pod, Tools } from 'converge/sdk';
import type { NodeGroup } from './groups.ts';

/** What a pass sees. */
export interface Scan {
  readonly tools: Tools;
  readonly map: ConfigMap;
  readonly groups: readonly NodeGroup[];
  readonly machines: readonly Machine[];
  readonly nodes: readonly Node[];
  readonly podsOf: (node: Node) => readonly Pod[];
}
