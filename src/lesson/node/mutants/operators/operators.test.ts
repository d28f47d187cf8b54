import { expect, test } from 'vitest';
import { mutantsBy } from '../make-mutants.ts';
import { domainOperators } from './registry.ts';

interface Row {
  readonly operator: string;
  readonly source: string;
  /** The whole source with each mistake, one after the other. */
  readonly mutants: readonly string[];
}

const rows: readonly Row[] = [
  {
    operator: 'drop-await',
    source: 'async () => { const web = await read(); await write(web); }',
    mutants: [
      'async () => { const web = read(); await write(web); }',
      'async () => { const web = await read(); write(web); }',
    ],
  },
  { operator: 'drop-filter', source: 'const count = pods.filter(isActive).length;', mutants: ['const count = pods.length;'] },
  { operator: 'drop-filter', source: 'const mine = (pods).filter(isActive);', mutants: ['const mine = pods;'] },
  {
    operator: 'drop-namespace',
    source: "import { Pod } from 'converge/sdk'; get('default/web'); list(Pod, { namespace, labelSelector });",
    mutants: [
      "import { Pod } from 'converge/sdk'; get('web'); list(Pod, { namespace, labelSelector });",
      "import { Pod } from 'converge/sdk'; get('default/web'); list(Pod, { labelSelector });",
    ],
  },
  { operator: 'drop-namespace', source: 'pods.list(web.metadata.namespace);', mutants: ['pods.list();'] },
  { operator: 'drop-namespace', source: 'const key = keyOf(web);', mutants: ['const key = web.metadata.name;'] },
  {
    operator: 'drop-namespace',
    source: 'podFromTemplate(web, template);',
    mutants: ["{ ...podFromTemplate(web, template), metadata: { ...podFromTemplate(web, template).metadata, namespace: 'default' } };"],
  },
  {
    operator: 'drop-label',
    source: "list(Pod, { namespace, labelSelector: 'app=web' }); matches(selector, labels);",
    mutants: ['list(Pod, { namespace }); matches(selector, labels);', "list(Pod, { namespace, labelSelector: 'app=web' }); true;"],
  },
  { operator: 'drop-owner', source: 'const made = { ownerReferences: [owner] };', mutants: ['const made = {  };'] },
  {
    operator: 'drop-owner',
    source: 'const mine = pods.controlledBy(web);',
    mutants: ['const mine = pods.list(web.metadata.namespace);'],
  },
  {
    operator: 'drop-owner',
    source: 'const mine = await claim(web, ReplicaSet, Pod, tools);',
    mutants: [
      'const mine = tools.lister(Pod).list(web.metadata.namespace);',
      'const mine = tools.lister(Pod).controlledBy(web);',
    ],
  },
  {
    operator: 'drop-expectation',
    source: 'if (expect.satisfied(key)) expect.creations(key, 3);',
    mutants: ['if (true) expect.creations(key, 3);', 'if (expect.satisfied(key)) {}'],
  },
  {
    operator: 'keep-expectation',
    source: '{ expect.creationsFailed(key, 1); expect.deletions(key, pods); expect.deletionsFailed(key, pods); }',
    mutants: [
      '{  expect.deletions(key, pods); expect.deletionsFailed(key, pods); }',
      '{ expect.creationsFailed(key, 1); expect.deletions(key, pods);  }',
    ],
  },
  {
    operator: 'late-expectation',
    source: '{ expect.creations(key, 1); const pod = made(web); await create(pod); expect.creationsFailed(key, 0); }',
    mutants: ['{ const pod = made(web); await create(pod);\nexpect.creations(key, 1); expect.creationsFailed(key, 0); }'],
  },
  {
    operator: 'drop-precondition',
    source: 'client.delete(Pod, pod, { preconditions: { uid: pod.metadata.uid } });',
    mutants: ['client.delete(Pod, pod, {  });', 'client.delete(Pod, pod, { preconditions: {  } });'],
  },
  { operator: 'drop-error-path', source: '{ if (failure) throw failure; }', mutants: ['{ if (failure) {} }'] },
  {
    operator: 'drop-error-path',
    source: 'function act() { return error; }',
    mutants: ['function act() { return undefined; }'],
  },
  {
    operator: 'drop-error-path',
    source: 'try { act(); } catch (error) { log(error); }',
    mutants: ['{ act(); }', 'try { act(); } catch (error) {}'],
  },
  {
    operator: 'drop-error-path',
    source: 'failure = await act(); await write(web); ended = await act();',
    mutants: [
      'await act(); await write(web); ended = await act();',
      'failure = await act(); await write(web).catch(() => undefined); ended = await act();',
    ],
  },
  { operator: 'drop-error-path', source: 'read(web).catch(log);', mutants: ['read(web);'] },
  {
    operator: 'drop-guard',
    source: '{ if (web === undefined) return; if (count > 0) act(); for (const pod of pods) if (isLeaving(pod)) { continue; } }',
    mutants: [
      '{  if (count > 0) act(); for (const pod of pods) if (isLeaving(pod)) { continue; } }',
      '{ if (web === undefined) return; if (count > 0) act(); for (const pod of pods) {} }',
    ],
  },
  { operator: 'drop-guard', source: 'if (web) return 1; else act();', mutants: [] },
  {
    operator: 'drop-condition',
    source: 'if (settled && wanted) act();',
    mutants: ['if (settled) act();', 'if (wanted) act();'],
  },
  {
    operator: 'live-read',
    source: 'async () => { const web = tools.lister(ReplicaSet).get(key); const pods = tools.lister(Pod).list(namespace); }',
    mutants: [
      'async () => { const web = (await tools.client.get(ReplicaSet, key).catch(() => undefined)); const pods = tools.lister(Pod).list(namespace); }',
      'async () => { const web = tools.lister(ReplicaSet).get(key); const pods = (await tools.client.list(Pod, { namespace: namespace })); }',
    ],
  },
  // Where nothing can be waited for, nothing can be read live.
  { operator: 'live-read', source: '() => { const web = tools.lister(ReplicaSet).get(key); }', mutants: [] },
  {
    operator: 'cached-read',
    source: 'const web = await tools.client.get(ReplicaSet, key); const pods = await tools.client.list(Pod, options);',
    mutants: [
      'const web = tools.lister(ReplicaSet).get(key); const pods = await tools.client.list(Pod, options);',
      'const web = await tools.client.get(ReplicaSet, key); const pods = tools.lister(Pod).list();',
    ],
  },
  {
    operator: 'status-first',
    source: '{ await act(); const status = statusOf(web); await writeStatus(web, status); await end(); }',
    mutants: ['{ const status = statusOf(web); await writeStatus(web, status);\nawait act(); await end(); }'],
  },
  { operator: 'status-first', source: '{ const pods = await read(); await writeStatus(pods); }', mutants: [] },
  {
    operator: 'swap-statements',
    source: '{ const a = read(); const b = read(); note(a); await act(b); }',
    mutants: [
      '{ const a = read(); note(a); const b = read(); await act(b); }',
      '{ const a = read(); const b = read(); await act(b); note(a); }',
    ],
  },
  {
    operator: 'other-key',
    source: 'if (owner.uid === web.metadata.uid) get(key);',
    mutants: [
      'if (owner.name === web.metadata.uid) get(key);',
      'if (owner.uid === web.metadata.name) get(key);',
      "if (owner.uid === web.metadata.uid) get('all');",
      "if (owner.uid === web.metadata.uid) get(key.slice(key.indexOf('/') + 1));",
    ],
  },
  {
    operator: 'bound-by-one',
    source: 'if (gap < -0.5) pods.slice(wanted);',
    mutants: [
      'if (gap < 0.5) pods.slice(wanted);',
      'if (gap < -1.5) pods.slice(wanted);',
      'if (gap < -0.5) pods.slice(wanted + 1);',
      'if (gap < -0.5) pods.slice(wanted - 1);',
    ],
  },
  {
    operator: 'bound-by-one',
    source: 'for (let count = made; count < most ?? all;) expect.deletions(key, pods);',
    mutants: [
      'for (let count = made + 1; count < most ?? all;) expect.deletions(key, pods);',
      'for (let count = made - 1; count < most ?? all;) expect.deletions(key, pods);',
      'for (let count = made; count < most + 1 ?? all;) expect.deletions(key, pods);',
      'for (let count = made; count < most - 1 ?? all;) expect.deletions(key, pods);',
      'for (let count = made; count < most ?? all;) expect.deletions(key, pods.slice(1));',
    ],
  },
];

test.each(rows)('$operator: $source', ({ operator, source, mutants }) => {
  const found = domainOperators.find(({ name }) => name === operator);
  if (found === undefined) throw new Error(`there is no operator ${operator}`);
  expect(mutantsBy(found, 'reconcile.ts', source).map(({ text }) => text)).toEqual(mutants);
});

test('every operator has a row', () => {
  expect(domainOperators.map(({ name }) => name).filter((name) => !rows.some(({ operator }) => operator === name))).toEqual([]);
});
