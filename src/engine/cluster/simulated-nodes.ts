/** Nodes from outside that request a machine: they get one as long as they exist and request it. */
import { Node } from '../api/index.ts';
import { decode } from '../apiserver/codec.ts';
import { isOf, resourceOf } from '../apiserver/resource.ts';
import { type Etcd, prefixEnd } from '../etcd/index.ts';

/** On a Node, `true`: its kubelet and its containers are simulated. */
export const simulateLabel = 'converge.dev/simulate';

export interface Machines {
  /** Whether a machine of this name runs, started here or elsewhere. */
  has(name: string): boolean;
  start(node: Node): void;
  /** Ends a machine that `start` began; others aren't touched. */
  stop(name: string): void;
}

/** Starts and ends machines as Nodes come and go. Others' Nodes are left as they are. */
export function followNodes(etcd: Pick<Etcd, 'watch'>, machines: Machines): void {
  const { prefix } = resourceOf(Node);
  const request = { key: prefix, rangeEnd: prefixEnd(prefix), startRevision: 1, previous: false };
  etcd.watch(request, {
    events(events) {
      for (const event of events) {
        const object = event.type === 'put' ? decode(event.kv) : undefined;
        const node = object !== undefined && isOf(Node, object) ? object : undefined;
        const name = (event.type === 'put' ? event.kv.key : event.key).slice(prefix.length);
        if (node?.metadata.labels?.[simulateLabel] !== 'true') machines.stop(name);
        else if (!machines.has(name)) machines.start(node);
      }
    },
    cancelled() {},
  });
}
