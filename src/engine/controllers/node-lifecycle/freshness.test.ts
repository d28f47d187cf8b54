/** Which changes of a node and its lease are signs of life. */
import type { Lease, Node } from 'converge/sdk';
import { expect, test } from 'vitest';
import { type Sighting, sightingOf, sightingOfLost } from './freshness.ts';

interface Seen {
  /** Seconds after noon, by the node's clock. */
  readonly heartbeat?: number;
  readonly renewed?: number;
}

const metadata = { name: 'node-1', uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
const at = (second: number): string => `2026-01-01T12:00:${String(second).padStart(2, '0')}`;

function nodeOf({ heartbeat }: Seen): Node {
  const conditions = heartbeat === undefined ? [] : [{ type: 'Ready', status: 'True', lastHeartbeatTime: `${at(heartbeat)}Z` }];
  return { apiVersion: 'v1', kind: 'Node', metadata, spec: {}, status: { conditions } };
}

function leaseOf({ renewed }: Seen): Lease | undefined {
  if (renewed === undefined) return undefined;
  return { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec: { renewTime: `${at(renewed)}.000000Z` } };
}

/** In which of the passes, of which there is one a second, it gave a sign of life. */
function signs(passes: readonly Seen[]): readonly number[] {
  let sighting: Sighting | undefined;
  return passes.flatMap((seen, second) => {
    sighting = sightingOf(nodeOf(seen), leaseOf(seen), sighting, second * 1000);
    return sighting.atMs === second * 1000 ? [second] : [];
  });
}

const started: Seen = { heartbeat: 30, renewed: 30 };

test.each<[string, readonly Seen[], readonly number[]]>([
  ['a lease that is renewed later', [started, { heartbeat: 30, renewed: 40 }, { heartbeat: 30, renewed: 40 }], [0, 1]],
  ['not one that is renewed earlier', [started, { heartbeat: 30, renewed: 20 }, { heartbeat: 30, renewed: 29 }], [0]],
  ['nor one that catches up', [started, { heartbeat: 30, renewed: 20 }, { heartbeat: 30, renewed: 30 }, { heartbeat: 30, renewed: 31 }], [0, 3]],
  ['another heartbeat, also an earlier one', [started, { heartbeat: 20, renewed: 30 }], [0, 1]],
  ['after it any lease', [started, { heartbeat: 20, renewed: 20 }, { heartbeat: 20, renewed: 20 }, { heartbeat: 20, renewed: 21 }], [0, 1, 2, 3]],
  ['the first lease of a node that never reported', [{}, { renewed: 10 }, { renewed: 10 }], [1]],
])('%s', (_name, passes, expected) => {
  expect(signs(passes)).toEqual(expected);
});

test('of a node that was marked as lost the lease at that time doesn’t count', () => {
  const lost = sightingOfLost({ heartbeat: undefined, renewTime: undefined, atMs: 0 }, nodeOf(started), leaseOf(started));
  const atOf = (seen: Seen): number => sightingOf(nodeOf(seen), leaseOf(seen), lost, 60_000).atMs;
  expect([started, { heartbeat: 30, renewed: 31 }].map(atOf)).toEqual([0, 60_000]);
});
