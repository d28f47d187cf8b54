/** Which routes there have to be. Pure. */
import type { Node, Route, RouteSpec } from 'converge/sdk';

/** All Pods' addresses (upstream: --cluster-cidr). Routes of others are left alone. */
const clusterNetwork = /^10\.2(?:4[4-9]|5[0-5])\./;

/** What a pass has to do. */
export interface RoutePlan {
  readonly remove: readonly Route[];
  readonly add: readonly { readonly node: Node; readonly route: RouteSpec }[];
}

/** Ranges of a node's Pods. */
export const rangesOf = ({ spec }: Node): readonly string[] => spec.podCIDRs ?? (spec.podCIDR === undefined ? [] : [spec.podCIDR]);

/** Of those that lead to the node, one is for each of its ranges; others go. (upstream route_controller.go, reconcile) */
export function planRoutes(nodes: readonly Node[], routes: readonly Route[]): RoutePlan {
  const wanted = new Map(nodes.flatMap((node) => rangesOf(node).map((range) => [keyOf(node.metadata.name, range), { node, range }] as const)));
  const present = new Set<string>();
  const remove = routes.filter((route) => {
    const key = keyOf(route.target, route.destination);
    if (!wanted.has(key)) return clusterNetwork.test(route.destination) && route.state !== 'deleting';
    if (route.state !== 'deleting') present.add(key);
    return false;
  });
  const add = [...wanted].filter(([key]) => !present.has(key));
  return { remove, add: add.map(([, { node, range }]) => ({ node, route: { name: nameOf(node, range), destination: range, target: node.metadata.name } })) };
}

const keyOf = (target: string, range: string): string => `${target} ${range}`;

/** Of its cluster and the node's uid, as clouds have hints for names. */
const nameOf = ({ metadata }: Node, range: string): string => `kubernetes-${metadata.uid}-${range.replaceAll(/[./]/g, '-')}`.slice(0, 63);
