/** Names, places and disks that stay a Pod's own: all of them follow from its ordinal. (upstream stateful_set_utils.go) */
import { type Draft, type PersistentVolumeClaim, type Pod, podFromTemplate, type PodTemplateSpec, type StatefulSet } from 'converge/sdk';
import { revisionLabel } from '../shared/revisions.ts';

const nameLabel = 'statefulset.kubernetes.io/pod-name';
const indexLabel = 'apps.kubernetes.io/pod-index';
const memberName = /^(.*)-(\d+)$/;

type Named = { readonly metadata: { readonly name: string } };

/** The number at the end of its name; -1 when there is none. */
export function ordinalOf({ metadata }: Named): number {
  const digits = memberName.exec(metadata.name)?.[2];
  const ordinal = digits === undefined ? -1 : Number(digits);
  return ordinal > 0x7fff_ffff ? -1 : ordinal;
}

/** Its name says that it is one of the set's. */
export function isMemberOf(set: StatefulSet, { metadata }: Named): boolean {
  return memberName.exec(metadata.name)?.[1] === set.metadata.name;
}

export function replicasOf({ spec }: StatefulSet): number {
  return spec.replicas ?? 1;
}

export function startOf({ spec }: StatefulSet): number {
  return spec.ordinals?.start ?? 0;
}

/** Not one that is there only because the set was larger, or began elsewhere. */
export function isWanted(set: StatefulSet, ordinal: number): boolean {
  return ordinal >= startOf(set) && ordinal < startOf(set) + replicasOf(set);
}

export function podName({ metadata }: StatefulSet, ordinal: number): string {
  return `${metadata.name}-${ordinal}`;
}

export function claimName({ metadata }: StatefulSet, template: PersistentVolumeClaim, ordinal: number): string {
  return `${template.metadata.name}-${metadata.name}-${ordinal}`;
}

/** A Pod of this template and revision, with all that is its own. */
export function draftOf(set: StatefulSet, template: PodTemplateSpec, revision: string, ordinal: number): Draft<Pod> {
  const draft = podFromTemplate(set, template);
  const { generateName: _, ...metadata } = draft.metadata;
  const name = podName(set, ordinal);
  const labels = { ...metadata.labels, ...identityLabels(name, ordinal), [revisionLabel]: revision };
  const { serviceName } = set.spec;
  const spec = { ...draft.spec, hostname: name, ...(serviceName !== undefined && { subdomain: serviceName }) };
  const volumes = volumesOf(set, ordinal, draft.spec.volumes);
  return { ...draft, metadata: { ...metadata, name, labels }, spec: volumes === undefined ? spec : { ...spec, volumes } };
}

function identityLabels(name: string, ordinal: number): Readonly<Record<string, string>> {
  return { [nameLabel]: name, [indexLabel]: String(ordinal) };
}

type Volumes = Pod['spec']['volumes'];

/** Its claims take the place of the template's volumes of the same names. */
function volumesOf(set: StatefulSet, ordinal: number, others: Volumes): Volumes {
  const templates = set.spec.volumeClaimTemplates ?? [];
  if (templates.length === 0) return others;
  const own = templates.map((template) => {
    const persistentVolumeClaim = { claimName: claimName(set, template, ordinal) };
    return { name: template.metadata.name, persistentVolumeClaim };
  });
  return [...own, ...(others ?? []).filter(({ name }) => !own.some((each) => each.name === name))];
}

/** Whether somebody has taken away what makes it a member. */
export function hasIdentity({ metadata }: Pod): boolean {
  return metadata.labels?.[nameLabel] === metadata.name;
}

export function hasStorage(set: StatefulSet, pod: Pod): boolean {
  const templates = set.spec.volumeClaimTemplates ?? [];
  return templates.every((template) => {
    const volume = pod.spec.volumes?.find(({ name }) => name === template.metadata.name);
    return volume?.persistentVolumeClaim?.claimName === claimName(set, template, ordinalOf(pod));
  });
}

/** The Pod with its identity and its claims. */
export function repaired(set: StatefulSet, pod: Pod): Pod {
  const { metadata, spec } = pod;
  const ordinal = ordinalOf(pod);
  const labels = { ...metadata.labels, ...identityLabels(metadata.name, ordinal) };
  const volumes = hasStorage(set, pod) ? spec.volumes : volumesOf(set, ordinal, spec.volumes);
  return { ...pod, metadata: { ...metadata, labels }, spec: volumes === undefined ? spec : { ...spec, volumes } };
}

/** The claims that a Pod with this ordinal needs. */
export function claimsOf(set: StatefulSet, ordinal: number): readonly Draft<PersistentVolumeClaim>[] {
  const { namespace } = set.metadata;
  return (set.spec.volumeClaimTemplates ?? []).map((template) => {
    const { labels, annotations, finalizers } = template.metadata;
    return {
      metadata: {
        name: claimName(set, template, ordinal),
        ...(namespace !== undefined && { namespace }),
        labels: { ...labels, ...set.spec.selector.matchLabels },
        ...(annotations !== undefined && { annotations }),
        ...(finalizers !== undefined && { finalizers }),
      },
      spec: template.spec,
      status: {},
    };
  });
}
