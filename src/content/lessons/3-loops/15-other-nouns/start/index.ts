/** What calls your loop: its set, its Pods, nodes, strays. */
import {
  DaemonSet, defineController, Node, Pod,
} from 'converge/sdk';
import { reconcile } from './reconcile.ts';
import { createNodeRouting, keysOfOrphan } from './routing.ts';

export function createDaemonSetController() {
  return defineController<DaemonSet>({
    name: 'daemonset',
    for: DaemonSet,
    owns: [Pod],
    watches: [
      { kind: Node, keys: createNodeRouting() },
      { kind: Pod, keys: keysOfOrphan },
    ],
    reconcile,
  });
}
