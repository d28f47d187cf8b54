/** A class for one Service in one pass: its methods observe, compare and act. */
import { conditionOf, EndpointSlice, isNotFound, keyOf, Pod, type Reconcile, Service, type Tools } from 'converge/sdk';
import { type Conditions, endpointFor, portsOf } from './endpoint-for.ts';
import { isManagedHere, planSlices, type SlicePlan } from './plan-slices.ts';

class ServicePass {
  readonly #service: Service;
  readonly #tools: Tools;

  constructor(service: Service, tools: Tools) {
    this.#service = service;
    this.#tools = tools;
  }

  observe() {
    const { namespace } = this.#service.metadata;
    const pods = this.#tools.lister(Pod).list(namespace).filter((pod) => this.#matches(pod) && this.#answers(pod));
    return pods.map((pod) => ({ endpoint: endpointFor(pod, this.#service, this.#conditions(pod)), ports: portsOf(pod, this.#service) }));
  }

  compare(): SlicePlan {
    const slices = this.#tools.lister(EndpointSlice).controlledBy(this.#service);
    return planSlices(this.#service, this.observe(), slices.filter(isManagedHere));
  }

  async act({ create, update, remove }: SlicePlan): Promise<void> {
    const { client, expect } = this.#tools;
    const key = keyOf(this.#service);
    expect.creations(key, create.length);
    const results = await Promise.allSettled(create.map((slice) => client.create(EndpointSlice, slice)));
    const refused = results.filter((result) => result.status === 'rejected');
    expect.creationsFailed(key, refused.length);
    await Promise.all(update.map((slice) => client.update(EndpointSlice, slice)));
    for (const slice of remove)
      await client.delete(EndpointSlice, slice).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      });
    if (refused[0] !== undefined) throw refused[0].reason;
  }

  #matches({ metadata: { labels = {} } }: Pod): boolean {
    return Object.entries(this.#service.spec.selector ?? {}).every(([name, value]) => labels[name] === value);
  }

  #answers({ status: { phase, podIP } }: Pod): boolean {
    return podIP !== undefined && podIP !== '' && phase !== 'Succeeded' && phase !== 'Failed';
  }

  #conditions({ status, metadata }: Pod): Conditions {
    const serving = conditionOf(status.conditions, 'Ready')?.status === 'True';
    const terminating = metadata.deletionTimestamp !== undefined;
    return { ready: this.#service.spec.publishNotReadyAddresses === true || (serving && !terminating), serving, terminating };
  }
}

export const reconcile: Reconcile = async (key, tools) => {
  if (!tools.expect.satisfied(key)) return;
  const service = tools.lister(Service).get(key);
  if (service === undefined || Object.keys(service.spec.selector ?? {}).length === 0) return;
  const pass = new ServicePass(service, tools);
  await pass.act(pass.compare());
};
