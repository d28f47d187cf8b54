/** A container that runs a script, on a runtime of its own. */
import { createKernel } from '../../engine/kernel/index.ts';
import type { PulledImage } from '../../engine/node/image-store.ts';
import { builtInImages } from '../../engine/node/images/registry.ts';
import { dnsOf } from '../../engine/node/network/dns.ts';
import { createPodNetwork } from '../../engine/node/network/pod-network.ts';
import { createContainerRuntime } from '../../engine/node/runtime.ts';
import { unix } from '../index.ts';

/** Starts `sh -c script` in a busybox; nothing has run yet. `began` is the virtual time it starts at. */
export async function startContainer(script: string) {
  const kernel = createKernel({ seed: 1, settle: async () => {} });
  const startMs = kernel.clock.now();
  const runtime = createContainerRuntime({
    kernel,
    nodeName: 'node-1',
    podNetwork: '10.244.0',
    host: { ip: '172.18.0.2', node: 'node-1', hostNetwork: true, ports: undefined },
    images: builtInImages,
    unix,
    network: createPodNetwork(kernel.clock, kernel.network),
  });
  let image: PulledImage | undefined;
  runtime.images.pull('busybox:1.36', (result) => {
    if ('pulled' in result) image = result.pulled;
  });
  await kernel.run({ until: startMs + 10_000 });
  if (image === undefined) throw new Error('not pulled');
  const began = kernel.clock.now();
  const pod = runtime.createPod('uid-1', 'web-1', { containers: [] });
  const words = { command: ['sh', '-c', script], args: [] };
  const setup = { dns: dnsOf({}, 'default') };
  const container = runtime.start(pod, { name: 'c', image, ...words, env: { NAME: 'world' }, setup });
  return { kernel, began, container };
}
