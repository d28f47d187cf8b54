/** Sentences about what the trace holds. Each is made of what was recorded: who wrote, which fields, what the scheduler knew. */
import { controllerOf, type KubeObject, type TraceEvent } from '../../engine/index.ts';
import type { FieldView } from '../../viz/model.ts';
import { loopNames } from '../../viz/loop-names.ts';
import { nestedNumber, nestedString } from '../nested-field.ts';
import { diffFields } from '../object-diff.ts';
import { type TraceIndex, objectOf, type Write } from './trace-index.ts';
import { stateChanges, withoutStates } from './status-changes.ts';

/** "the ReplicaSet loop", "the kubelet on `node-1`"; a lesson's room is no loop of anybody's. `at`: when, for a loop may have been the learner's own then. */
export function who(component: string, traceIndex: TraceIndex, at: number): string {
  const [what = '', name = ''] = component.split('/');
  if (what === 'controller' && name === 'room') return 'the room';
  if (what === 'controller')
    return `${traceIndex.isLearners(name, at) ? 'your' : 'the'} ${loopNames[name] ?? `${name} loop`}`;
  if (what === 'kubelet') return name === '' ? 'the kubelet' : `the kubelet on \`${name}\``;
  if (what === 'you') return 'you';
  if (what === 'session') return 'your script';
  if (what === 'kubectl') return 'your command';
  if (what === 'scheduler' || what === 'kube-scheduler') return 'the scheduler';
  if (what === 'kube-controller-manager') return 'the controller manager';
  return what === 'apiserver' ? 'the API server' : what;
}

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** `Pod/web-xl6cn` */
export function nameOf(object: KubeObject): string {
  const { namespace, name } = object.metadata;
  return `${object.kind}/${namespace === undefined || namespace === 'default' ? '' : `${namespace}/`}${name}`;
}

/** What a write did: a verb with its object, and what is to be said of it. `it`: the object is the one spoken of. */
export function didWhat(write: Write, it: boolean): { readonly did: string; readonly says: string } {
  const { before, after } = write;
  const object = objectOf(write);
  const name = it ? 'it' : object === undefined ? `\`${write.key}\`` : `${article(object)} \`${object.metadata.name}\``;
  if (before === undefined) return { did: `created ${name}`, says: firstWords(after) };
  if (after === undefined) return { did: `removed ${name}`, says: '' };
  const bound = nestedString(after, 'spec', 'nodeName');
  if (bound !== '' && nestedString(before, 'spec', 'nodeName') === '')
    return { did: it ? `bound it to \`${bound}\`` : `bound ${name} to \`${bound}\``, says: '' };
  if (after.metadata.deletionTimestamp !== undefined && before.metadata.deletionTimestamp === undefined) {
    const grace = after.metadata.deletionGracePeriodSeconds;
    const ending = grace === undefined || grace === 0 ? '' : `It has ${grace} s to end.`;
    return { did: `deleted ${name}`, says: [ending, waitWords(after)].filter((each) => each !== '').join(' ') };
  }
  const fields = diffFields(withoutStates(before), withoutStates(after));
  const states = stateChanges(before, after);
  const onlyStatus = fields.length + states.length > 0 && fields.every(({ path }) => path.startsWith('status'));
  const says = changeWords(fields, states);
  return { did: onlyStatus ? `updated ${it ? 'its status' : `the status of ${name}`}` : `changed ${name}`, says };
}

/** "It waits for `example.com/printed`.": the finalizers that hold an object which is being deleted. */
export function waitWords({ metadata }: KubeObject): string {
  const names = (metadata.finalizers ?? []).map((name) => `\`${name}\``);
  if (metadata.deletionTimestamp === undefined || names.length === 0) return '';
  return `It waits for ${names.length === 1 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`}.`;
}

/** "the ReplicaSet", "the Pod" */
const article = ({ kind }: KubeObject): string => `the ${kind}`;

function firstWords(object: KubeObject | undefined): string {
  const replicas = nestedNumber(object, 'spec', 'replicas');
  return replicas === undefined ? '' : `\`spec.replicas\` ${replicas}.`;
}

/** "`spec.replicas` 4 → 5, `status.phase` Pending → Running, `nginx` runs, `Ready`: True." Times say nothing here. */
function changeWords(fields: readonly FieldView[], states: readonly string[]): string {
  const weighty = fields.filter(({ path }) => !/[Tt]ime$|Timestamp$|observedGeneration$|\.generation$|\.message$/.test(path));
  // Each list of addresses has its first beside it.
  const singular = weighty.filter(({ path }) => !(path.endsWith('IPs') && weighty.some((other) => `${other.path}s` === path)));
  const named = singular.length + states.length > 0 ? singular : fields;
  const words = [...named.map(fieldWords), ...states];
  if (words.length === 0) return '';
  const most = states.length > 0 ? mostTold + 1 : mostTold;
  // A number that stands for one is no shorter than it.
  const shown = words.length === most + 1 ? words : first(named.map(fieldWords), states, most);
  return `${shown.join(', ')}${words.length > shown.length ? ` and ${words.length - shown.length} more` : ''}.`;
}

const mostTold = 3;

/** Some of both: what a container does and what is true of it says more than the third address. */
function first(fields: readonly string[], states: readonly string[], most: number): readonly string[] {
  const begun = fields.slice(0, Math.max(1, most - Math.min(states.length, 2)));
  return [...begun, ...states].slice(0, most);
}

function fieldWords({ path, from, to }: FieldView): string {
  const whole = /^[[{…]/.test(from) || /^[[{…]/.test(to);
  return `\`${path}\` ${whole ? (from === '' ? 'set' : to === '' ? 'gone' : 'changed') : `${from || 'nothing'} → ${to || 'nothing'}`}`;
}

/** How the scheduler came to this node: "All 3 nodes fit; `node-2` and `node-3` scored 695, chance picked." */
export function choiceWords(bind: TraceEvent, traceIndex: TraceIndex): string {
  const decision = traceIndex.decision(bind);
  if (decision === undefined) return '';
  const { of, fit, totals } = decision;
  if (fit.length === 0) return '';
  const only = fit.length === 1 ? `Only \`${fit[0] ?? ''}\` fits, of ${of}.` : undefined;
  if (of === 1) return 'There is one node, and it fits.';
  if (only !== undefined || totals.length === 0) return only ?? '';
  const top = Math.max(...totals);
  const best = fit.filter((_, index) => totals[index] === top).map((name) => `\`${name}\``);
  const fits = fit.length === of ? `All ${of} nodes fit` : `${fit.length} of ${of} nodes fit`;
  if (best.length === 1) return `${fits}; ${best[0] ?? ''} scored highest, ${top}.`;
  const named = best.length > 3 ? `${best.length} of them` : `${best.slice(0, -1).join(', ')} and ${best.at(-1) ?? ''}`;
  return `${fits}; ${named} scored ${top}, chance picked.`;
}

/**
 * "Wanted 5, counted 4.": where the object that was reconciled wants a number and the write made or ended one of its own. Counted as etcd had
 * it when the look began; said only when it explains how many were asked for.
 */
export function countWords(actor: TraceEvent, write: Write, traceIndex: TraceIndex): string {
  const made = objectOf(write);
  const uid = made === undefined ? undefined : controllerOf(made)?.uid;
  const created = write.before === undefined;
  const ended = write.after === undefined || write.after.metadata.deletionTimestamp !== undefined;
  // `replicas` counts Pods: a Deployment that wants three makes one ReplicaSet.
  if (uid === undefined || made?.kind !== 'Pod' || !(created || ended)) return '';
  const world = traceIndex.worldBefore(traceIndex.t(actor));
  let owner: KubeObject | undefined;
  for (const objects of world.values()) for (const { object } of objects.values()) if (object.metadata.uid === uid) owner = object;
  const wanted = nestedNumber(owner, 'spec', 'replicas');
  if (wanted === undefined) return '';
  let counted = 0;
  for (const { object } of world.get(made.kind)?.values() ?? [])
    if (controllerOf(object)?.uid === uid && isActive(object)) counted += 1;
  const method = created ? 'POST' : 'DELETE';
  const asked = traceIndex.effects(actor.id).filter(({ type, what }) => type === 'request' && isAbout(what, method, made.kind)).length;
  if (wanted - counted === (created ? asked : -asked)) return `Wanted ${wanted}, counted ${counted}.`;
  return `Wanted ${wanted}; this pass requested ${asked} ${created ? 'creations' : 'deletions'}.`;
}

/** "POST pods" is about Pods. */
const isAbout = (what: string, method: string, kind: string): boolean =>
  what.toLowerCase().startsWith(`${method} ${kind}`.toLowerCase());

function isActive(object: KubeObject): boolean {
  const status: unknown = 'status' in object ? object.status : undefined;
  const phase = typeof status === 'object' && status !== null && 'phase' in status ? status.phase : undefined;
  return object.metadata.deletionTimestamp === undefined && phase !== 'Failed' && phase !== 'Succeeded';
}
