/** What scenarios about a DaemonSet apply, and how they change its nodes. */
import type { Target } from './types.ts';

export interface DaemonOptions {
  /** How long its Pods take to leave. */
  readonly goodbyeSeconds?: number;
  readonly minReadySeconds?: number;
  /** Further fields of the Pods' spec, as JSON. */
  readonly podSpec?: object;
  readonly podFinalizers?: readonly string[];
  readonly finalizers?: readonly string[];
}

/** Templates aren't rolled out: who changes one deletes the Pods. */
export function daemonSetOf({ namespace, name, labels, selector }: Target, options: DaemonOptions = {}): string {
  const { goodbyeSeconds = 2, minReadySeconds = 0, podSpec = {}, podFinalizers, finalizers } = options;
  const agent = { name: 'agent', image: 'nginx:1.29', lifecycle: { preStop: { sleep: { seconds: goodbyeSeconds } } } };
  const metadata = { labels, annotations: { contact: 'platform' }, ...(podFinalizers && { finalizers: podFinalizers }) };
  return manifest({
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name, namespace, ...(finalizers && { finalizers }) },
    spec: {
      minReadySeconds,
      updateStrategy: { type: 'OnDelete' },
      selector,
      template: { metadata, spec: { containers: [agent], ...podSpec } },
    },
  });
}

/** A machine that joins the cluster. */
export const nodeManifest = (name: string, labels: Readonly<Record<string, string>> = {}): string => {
  const capacity = { cpu: '4', memory: '8Gi', pods: '110' };
  // As some clouds have it: a host is named unlike its node.
  const hostname = `${name}.example.com`;
  const metadata = { name, labels: { 'converge.dev/simulate': 'true', 'kubernetes.io/hostname': hostname, ...labels } };
  return manifest({ apiVersion: 'v1', kind: 'Node', metadata, status: { capacity, allocatable: capacity } });
};

export interface StrayOptions {
  readonly name?: string;
  /** Where it is bound; otherwise the scheduler decides. */
  readonly nodeName?: string | undefined;
  /** Its container runs once, and ends well or not. */
  readonly ends?: 'Succeeded' | 'Failed';
}

/** A Pod somebody made by hand; its labels match. */
export const strayPod = ({ namespace, alsoMatches }: Target, { name = 'stray', nodeName, ends }: StrayOptions = {}): string => {
  const once = { image: 'busybox:1.37', command: [ends === 'Failed' ? 'false' : 'true'] };
  const containers = [{ name: 'agent', ...(ends === undefined ? { image: 'nginx:1.29' } : once) }];
  const spec = { containers, ...(nodeName !== undefined && { nodeName }), ...(ends !== undefined && { restartPolicy: 'Never' }) };
  return manifest({ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace, labels: alsoMatches }, spec });
};

/** JSON is YAML, too. */
const manifest = (object: object): string => `${JSON.stringify(object)}\n`;
