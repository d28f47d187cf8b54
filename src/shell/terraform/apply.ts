/** Carries a plan out, one action after the other, and writes the state after each. */
import { type CloudClient, isNotFound } from '../../engine/index.ts';
import type { Process } from '../types.ts';
import { evaluate, knownAttributes, type PlannedAttributes, type Resource } from './config.ts';
import type { Action, Counts, Plan } from './plan.ts';
import { addressOf } from './print-plan.ts';
import { attributesNow } from './refresh.ts';
import type { Attributes, ResourceType } from './schema.ts';
import { type State, withResource, writeState } from './state.ts';

/** How often the cloud is asked whether it is done; milliseconds. */
const pollMs = 1000;
/** So often a line says that it still goes on; milliseconds. */
const sayAfterMs = 10_000;
/** So long is waited for one resource; milliseconds. */
const longestMs = 300_000;

export interface ApplyParts {
  readonly cloud: CloudClient;
  readonly process: Process;
}

export interface Applied {
  readonly done: Counts;
  readonly failed: number;
  readonly errors: readonly unknown[];
}

interface Running extends ApplyParts {
  state: State;
  readonly done: { add: number; change: number; destroy: number };
}

/** An action that needs one that failed isn't tried. */
export async function applyPlan({ actions }: Plan, state: State, parts: ApplyParts): Promise<Applied> {
  const running: Running = { ...parts, state, done: { add: 0, change: 0, destroy: 0 } };
  const failed = new Set<string>();
  const errors: unknown[] = [];
  for (const action of actions) {
    const address = addressOf(action);
    if (action.do !== 'delete' && action.resource.needs.some((need) => failed.has(need))) {
      failed.add(address);
      continue;
    }
    try {
      await carryOut(running, action);
    } catch (error) {
      failed.add(address);
      errors.push(error);
    }
  }
  return { done: running.done, failed: failed.size, errors };
}

async function carryOut(running: Running, action: Action): Promise<void> {
  switch (action.do) {
    case 'create':
      return create(running, action.resource);
    case 'update':
      return update(running, action.resource, action.before);
    case 'delete':
      return remove(running, action.address, action.type, action.before);
    case 'replace':
      await remove(running, action.resource.address, action.resource.type, action.before);
      return create(running, action.resource);
  }
}

async function create(running: Running, resource: Resource): Promise<void> {
  const { process, cloud, done } = running;
  const { address, type } = resource;
  const wanted = attributesFor(running, resource);
  const spec = type.spec(wanted);
  const first = type.freed?.(wanted);
  process.stdout(`${address}: Creating...\n`);
  const began = process.options.now();
  await type.collection(cloud).create(first ?? spec);
  const attributes = await waitFor(running, `${address}: Still creating...`, began, async () => {
    const found = await type.collection(cloud).get(spec.name);
    return found.state === 'active' ? type.attributesOf(found) : undefined;
  });
  remember(running, address, attributes);
  if (first !== undefined) {
    await type.collection(cloud).update(spec);
    remember(running, address, await attributesNow(type, spec.name, cloud));
  }
  done.add += 1;
  process.stdout(`${address}: Creation complete after ${elapsed(process, began)} [id=${spec.name}]\n`);
}

async function update(running: Running, resource: Resource, before: Attributes): Promise<void> {
  const { process, cloud, done } = running;
  const { address, type } = resource;
  const id = String(before['id']);
  process.stdout(`${address}: Modifying... [id=${id}]\n`);
  const began = process.options.now();
  const wanted = attributesFor(running, resource);
  const freed = type.freed?.(before, wanted);
  if (freed !== undefined) await type.collection(cloud).update(freed);
  await type.collection(cloud).update(type.spec(wanted));
  remember(running, address, await attributesNow(type, id, cloud));
  done.change += 1;
  process.stdout(`${address}: Modifications complete after ${elapsed(process, began)} [id=${id}]\n`);
}

async function remove(running: Running, address: string, type: ResourceType, before: Attributes): Promise<void> {
  const { process, cloud, done } = running;
  const id = String(before['id']);
  process.stdout(`${address}: Destroying... [id=${id}]\n`);
  const began = process.options.now();
  const freed = type.freed?.(before);
  if (freed !== undefined) await unlessGone(() => type.collection(cloud).update(freed));
  await unlessGone(() => type.collection(cloud).delete(id));
  await waitFor(running, `${address}: Still destroying... [id=${id}]`, began, async () => {
    const found = await unlessGone(() => type.collection(cloud).get(id));
    return found === undefined ? true : undefined;
  });
  remember(running, address, undefined);
  done.destroy += 1;
  process.stdout(`${address}: Destruction complete after ${elapsed(process, began)}\n`);
}

/** What it refers to is there by now. */
function attributesFor({ state }: Running, resource: Resource): Attributes {
  const known = new Map<string, PlannedAttributes>(state.resources);
  const planned = evaluate(resource, known);
  const own = Object.entries(planned).filter(([name]) => resource.type.attributes[name]?.computed !== true);
  const attributes = knownAttributes(Object.fromEntries(own));
  if (attributes === undefined) throw new Error(`${resource.address} refers to what isn't known`);
  return attributes;
}

function remember(running: Running, address: string, attributes: Attributes | undefined): void {
  running.state = withResource(running.state, address, attributes);
  writeState(running.process.options.files, running.state);
}

async function waitFor<T>({ process }: Running, words: string, began: number, look: () => Promise<T | undefined>): Promise<T> {
  const { now, sleep } = process.options;
  for (let saidAt = began; ; ) {
    const found = await look();
    if (found !== undefined) return found;
    if (now() - began > longestMs) throw new Error('timeout while waiting for state to become what was asked for (timeout: 5m0s)');
    await sleep(pollMs);
    if (now() - saidAt < sayAfterMs) continue;
    saidAt = now();
    process.stdout(`${words} [${elapsed(process, began)} elapsed]\n`);
  }
}

const elapsed = ({ options }: Process, began: number): string => `${Math.floor((options.now() - began) / 1000)}s`;

async function unlessGone<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
