/** What a repair leaves as it was: of each Deployment all but the field with the mistake, and of the nodes what the text doesn’t name. */
import { deepEqual, type Deployment, type KubeObject, type Node, type ResourceQuota, type Toleration } from 'converge/sdk';
import { mistake } from '../../../../lesson/universes/finding.ts';
import type { CaseFinding } from '../../../../lesson/universes/types.ts';

const more = mistake('changed more than the cause', 'The event named one reason. Which of your changes has nothing to do with it?');
const opened = mistake('opened a node that is reserved', 'A toleration lets a Pod in wherever the taint keeps others away. Which Deployment here is a database?');
const tooWide = mistake('tolerated every taint', 'A node that fails gets taints as well, and they drive Pods out. Which taint is meant here, and by which key?');

type Fields = Readonly<Record<string, unknown>>;

/** All but how much CPU they request. */
const containersOf = ({ spec }: Deployment): readonly object[] =>
  (spec.template.spec?.containers ?? []).map(({ resources, ...rest }) => ({ ...rest, ...resources, requests: { ...resources?.requests, cpu: undefined } }));

const tolerationsOf = ({ spec }: Deployment): readonly Toleration[] => spec.template.spec?.tolerations ?? [];

/** The field of the Pod’s spec that has the mistake, and what of it stays; of the other Deployments nothing changes. */
const mendedFields: Readonly<Record<string, (deployment: Deployment) => Fields>> = {
  huge: (deployment) => ({ containers: containersOf(deployment) }),
  db: (deployment) => ({ tolerations: tolerationsOf(deployment).filter(({ key }) => key !== 'dedicated') }),
  arch: ({ spec }) => ({ nodeSelector: { ...spec.template.spec?.nodeSelector, 'kubernetes.io/arch': undefined } }),
  gated: () => ({ schedulingGates: undefined }),
  lost: () => ({ schedulerName: undefined }),
};

/** By the name of each field: what a repair may not touch. */
function keptFields(name: string, deployment: Deployment): Fields {
  const { template, replicas, ...spec } = deployment.spec;
  return { ...spec, replicas: replicas ?? 1, labels: template.metadata?.labels, ...template.spec, ...mendedFields[name]?.(deployment) };
}

/** The first field that differs. */
function changedField(was: Fields, is: Fields): string | undefined {
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].find((field) => !deepEqual(was[field], is[field]));
}

export function changedMore(name: string, was: Deployment, is: Deployment): CaseFinding | undefined {
  if (tolerationsOf(is).some(({ key }) => key === undefined || key === '')) return { ...tooWide, seen: `The Deployment \`${name}\` has a toleration without a key: it tolerates every taint.` };
  if (name !== 'db' && tolerationsOf(is).some(({ key }) => key === 'dedicated')) return { ...opened, seen: `The Deployment \`${name}\` tolerates the taint of \`node-3\`, and is no database.` };
  const field = changedField(keptFields(name, was), keptFields(name, is));
  if (field === undefined) return undefined;
  const isMended = mendedFields[name]?.(is)[field] !== undefined;
  return { ...more, seen: isMended ? `In \`${field}\` of the Deployment \`${name}\`, more has changed than the mistake.` : `The Deployment \`${name}\` has another \`${field}\` than before.` };
}

/** Each node with the taints that someone has put on it: what the node itself is marked with comes and goes. */
const marksOf = (nodes: readonly Node[]): Fields =>
  Object.fromEntries(
    nodes.map(({ metadata: { name, uid }, spec: { taints = [] } }) => {
      const own = taints.filter(({ key }) => !key.startsWith('node.kubernetes.io/'));
      return [name, [uid, ...own.map(({ key, value, effect }) => `${key}=${value}:${effect}`)]];
    }),
  );

/** The label that the text asks for is judged by itself. */
const labelsOf = (nodes: readonly Node[]): Fields =>
  Object.fromEntries(nodes.map(({ metadata: { name, labels } }) => [name, { ...labels, ...(name === 'node-2' && { disk: undefined }) }]));

/** `node-1` loses the mark of a cordoned node; nothing else may come or go. */
export function changedNodes(was: readonly Node[], is: readonly Node[]): CaseFinding | undefined {
  const name = changedField(marksOf(was), marksOf(is));
  if (name !== undefined) return { ...more, seen: `The node \`${name}\` isn’t marked as it was before, or isn’t the one that was there.` };
  const labeled = changedField(labelsOf(was), labelsOf(is));
  if (labeled !== undefined) return { ...more, seen: `The node \`${labeled}\` has other labels than before.` };
  const closed = is.find(({ metadata, spec }) => spec.unschedulable === true && was.find((each) => each.metadata.uid === metadata.uid)?.spec.unschedulable !== true);
  return closed && { ...more, seen: `The node \`${closed.metadata.name}\` is cordoned. It wasn’t before.` };
}

/** All that it limits, but for the number of Pods. */
const otherLimits = (quota: ResourceQuota | undefined): Fields => ({ ...quota?.spec, hard: { ...quota?.spec?.hard, pods: undefined } });

export function changedQuota(was: ResourceQuota | undefined, is: ResourceQuota | undefined): CaseFinding | undefined {
  const field = changedField(otherLimits(was), otherLimits(is));
  return field === undefined ? undefined : { ...more, seen: 'The quota of the namespace `team` limits something else than Pods.' };
}

/** Nothing new is needed. */
export function added(was: readonly KubeObject[], is: readonly KubeObject[]): CaseFinding | undefined {
  const extra = is.find(({ metadata }) => !was.some((each) => each.metadata.uid === metadata.uid));
  return extra && { ...more, seen: `The ${extra.kind} \`${extra.metadata.name}\` wasn’t there before.` };
}
