import { expect, test } from 'vitest';
import { Lease } from '../api/index.ts';
import { createWorld } from '../sdk/testing/world.ts';
import { decideLease } from '../parts/lease-rule.ts';
import { clientOver } from './index.ts';
import { startLeaderElection } from './leader-election.ts';

const lease = { namespace: 'kube-system', name: 'kube-scheduler' };

/** Candidates `a`, `b` … and a line for each change of leadership: `a leads @2.0`. */
async function createElection(names: readonly string[]) {
  const world = createWorld();
  await world.settle();
  const lines: { who: string; leads: boolean; at: number }[] = [];
  const candidates = names.map((identity) => {
    const note = (leads: boolean) => lines.push({ who: identity, leads, at: world.seconds() });
    return startLeaderElection({
      client: clientOver(world.connect(`scheduler/${identity}`), 0),
      clock: world.kernel.clock,
      random: world.kernel.random.fork(identity),
      lease,
      identity,
      decide: decideLease,
      onStartedLeading: () => note(true),
      onStoppedLeading: () => note(false),
    });
  });
  return { world, lines, candidates };
}

test('exactly one of three leads, and goes on leading', async () => {
  const { world, lines, candidates } = await createElection(['a', 'b', 'c']);
  await world.sleep(120_000);
  expect(lines).toHaveLength(1);
  expect(candidates.filter((each) => each.leading())).toHaveLength(1);
  expect(candidates.map((each) => each.holder())).toEqual(Array(3).fill(lines[0]?.who));
});

test('when the leader dies another takes over after the lease has run out, within about 20 s', async () => {
  const { world, lines, candidates } = await createElection(['a', 'b']);
  await world.sleep(30_000);
  const first = candidates.findIndex((each) => each.leading());
  const diedAt = world.seconds();
  candidates[first]?.stop();
  await world.sleep(30_000);
  const last = lines.at(-1);
  expect(last).toMatchObject({ leads: true });
  expect(last?.who).not.toBe(lines[0]?.who);
  expect((last?.at ?? 0) - diedAt).toBeGreaterThan(12);
  expect((last?.at ?? 0) - diedAt).toBeLessThan(20);
  const [held] = world.objects(Lease).filter((each) => each.metadata.name === lease.name);
  expect(held?.spec.leaseTransitions).toBe(1);
});

test('a leader that is cut off stops before anybody else begins', async () => {
  const { world, lines } = await createElection(['a', 'b']);
  await world.sleep(30_000);
  const leader = lines[0]?.who ?? '';
  world.kernel.network.addFault({ from: `scheduler/${leader}`, to: 'apiserver', partition: true });
  await world.sleep(60_000);
  const [, stopped, started] = lines;
  expect(stopped).toMatchObject({ who: leader, leads: false });
  expect(started).toMatchObject({ leads: true });
  expect(stopped?.at).toBeLessThan(started?.at ?? 0);
  expect(lines).toHaveLength(3);
});
