/** What the lamp's controller has to live through, and what must hold once things have settled. */
import { ConfigMap, type KubeObject } from 'converge/sdk';
import { usualTarget } from '../../../../lesson/universes/neighbours/target.ts';
import type { Check, Rule } from '../../../../lesson/universes/types.ts';
import { inSeconds } from '../../../../lesson/universes/words.ts';

const lampOf = (wanted: string): string => `apiVersion: v1
kind: ConfigMap
metadata: { name: lamp }
data: { wanted: "${wanted}", is: "off" }
`;

const isLamp = ({ metadata }: KubeObject): boolean => metadata.namespace === 'default' && metadata.name === 'lamp';

const asItWas: Rule = {
  cause: 'left the lamp as it was',
  glyph: 'stood-still',
  question: 'What is the desired state, what is the actual one, and which line of yours closes the gap?',
  judge: () => (world) => {
    const { wanted = '', is = '' } = world.objects(ConfigMap).find(isLamp)?.data ?? {};
    if (wanted === is) return undefined;
    return `At ${inSeconds(world.t)} \`${wanted}\` is wanted, and the lamp is \`${is}\`.`;
  },
};

export default {
  controller: 'lamp',
  entry: 'lamp.ts',
  cluster: { nodes: 0, profile: 'minimal', withoutControllers: ['*'] },
  subject: { kind: ConfigMap, looksAfter: isLamp, writes: ['data.is'], notes: false },
  target: () => ({ ...usualTarget, name: 'lamp' }),
  scenarios: [
    {
      name: 'someone turns the dial',
      async play(stage) {
        await stage.apply('lamp.yaml', lampOf(stage.random.pick(['on', 'off'])));
        await stage.settles(15_000);
        for (const wanted of ['on', 'off']) {
          await stage.command(`kubectl patch configmap lamp -p '{"data":{"wanted":"${wanted}"}}'`);
          await stage.settles(30_000);
        }
        await stage.rests(20_000);
      },
    },
    {
      name: 'the one request that counts is refused',
      trouble: 'refused',
      async play(stage) {
        await stage.apply('lamp.yaml', lampOf('off'));
        await stage.settles(15_000);
        for (const verb of ['patch', 'update'])
          await stage.fault({ type: 'refuse', component: 'controller/lamp', chance: 1, verb, code: 503 }, 2000, `every ${verb} of your loop was refused for 2 s`);
        await stage.command(`kubectl patch configmap lamp -p '{"data":{"wanted":"on"}}'`);
        await stage.wait(2000);
        await stage.settles(30_000);
      },
    },
  ],
  always: [],
  settled: [asItWas],
} satisfies Check;
