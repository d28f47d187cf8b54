/** A cluster with a Deployment `web` and its autoscaler, for tests. */
import {
  Deployment,
  Event,
  HorizontalPodAutoscaler,
  type Json,
  type Kind,
  type KubeObject,
  Pod,
} from 'converge/sdk';
import { createCluster } from '../../../index.ts';

export type Fields = Readonly<Record<string, Json>>;

export async function started() {
  const cluster = createCluster({ seed: 1, nodes: 3, settle: () => new Promise((resolve) => setImmediate(resolve)) });
  const sleep = (seconds: number) => cluster.run({ until: cluster.now() + seconds * 1000 });
  await sleep(6);
  const client = cluster.client('tester');
  /** The value of a promise that needs time to pass. */
  async function done<T>(promise: Promise<T>): Promise<T> {
    let isOver = false;
    const ended = promise.finally(() => {
      isOver = true;
    });
    ended.catch(() => undefined);
    await cluster.run({ while: () => !isOver });
    return ended;
  }
  const list = <T extends KubeObject>(kind: Kind<T>) => done(client.list(kind, { namespace: 'default' }));
  /** A Deployment of Pods that request 100m each. */
  const deploy = (replicas: number, annotations: Fields, requests: Fields = { cpu: '100m' }, name = 'web') => {
    const labels = { app: name };
    const containers = [{ name: 'main', image: 'nginx:1', resources: { requests } }];
    const template = { metadata: { labels, annotations }, spec: { terminationGracePeriodSeconds: 1, containers } };
    return done(
      client.create(Deployment, {
        metadata: { name, namespace: 'default' },
        spec: { replicas, selector: { matchLabels: labels }, template },
      } as never),
    );
  };
  const autoscale = (spec: Fields, name = 'web') => {
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
    return done(
      client.create(HorizontalPodAutoscaler, {
        metadata: { name, namespace: 'default' },
        spec: { scaleTargetRef, maxReplicas: 5, ...spec },
      } as never),
    );
  };
  return {
    cluster,
    client,
    sleep,
    done,
    list,
    deploy,
    autoscale,
    /** Seconds until the Deployment has so many replicas, at most ten minutes. */
    async until(replicas: number): Promise<number> {
      const before = cluster.now();
      for (let passed = 0; passed < 600; passed += 1) {
        if ((await done(client.get(Deployment, 'default/web'))).spec.replicas === replicas) break;
        await sleep(1);
      }
      return Math.round((cluster.now() - before) / 1000);
    },
    replicas: async () => (await done(client.get(Deployment, 'default/web'))).spec.replicas,
    status: async () => (await done(client.get(HorizontalPodAutoscaler, 'default/web'))).status,
    async condition(type: string) {
      const { conditions = [] } = (await done(client.get(HorizontalPodAutoscaler, 'default/web'))).status;
      const { status, reason, message } = conditions.find((each) => each.type === type) ?? {};
      return { status, reason, message };
    },
    /** Of autoscalers: reason and message. */
    async said() {
      const events = (await list(Event)).filter(
        ({ involvedObject }) => involvedObject.kind === 'HorizontalPodAutoscaler',
      );
      return events.map(({ reason, message }) => `${reason}: ${message}`);
    },
    /** All Pods say that they use something else. */
    async use(annotations: Readonly<Record<string, string | null>>) {
      for (const pod of await list(Pod))
        await done(client.patch(Pod, pod, { metadata: { annotations } }, { type: 'merge' }));
    },
  };
}
