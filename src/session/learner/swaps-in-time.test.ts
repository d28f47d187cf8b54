/** A swap is an input: a replay, a cut and a fork have what ran then, controllers and plugins alike. */
import { expect, onTestFinished, test } from 'vitest';
import { createHost } from '../../runtimes/host.ts';
import type { RuntimeEvent } from '../../runtimes/runtime.ts';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { sessionParts } from '../parts.ts';
import { emptyLog, openSession } from '../session.ts';

/** Only the node of this name. */
const only = (node: string): string => `
import type { Plugin } from 'converge/sdk';
export const plugin: Plugin = { name: 'NodeName', filter: (_pod, node) => (node.node.metadata.name === '${node}' ? undefined : { reason: 'not this one' }) };
`;
const pod = (name: string): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name} }\nspec: { containers: [{ name: c, image: "nginx:1.29" }] }\n`;

test('a plugin swapped in the past is there in a replay, in a fork behind the swap, and not in one before it', async () => {
  const parts = sessionParts(nodePlatform());
  const events: RuntimeEvent[] = [];
  const host = createHost(parts, (event) => events.push(event));
  onTestFinished(() => host.stop());
  const swapped = () => events.findLast((event) => event.type === 'swapped')?.controllers;
  const nodeOf = async (name: string): Promise<string> => {
    await host.call('run', { type: 'manifest', path: `${name}.yaml`, text: pod(name), cell: name });
    const { outputs } = await host.call('run', { type: 'command', text: `kubectl get pod ${name} -o jsonpath={.spec.nodeName}`, cell: `${name} node` });
    return outputs.map((output) => ('text' in output ? output.text : '')).join('');
  };

  await host.call('reset', emptyLog(1, { nodes: 3 }));
  await host.call('control', { type: 'until', t: 5_000 });
  await host.call('run', { type: 'edit', path: 'plugin.ts', text: only('node-2') });
  const { outputs } = await host.call('run', { type: 'swap', controller: 'scheduler/NodeName', entry: 'plugin.ts' });
  expect(outputs).toEqual([]);
  expect(await nodeOf('a')).toBe('node-2');
  await host.call('control', { type: 'until', t: 20_000 });
  await host.call('run', { type: 'edit', path: 'plugin.ts', text: only('node-3') });
  await host.call('run', { type: 'swap', controller: 'scheduler/NodeName', entry: 'plugin.ts' });
  expect(await nodeOf('b')).toBe('node-3');

  // A replay, and what is kept over a reload.
  const { log, historyHash } = await host.call('snapshot', null);
  const replayed = await openSession(log, parts);
  onTestFinished(() => replayed.session.close());
  expect(replayed.session.swapped()).toEqual(['scheduler/NodeName']);
  expect(replayed.session.historyHash()).toBe(historyHash);

  // Forks: between the swaps the first text runs, before them nobody's.
  await host.call('branch', { do: 'fork', at: { t: 15_000 } });
  expect(swapped()).toEqual(['scheduler/NodeName']);
  expect((await host.call('snapshot', null)).files['plugin.ts']).toContain('node-2');
  expect(await nodeOf('c')).toBe('node-2');
  await host.call('branch', { do: 'enter', id: (await host.call('kept', null)).branches[0]?.view.id ?? '' });
  expect(swapped()).toEqual(['scheduler/NodeName']);
  await host.call('branch', { do: 'rewind', at: { t: 2_000 } });
  expect(swapped()).toEqual([]);
});
