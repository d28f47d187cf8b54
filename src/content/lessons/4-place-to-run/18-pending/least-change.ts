/** What a repair leaves as it was: of each Deployment all but the field with the mistake, and of the nodes what the text doesn’t name. */
import { deepEqual, type Deployment, type Node } from 'converge/sdk';
import { mistake } from '../../../../lesson/universes/finding.ts';
import type { CaseFinding } from '../../../../lesson/universes/types.ts';

const more = mistake('changed more than the cause', 'The event named one reason. Which of your changes has nothing to do with it?');
const opened = mistake('opened a node that is reserved', 'A toleration lets a Pod in wherever the taint keeps others away. Which Deployment here is a database?');
const tooWide = mistake('tolerated every taint', 'A node that fails gets taints as well, and they drive Pods out. Which taint is meant here, and by which key?');

/** The field of the Pod’s spec that has the mistake; of the other Deployments nothing changes. */
const mendedField: Readonly<Record<string, string>> = {
  huge: 'containers',
  db: 'tolerations',
  arch: 'nodeSelector',
  gated: 'schedulingGates',
  lost: 'schedulerName',
};

type Fields = Readonly<Record<string, unknown>>;

/** All but how much CPU they request. */
const containersOf = ({ spec }: Deployment): readonly object[] =>
  (spec.template.spec?.containers ?? []).map(({ resources, ...rest }) => ({ ...rest, ...resources, requests: { ...resources?.requests, cpu: undefined } }));

/** By the name of each field: what a repair may not touch. */
function keptFields(name: string, deployment: Deployment): Fields {
  const { template, replicas, ...spec } = deployment.spec;
  const pod = Object.entries(template.spec ?? {}).filter(([field]) => field !== mendedField[name]);
  return { ...spec, replicas: replicas ?? 1, labels: template.metadata?.labels, ...Object.fromEntries(pod), ...(name === 'huge' && { containers: containersOf(deployment) }) };
}

/** The first field that differs. */
function changedField(was: Fields, is: Fields): string | undefined {
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].find((field) => !deepEqual(was[field], is[field]));
}

const tolerationsOf = (deployment: Deployment) => deployment.spec.template.spec?.tolerations ?? [];

export function changedMore(name: string, was: Deployment, is: Deployment): CaseFinding | undefined {
  if (tolerationsOf(is).some(({ key }) => key === undefined || key === '')) return { ...tooWide, seen: `The Deployment \`${name}\` has a toleration without a key: it tolerates every taint.` };
  if (name !== 'db' && tolerationsOf(is).some(({ key }) => key === 'dedicated')) return { ...opened, seen: `The Deployment \`${name}\` tolerates the taint of \`node-3\`, and is no database.` };
  const field = changedField(keptFields(name, was), keptFields(name, is));
  return field === undefined ? undefined : { ...more, seen: `The Deployment \`${name}\` has another \`${field}\` than before.` };
}

/** Each node with the taints that someone has put on it: what the node itself is marked with comes and goes. */
const marksOf = (nodes: readonly Node[]): Fields =>
  Object.fromEntries(nodes.map(({ metadata, spec }) => [metadata.name, (spec.taints ?? []).filter(({ key }) => !key.startsWith('node.kubernetes.io/')).map(({ key, value, effect }) => `${key}=${value}:${effect}`)]));

/** `node-1` loses the mark of a cordoned node; nothing else may come or go. */
export function changedNodes(was: readonly Node[], is: readonly Node[]): CaseFinding | undefined {
  const name = changedField(marksOf(was), marksOf(is));
  if (name !== undefined) return { ...more, seen: `The node \`${name}\` isn’t marked as it was before, or wasn’t there.` };
  const closed = is.find(({ metadata, spec }) => spec.unschedulable === true && was.find((each) => each.metadata.uid === metadata.uid)?.spec.unschedulable !== true);
  return closed && { ...more, seen: `The node \`${closed.metadata.name}\` is cordoned. It wasn’t before.` };
}
