/** Rules for annotations that mean something to a Pod (ValidatePodSpecificAnnotations and what must match them). */
import type { AppArmorProfile, Pod, PodSpec, SeccompProfile } from '../../../api/index.ts';
import { type FieldError, forbiddenField, invalidValue, mirrorPodAnnotation } from '../../../meta/index.ts';
import { checkDescendingPath } from '../checks.ts';
import { containersOf } from './containers-of.ts';

type Annotations = Readonly<Record<string, string>>;

const deletionCost = 'controller.kubernetes.io/pod-deletion-cost';
const seccompPod = 'seccomp.security.alpha.kubernetes.io/pod';
const seccompContainer = 'container.seccomp.security.alpha.kubernetes.io/';
const appArmorContainer = 'container.apparmor.security.beta.kubernetes.io/';

/** `path` is the annotations'. */
export function checkPodAnnotations(annotations: Annotations | undefined, spec: PodSpec, path: string, errors: FieldError[]): void {
  let containers: ReadonlySet<string> | undefined;
  for (const key in annotations) {
    const value = annotations[key] ?? '';
    const at = `${path}[${key}]`;
    if (key === mirrorPodAnnotation && !spec.nodeName) errors.push(invalidValue(at, value, 'must set spec.nodeName if mirror pod annotation is set'));
    if (key === deletionCost && !isCost(value)) errors.push(invalidValue(at, value, 'must be a 32bit integer'));
    if (key === seccompPod || key.startsWith(seccompContainer)) checkSeccompText(value, `${path}.${key}`, errors);
    if (!key.startsWith(appArmorContainer)) continue;
    const name = key.slice(appArmorContainer.length);
    containers ??= new Set(containersOf(spec, '').map(([container]) => container.name));
    if (!containers.has(name)) errors.push(invalidValue(at, name, 'container not found'));
    if (value === '' || value === 'runtime/default' || value === 'unconfined' || value.startsWith('localhost/')) continue;
    errors.push(invalidValue(at, value, `invalid AppArmor profile name: ${JSON.stringify(value)}`));
  }
}

/** A whole number that Go's int32 holds; signs are right but for a plus, and zeros in front aren't. */
const isCost = (text: string): boolean => text === '0' || (/^-?[1-9]\d*$/.test(text) && (Number(text) | 0) === Number(text));

function checkSeccompText(profile: string, path: string, errors: FieldError[]): void {
  if (['runtime/default', 'docker/default', 'unconfined'].includes(profile)) return;
  if (profile.startsWith('localhost/')) checkDescendingPath(profile.slice('localhost/'.length), path, errors);
  else errors.push(invalidValue(path, profile, 'must be a valid seccomp profile'));
}

/** Where an annotation and a field say the same, they must agree. */
export function checkAgreement(annotations: Annotations | undefined, spec: PodSpec, path: string, errors: FieldError[]): void {
  if (annotations === undefined) return;
  const ofPod = spec.securityContext;
  if (ofPod?.seccompProfile !== undefined) {
    checkProfile(annotations[seccompPod], ofPod.seccompProfile, 'seccomp', `${path}.securityContext.seccompProfile`, errors);
  }
  for (const [container, at] of containersOf(spec, path)) {
    const own = container.securityContext;
    if (own?.seccompProfile !== undefined) {
      checkProfile(annotations[`${seccompContainer}${container.name}`], own.seccompProfile, 'seccomp', `${at}.securityContext.seccompProfile`, errors);
    }
    const appArmor = own?.appArmorProfile ?? ofPod?.appArmorProfile;
    if (appArmor === undefined || spec.os?.name === 'windows') continue;
    checkProfile(annotations[`${appArmorContainer}${container.name}`], appArmor, 'apparmor', `${at}.securityContext.appArmorProfile`, errors);
  }
}

function checkProfile(
  annotation: string | undefined,
  { type, localhostProfile }: SeccompProfile | AppArmorProfile,
  what: 'seccomp' | 'apparmor',
  path: string,
  errors: FieldError[],
): void {
  if (annotation === undefined) return;
  const docker = what === 'seccomp' ? ['docker/default'] : [];
  const texts: Readonly<Record<string, readonly string[]>> = { Unconfined: ['unconfined'], RuntimeDefault: ['runtime/default', ...docker] };
  const differs = type === 'Localhost' ? !annotation.startsWith('localhost/') : texts[type]?.includes(annotation) === false;
  if (differs) errors.push(forbiddenField(`${path}.type`, `${what} type in annotation and field must match`));
  else if (type === 'Localhost' && annotation !== `localhost/${localhostProfile}`) {
    errors.push(forbiddenField(`${path}.localhostProfile`, `${what} profile in annotation and field must match`));
  }
}

/** Annotations that stay as they are. */
export function checkAnnotationUpdate({ metadata }: Pod, old: Pod, errors: FieldError[]): void {
  const [now, before] = [metadata.annotations ?? {}, old.metadata.annotations ?? {}];
  for (const key of new Set([...Object.keys(before), ...Object.keys(now)])) {
    if (now[key] === before[key]) continue;
    const at = `metadata.annotations[${key}]`;
    const change = before[key] === undefined ? 'add' : 'remove or update';
    if (key.startsWith(appArmorContainer)) errors.push(forbiddenField(at, `may not ${change} AppArmor annotations`));
    if (key === mirrorPodAnnotation) errors.push(forbiddenField(at, `may not ${change} mirror pod annotation`));
  }
}
