/** The add-ons: a line each. To add one: its file, a line here and its name in `names.ts`. */
import type { User } from '../../meta/index.ts';
import type { KubeProxy, PodLink } from '../../node/index.ts';
import type { Image } from '../../sdk/index.ts';
import { createClient } from '../../sdk/internal.ts';
import type { Addon, AddonRoom, Place } from './addon.ts';
import { createClusterAutoscaler } from './cluster-autoscaler.ts';
import { createControlPlanePods } from './control-plane-pods.ts';
import { createCoreDns } from './coredns.ts';
import { createIngress } from './ingress.ts';
import { install } from './install.ts';
import { createKubeProxyPods } from './kube-proxy.ts';
import { type AddonName, addonNames, isAddonName } from './names.ts';
import { createKindnet } from './kindnet.ts';
import { createNodeRoutes } from './node-route.ts';
import { createNetworkPolicies } from './network-policies.ts';

/** Metrics of components need nothing more: see `create-cluster.ts`. */
const addons: Readonly<Record<AddonName, ((room: AddonRoom) => Addon | readonly Addon[]) | undefined>> = {
  'network-policies': createNetworkPolicies,
  ingress: createIngress,
  coredns: createCoreDns,
  'component-metrics': undefined,
  'cluster-autoscaler': createClusterAutoscaler,
  'control-plane-pods': createControlPlanePods,
  'node-route': createNodeRoutes,
  kindnet: createKindnet,
};

/** Those of a cluster. */
export interface Addons {
  readonly installed: readonly string[];
  readonly images: readonly Image[];
  readonly names: KubeProxy | undefined;
  readonly lookup: Addon['lookup'];
  work(image: Image, machine: Place, link: PodLink): (() => void) | undefined;
  /** Of static Pods of this node. */
  manifests(node: string): Readonly<Record<string, string>>;
  /** Makes their objects. */
  install(): void;
}

const installer: User = { name: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] };

/** With kube-proxy, where the options want it to be Pods. */
export function createAddons(room: AddonRoom): Addons {
  const { options, kernel, connect } = room;
  const named = (options.addons ?? []).flatMap((name) => {
    if (isAddonName(name)) return addons[name] ?? [];
    throw new Error(`there is no add-on ${name}: there are ${addonNames.join(', ')}`);
  });
  const wanted = options.kubeProxyPods === true ? [createKubeProxyPods, ...named] : named;
  const made = wanted.flatMap((create) => create(room));
  return {
    installed: options.addons ?? [],
    images: made.flatMap(({ image }) => image ?? []),
    names: made.find((each) => each.names !== undefined)?.names,
    lookup: made.find((each) => each.lookup !== undefined)?.lookup,
    work: (image, machine, link) => made.find((each) => each.image === image)?.work?.(machine, link),
    manifests: (node) => Object.assign({}, ...made.map((each) => each.manifests?.(node))),
    install() {
      const { clock, unsettled } = kernel;
      const handler = connect('kubeadm', installer);
      const objects = made.flatMap((each) => each.objects);
      void install(createClient({ handler, clock, unsettled, user: installer, userAgent: 'kubeadm' }), clock, objects);
    },
  };
}
