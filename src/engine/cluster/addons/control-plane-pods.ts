/**
 * The control plane as static Pods of its nodes, as installers set it up: a component runs as long as the container of its manifest does.
 * (upstream cmd/kubeadm/app/phases/controlplane, etcd and markcontrolplane)
 */
import { type Image, Node, type Process } from '../../sdk/index.ts';
import type { Addon, AddonRoom } from './addon.ts';

const namespace = 'kube-system';
const role = 'node-role.kubernetes.io/control-plane';
const version = 'v1.33.0';
const defaultNodes = 3;

/** One program of the control plane. */
interface Program {
  readonly name: string;
  /** Without its registry. */
  readonly repository: string;
  readonly tag: string;
  readonly sizeBytes: number;
  /** What its liveness probe asks. */
  readonly port: number;
  readonly requests: Readonly<Record<string, string>>;
  /** How many of them there are. */
  count(room: AddonRoom): number;
  /** Whether this component runs in the program with this number. */
  runs(component: string, index: number, count: number): boolean;
}

const planes = ({ options }: AddonRoom): number => options.controlPlanes ?? 1;

const programs: readonly Program[] = [
  {
    name: 'etcd',
    repository: 'etcd',
    tag: '3.5.21-0',
    sizeBytes: 58_900_000,
    port: 2381,
    requests: { cpu: '100m', memory: '100Mi' },
    // One that isn't a member of anything never fails, and is no Pod.
    count: ({ options }) => options.etcd ?? 0,
    runs: (component, index) => component === `etcd-${index}`,
  },
  {
    name: 'kube-apiserver',
    repository: 'kube-apiserver',
    tag: version,
    sizeBytes: 30_100_000,
    port: 6443,
    requests: { cpu: '250m' },
    count: planes,
    runs: (component, index, count) => component === (count === 1 ? 'apiserver' : `apiserver-${index}`),
  },
  {
    name: 'kube-controller-manager',
    repository: 'kube-controller-manager',
    tag: version,
    sizeBytes: 27_600_000,
    port: 10257,
    requests: { cpu: '200m' },
    count: planes,
    // Of several the one that leads has the controllers.
    runs: (component, index, count) => (count === 1 ? component.startsWith('controller/') : component === `controller-manager-${index}`),
  },
  {
    name: 'kube-scheduler',
    repository: 'kube-scheduler',
    tag: version,
    sizeBytes: 21_800_000,
    port: 10259,
    requests: { cpu: '100m' },
    count: planes,
    runs: (component, index, count) => (count === 1 ? /^scheduler(?:\/|$)/.test(component) : component === `scheduler-${index}`),
  },
];

/** The machine with this number is `node-1` …, as those made at boot are. */
const nodeOf = (index: number): string => `node-${index + 1}`;

/** Nothing of it runs before the kubelets have started its containers. */
export function createControlPlanePods(room: AddonRoom): readonly Addon[] {
  const nodes = room.options.nodes ?? defaultNodes;
  const marks = Math.min(planes(room), nodes);
  const mark: Addon = { objects: Array.from({ length: marks }, (_, index) => markNode(nodeOf(index), nodes > marks)) };
  return [mark, ...programs.map((program) => addonOf(room, program, nodes))];
}

function addonOf(room: AddonRoom, program: Program, nodes: number): Addon {
  const { components } = room;
  const count = program.count(room);
  /** By node: what lets its components run. Those whose container doesn't run are held. */
  const releases = new Map<string, () => void>();
  const indexOf = new Map(Array.from({ length: Math.min(count, nodes) }, (_, index) => [nodeOf(index), index]));
  const isOf = (node: string) => (component: string): boolean => program.runs(component, indexOf.get(node) ?? -1, count);
  const hold = (node: string): void => void releases.set(node, components.hold(isOf(node)));
  for (const node of indexOf.keys()) hold(node);
  const isWell = (node: string): boolean => {
    const own = components.names().filter(isOf(node));
    return own.length === 0 || own.some((component) => components.running(component) !== undefined);
  };
  return {
    image: imageOf(program, isWell),
    manifests: (node): Readonly<Record<string, string>> => (indexOf.has(node) ? { [`${program.name}.yaml`]: JSON.stringify(podOf(program)) } : {}),
    work({ name: node }) {
      const release = releases.get(node);
      // A second container of the program finds the port of the first one taken.
      if (release === undefined) return undefined;
      releases.delete(node);
      release();
      return () => hold(node);
    },
    objects: [],
  };
}

/** `node`: by its name, which is that of Pods in its network, too. */
function imageOf({ name, repository, tag, sizeBytes, port }: Program, isWell: (node: string) => boolean): Image {
  return {
    repository: `registry.k8s.io/${repository}`,
    hasTag: (wanted) => wanted === tag,
    sizeBytes,
    programs: {
      [name](process: Process) {
        const text = (code: number, body: string) => ({ code, headers: { 'content-type': 'text/plain' }, body });
        const isListening = process.listen(port, (_request, answer) => answer(isWell(process.hostname) ? text(200, 'ok') : text(500, 'livez check failed')));
        if (!isListening) {
          process.warn(`listen tcp 127.0.0.1:${port}: bind: address already in use`);
          process.after(0, () => process.exit(1));
          return;
        }
        process.log(`Starting ${name} ${tag}`);
        process.onTerminate(() => process.exit(0));
      },
    },
  };
}

const podOf = ({ name, repository, tag, port, requests }: Program) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace, labels: { component: name, tier: 'control-plane' } },
  spec: {
    hostNetwork: true,
    priority: 2_000_001_000,
    priorityClassName: 'system-node-critical',
    containers: [
      {
        name,
        image: `registry.k8s.io/${repository}:${tag}`,
        imagePullPolicy: 'IfNotPresent',
        command: [name],
        resources: { requests },
        livenessProbe: { httpGet: { host: '127.0.0.1', path: '/livez', port, scheme: 'HTTP' }, initialDelaySeconds: 10, timeoutSeconds: 15, periodSeconds: 10, failureThreshold: 8 },
      },
    ],
  },
});

/** Pods without a toleration stay away from it where there are other nodes. */
function markNode(name: string, tainted: boolean): Addon['objects'][number] {
  const taints = [{ key: role, effect: 'NoSchedule' }];
  const labels = { [role]: '', 'node.kubernetes.io/exclude-from-external-load-balancers': '' };
  return (client) => client.patch(Node, name, { metadata: { labels }, ...(tainted && { spec: { taints } }) });
}
