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
    source: `import type { SchedulerPlugin } from 'converge/sdk';

/** Everything runs on node-2. */
export const secondNode: SchedulerPlugin = {
  name: 'SecondNode',
  filter: (_pod, node) => (node.name === 'node-2' ? undefined : { reasons: ["node(s) weren't the second"], resolvable: false }),
};
`,
  },
  'a kind': {
    words: ['core', 'v1', 'podtemplate'],
    exported: 'PodTemplate',
    source: `import { ageColumn, defineKind } from '../../../define.ts';
import type { PodTemplate as PodTemplateObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type PodTemplate = PodTemplateObject;

/** A template that Pods can be made from. */
export const PodTemplate: KindDefinition<PodTemplate> = defineKind<PodTemplate>({
  group: '',
  version: 'v1',
  kind: 'PodTemplate',
  plural: 'podtemplates',
  namespaced: true,
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
