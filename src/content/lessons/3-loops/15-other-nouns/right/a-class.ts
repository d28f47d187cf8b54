/** A class for one set in one pass: its methods observe, compare and act. */
import { claim, DaemonSet, isActive, keyOf, Node, Pod, type Reconcile, type Tools } from 'converge/sdk';
import { podFor } from './daemon-pod.ts';
import { fitOf } from './node-fit.ts';
import { podsByNode } from './pods-by-node.ts';
import { availableInMs, type Seen, statusOf, writeStatus } from './status.ts';

class DaemonPass {
  readonly #seen: Seen;
  readonly #tools: Tools;

  constructor(seen: Seen, tools: Tools) {
    this.#seen = seen;
    this.#tools = tools;
  }

  static async observe(set: DaemonSet, tools: Tools): Promise<DaemonPass> {
    const pods = podsByNode(await claim(set, DaemonSet, Pod, tools));
    return new DaemonPass({ set, nodes: tools.lister(Node).list(), pods, nowMs: tools.now() }, tools);
  }

  get isLeaving(): boolean {
    return this.#seen.set.metadata.deletionTimestamp !== undefined;
  }

  #isEmpty({ metadata }: Node): boolean {
    return !this.#seen.pods.has(metadata.name);
  }

  #surplusOf(node: Node): readonly Pod[] {
    const staying = (this.#seen.pods.get(node.metadata.name) ?? []).filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    if (fitOf(this.#seen.set, node) === 'leave') return staying;
    const kept = staying.find(isActive);
    return staying.filter((pod) => pod !== kept);
  }

  async act(): Promise<Error | undefined> {
    const { set, nodes } = this.#seen;
    const { client, expect } = this.#tools;
    const key = keyOf(set);
    const create = nodes.filter((node) => this.#isEmpty(node) && fitOf(set, node) === 'run');
    const remove = nodes.flatMap((node) => this.#surplusOf(node));
    expect.creations(key, create.length, remove);
    const [made, deleted] = await Promise.all([
      client.createMany(Pod, (index) => podFor(set, create[index]?.metadata.name ?? ''), create.length),
      client.deleteMany(Pod, remove),
    ]);
    expect.creationsFailed(key, made.missing);
    expect.deletionsFailed(key, deleted.failed);
    return made.error ?? deleted.error;
  }

  async report(): Promise<number | undefined> {
    await writeStatus(this.#seen.set, statusOf(this.#seen), this.#tools);
    return availableInMs(this.#seen);
  }
}

export const reconcile: Reconcile = async (key, tools) => {
  const set = tools.lister(DaemonSet).get(key);
  if (set === undefined) return;
  const settled = tools.expect.satisfied(key);
  const pass = await DaemonPass.observe(set, tools);
  const failure = settled && !pass.isLeaving ? await pass.act() : undefined;
  const afterMs = await pass.report();
  if (failure !== undefined) throw failure;
  return afterMs === undefined ? undefined : { afterMs };
};
