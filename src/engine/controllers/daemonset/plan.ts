/** Which daemons are missing and which are too many, whatever their template. Does nothing itself. (upstream podsShouldBeOnNode) */
import { type DaemonSet, hasEnded, isAvailable, isReady, type Pod } from 'converge/sdk';
import { revisionLabel } from '../shared/revisions.ts';
import type { BackOff } from './back-off.ts';
import { surges } from './limits.ts';
import { fitOf, tolerationsOf } from './node-fit.ts';
import type { Seen } from './status.ts';

export interface Plan {
  /** Names of nodes that get a Pod. */
  readonly create: readonly string[];
  readonly remove: readonly Pod[];
}

export interface NodesPlan extends Plan {
  /** Of those that are removed: the ones that have ended, and where. */
  readonly ended: readonly { readonly pod: Pod; readonly nodeName: string }[];
  /** When a failed Pod may be replaced that may not be now. */
  readonly againInMs: number | undefined;
}

/** What a pass knows. */
export interface Pass extends Seen {
  /** Of the present template. */
  readonly hash: string;
}

/** Brings each node to the one Pod it should have, or to none. */
export function planNodes(pass: Pass, backOff: BackOff): NodesPlan {
  const { set, nodes, pods, nowMs } = pass;
  const create: string[] = [];
  const remove: Pod[] = [];
  const ended: { readonly pod: Pod; readonly nodeName: string }[] = [];
  let againInMs: number | undefined;
  const tolerations = tolerationsOf(set);
  for (const node of nodes) {
    const { name } = node.metadata;
    const fit = fitOf(set, node, tolerations);
    const there = pods.get(name);
    if (there === undefined) {
      if (fit === 'run') create.push(name);
      continue;
    }
    const staying = there.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    if (fit === 'leave') {
      remove.push(...staying);
      continue;
    }
    const running = staying.filter((pod) => !hasEnded(pod));
    for (const pod of staying) {
      if (running.includes(pod)) continue;
      const waitMs = pod.status.phase === 'Failed' ? delay(backOff, backOffKey(set, name), nowMs) : 0;
      if (waitMs > 0) {
        againInMs = Math.min(againInMs ?? waitMs, waitMs);
        continue;
      }
      ended.push({ pod, nodeName: name });
      remove.push(pod);
    }
    remove.push(...surplusOf(pass, running));
    if (surges(set) && running.length === 0 && fit === 'run') create.push(name);
  }
  return { create, remove: [...remove, ...forgotten(pass)], ended, againInMs };
}

/** A failure of the same generation on the same node waits longer and longer. */
function backOffKey({ metadata, status }: DaemonSet, nodeName: string): string {
  return `${metadata.uid}/${status.observedGeneration ?? 0}/${nodeName}`;
}

/** 0 when it may go on, which begins the next wait. */
function delay(backOff: BackOff, key: string, nowMs: number): number {
  const waitMs = backOff.waitMs(key, nowMs);
  if (waitMs === 0) backOff.next(key, nowMs);
  return waitMs;
}

/** Those of a node that are one too many. While a set surges, an old one and its replacement may both be there for a time. */
function surplusOf({ set, hash, nowMs }: Pass, running: readonly Pod[]): readonly Pod[] {
  if (running.length <= 1) return [];
  if (!surges(set)) return running.slice(1);
  const isNew = ({ metadata }: Pod): boolean => metadata.labels?.[revisionLabel] === hash;
  const newPod = running.find(isNew);
  const oldPod = running.find((pod) => !isNew(pod));
  const others = running.filter((pod) => pod !== newPod && pod !== oldPod);
  if (newPod === undefined || oldPod === undefined) return others;
  const isReplaced = !isReady(oldPod) || isAvailable(newPod, set.spec.minReadySeconds ?? 0, nowMs);
  return isReplaced ? [...others, oldPod] : others;
}

/** Pods for nodes that are gone, which no scheduler will ever bind, nor the collector of Pods find. (upstream getUnscheduledPodsWithoutNode) */
function forgotten({ nodes, pods }: Pass): readonly Pod[] {
  const names = new Set(nodes.map(({ metadata }) => metadata.name));
  const elsewhere = [...pods].filter(([nodeName]) => !names.has(nodeName)).flatMap(([, there]) => there);
  return elsewhere.filter(({ spec }) => spec.nodeName === undefined || spec.nodeName === '');
}
