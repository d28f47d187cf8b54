/** What the test adds, the least that can be seen to work. `try.ts` sees it. */
import type { Addition } from './answers.ts';

export const additions: Readonly<Record<string, Addition>> = {
  'a controller': {
    words: ['greeter'],
    exported: 'greeter',
    line: "{ name: 'greeter', create: () => greeter }",
    source: `import { ConfigMap, defineController } from 'converge/sdk';

/** Greets every ConfigMap. */
export const greeter = defineController<ConfigMap>({
  name: 'greeter',
  for: ConfigMap,
  async reconcile(key, { lister, client }) {
    const map = lister(ConfigMap).get(key);
    if (map === undefined || map.data?.['greeting'] !== undefined) return;
    await client.update(ConfigMap, { ...map, data: { ...map.data, greeting: 'hello' } });
  },
});
`,
  },
  'a scheduler plugin': {
    words: ['second-node'],
    exported: 'secondNode',
    line: "{ name: 'SecondNode', create: () => secondNode }",
    source: `import type { SchedulerPlugin } from 'converge/sdk';

/** Everything runs on node-2. */
export const secondNode: SchedulerPlugin = {
  name: 'SecondNode',
  filter: (_pod, node) => (node.name === 'node-2' ? undefined : { reasons: ["node(s) weren't the second"], resolvable: false }),
};
`,
  },
  'a kind': {
    words: ['networking', 'v1', 'ipaddress'],
    exported: 'IPAddress',
    source: `import { ageColumn, defineKind } from '../../../define.ts';
import type { IPAddress as IPAddressObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type IPAddress = IPAddressObject;

/** An address of a Service, and whose it is. */
export const IPAddress: KindDefinition<IPAddress> = defineKind<IPAddress>({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'IPAddress',
  plural: 'ipaddresses',
  namespaced: false,
  rules: { generation: 'none' },
  columns: [ageColumn],
});
`,
  },
  'a feature to the API server': {
    words: ['announcement'],
    exported: 'announcementFeature',
    source: `import type { ApiFeature } from '../../apiserver/feature.ts';

/** Says that the server has started. */
export const announcementFeature: ApiFeature = {
  name: 'announcement',
  startHooks: [
    (_parts, ready) => {
      Object.assign(globalThis, { announcementStarted: true });
      ready();
      return () => {};
    },
  ],
};
`,
  },
  'a container image': {
    words: ['hello'],
    exported: 'hello',
    source: `import type { Image } from '../../sdk/index.ts';

/** Says hello and ends. */
export const hello: Image = {
  repository: 'docker.io/library/hello',
  hasTag: () => true,
  sizeBytes: 1_000,
  entrypoint: ['/hello'],
  programs: { '/hello': (process) => process.exit(0) },
};
`,
  },
  'a kubectl verb': {
    words: ['greet', 'greet'],
    exported: 'greet',
    source: `import type { Verb } from '../../command.ts';

/** \`kubectl greet\` */
export const greet: Verb = {
  name: 'greet',
  short: 'Say hello',
  usage: '[flags]',
  async run({ io }) {
    io.stdout('hello\\n');
  },
};
`,
  },
};

/** A kind that upstream doesn't have, with the model its field tables are made from. */
export const ownKind: Addition = {
  words: ['demo', 'v1', 'backup'],
  exported: 'Backup',
  source: `import { ageColumn, defineKind } from '../../../define.ts';
import type { Backup as BackupObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type Backup = BackupObject;

/** When something is saved, and how many copies are kept. */
export const Backup: KindDefinition<Backup> = defineKind<Backup>({
  group: 'demo.example',
  version: 'v1',
  kind: 'Backup',
  plural: 'backups',
  namespaced: true,
  rules: {
    generation: 'spec',
    default: (backup) => ({ ...backup, spec: { ...backup.spec, keep: backup.spec.keep ?? 3 } }),
  },
  columns: [ageColumn],
});
`,
};

/** Lines of the tables that the generator reads: by the constant they belong to. */
export const ownKindLines = {
  PACKAGES: "['example.demo.v1', 'demo.example/v1', 'Backup'],",
  ALWAYS_PRESENT: "'Backup.spec',",
  OWN_MODELS: `V1Backup: { description: 'When something is saved.', fields: { spec: { type: 'V1BackupSpec', description: 'What is wanted.' } } },
  V1BackupSpec: {
    description: 'What is wanted of a Backup.',
    fields: {
      keep: { type: 'integer', description: 'How many copies are kept.' },
      schedule: { type: 'string', required: true, description: 'When it is saved.' },
    },
  },`,
} as const;
