import { ClusterRole } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createWorld } from '../../sdk/testing/world.ts';
import { clusterRoleAggregationController } from './index.ts';

const label = (to: string) => ({ [`example.com/aggregate-to-${to}`]: 'true' });
const rule = (resource: string) => ({ apiGroups: [''], resources: [resource], verbs: ['get'] });
const gathers = (name: string, to: string, labels = {}) => ({
  metadata: { name, labels },
  aggregationRule: { clusterRoleSelectors: [{ matchLabels: label(to) }] },
});

test('a role is filled with the rules of all that bear its label, through roles that are filled themselves', async () => {
  const world = createWorld({ controllers: [clusterRoleAggregationController] });
  const resourcesOf = (name: string) =>
    world
      .objects(ClusterRole)
      .find(({ metadata }) => metadata.name === name)
      ?.rules?.flatMap(({ resources = [] }) => resources);
  await world.create(ClusterRole, gathers('edit', 'edit'));
  await world.create(ClusterRole, gathers('view', 'view', label('edit')));
  await world.create(ClusterRole, { metadata: { name: 'b', labels: label('view') }, rules: [rule('pods')] });
  await world.create(ClusterRole, {
    metadata: { name: 'a', labels: label('view') },
    rules: [rule('nodes'), rule('pods')],
  });
  await world.settle();
  expect(resourcesOf('view')).toEqual(['nodes', 'pods']);
  expect(resourcesOf('edit')).toEqual(['nodes', 'pods']);
  await world.merge(ClusterRole, 'a', { metadata: { labels: null } });
  await world.settle();
  expect(resourcesOf('edit')).toEqual(['pods']);
});
