/** The same loop as a class, an object for each pass. */
import { claim, isActive, Pod, podFromTemplate, type Reconcile, ReplicaSet, type Tools } from 'converge/sdk';
import { planReplicas } from './plan.ts';
import { availableInMs, statusOf, writeStatus } from './status.ts';

class Pass {
  readonly #key: string;
  readonly #tools: Tools;
  readonly #set: ReplicaSet;
  #failure: Error | undefined;

  constructor(key: string, set: ReplicaSet, tools: Tools) {
    this.#key = key;
    this.#set = set;
    this.#tools = tools;
  }

  async run(): Promise<{ afterMs: number } | undefined> {
    const settled = this.#tools.expect.satisfied(this.#key);
    const claimed = await claim(this.#set, ReplicaSet, Pod, this.#tools);
    const pods = claimed.filter(isActive);
    if (settled && this.#set.metadata.deletionTimestamp === undefined) await this.#closeGap(pods);
    const now = this.#tools.now();
    await writeStatus(this.#set, statusOf(this.#set, pods, now, this.#failure), this.#tools);
    if (this.#failure !== undefined) throw this.#failure;
    const afterMs = availableInMs(this.#set, pods, now);
    return afterMs === undefined ? undefined : { afterMs };
  }

  async #closeGap(pods: readonly Pod[]): Promise<void> {
    const { create, remove } = planReplicas(this.#set, pods, this.#tools);
    if (create > 0) await this.#create(create);
    else if (remove.length > 0) await this.#remove(remove);
  }

  async #create(count: number): Promise<void> {
    const { client, expect } = this.#tools;
    expect.creations(this.#key, count);
    const { missing, error } = await client.createMany(Pod, podFromTemplate(this.#set, this.#set.spec.template), count);
    expect.creationsFailed(this.#key, missing);
    this.#failure = error;
  }

  async #remove(pods: readonly Pod[]): Promise<void> {
    const { client, expect } = this.#tools;
    expect.deletions(this.#key, pods);
    const { failed, error } = await client.deleteMany(Pod, pods);
    expect.deletionsFailed(this.#key, failed);
    this.#failure = error;
  }
}

export const reconcile: Reconcile = async (key, tools) => {
  const set = tools.lister(ReplicaSet).get(key);
  return set === undefined ? undefined : new Pass(key, set, tools).run();
};
