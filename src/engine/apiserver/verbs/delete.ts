/** DELETE of one object or of a collection (upstream: registry/generic/registry/store.go, rest/delete.go). */
import {
  badRequest,
  conflict,
  type FieldError,
  formatTime,
  invalidValue,
  isJsonObject,
  type Json,
  type JsonObject,
  type KubeObject,
  notSupported,
  type Status,
  success,
  timeMsOf,
} from '../../meta/index.ts';
import { decode } from '../../api/index.ts';
import { asJson } from '../codec.ts';
import type { Context } from '../context.ts';
import { readBody } from '../decode.ts';
import { isBeingEmptied, keepsItself, terminating } from '../namespaces.ts';
import { attempt, type Done, onward, refuse, storageFailure } from '../outcome.ts';
import { dryRunErrors, refuseOptions, selectionOf } from '../parameters.ts';
import { type Representation, representation } from '../representation.ts';
import { objectPath, pathOf, type Resource } from '../resource.ts';
import { respondJson, respondStatus } from '../respond.ts';
import type { Change, Updated } from '../storage.ts';
import { attributesOf, finished } from '../write.ts';

export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground';
  readonly dryRun: boolean;
}

const foreground = 'foregroundDeletion';
const orphan = 'orphan';

/** DELETE of one object. 200 with the object while it is on its way out, else as its kind answers. */
export function remove(context: Context): void {
  const { info, resource } = context;
  const options = deleteOptions(context);
  // Whether it can be answered is known before anything is deleted.
  const shape = representation(context);
  deleteObject(context, objectPath(resource, info.namespace, info.name), options, (outcome) => {
    if (outcome.status !== undefined) respondStatus(context.exchange, outcome.status, context.warnings);
    else respondJson(context.exchange, 200, deletionAnswer(resource, shape, outcome.ok), context.warnings);
  });
}

/** DELETE of all that is selected; answers with the list of them. */
export function removeCollection(context: Context): void {
  const { storage, request, info, resource, exchange } = context;
  const selection = selectionOf(resource, request.query, info.namespace);
  const options = deleteOptions(context);
  const shape = representation(context);
  storage.list({ namespace: selection.namespace }, (result) => {
    if ('failed' in result) return respondStatus(exchange, storageFailure(result.failed));
    const objects = result.ok.objects.filter((object) => selection.matches?.(object) !== false);
    const metadata = { resourceVersion: String(result.ok.revision) };
    let left = objects.length;
    let refused: Status | undefined;
    const finish = () => {
      if (refused !== undefined) respondStatus(exchange, refused, context.warnings);
      else respondJson(exchange, 200, shape.list(objects, metadata), context.warnings);
    };
    if (left === 0) return finish();
    for (const object of objects) {
      deleteObject(context, pathOf(resource, object), options, (outcome) => {
        // Another request was faster: gone is gone.
        if (outcome.status !== undefined && outcome.status.reason !== 'NotFound') refused ??= outcome.status;
        left -= 1;
        if (left === 0) finish();
      });
    }
  });
}

/** Deletes or begins to delete the object under a path. */
export function deleteObject(
  context: Context,
  path: string,
  options: DeleteOptions,
  done: Parameters<Context['storage']['update']>[3],
  admission: 'asked' | 'unasked' = 'asked',
): void {
  const { storage, resource, parts } = context;
  const change = (current: KubeObject, changed: Done<Change>): void => {
    const checked = attempt(() => checkPreconditions(resource, current, options));
    if (checked.status !== undefined) return changed(checked);
    if (isBeingEmptied(current)) return changed({ ok: { put: current } });
    const plan = () => changed(attempt(() => planDeletion(resource, current, options, parts.clock.now())));
    if (admission === 'unasked') return plan();
    const attributes = attributesOf(context, 'DELETE', current.metadata.name, current);
    parts.admission.validate(undefined, attributes, onward(changed, plan));
  };
  storage.update(path, change, { dryRun: options.dryRun }, done);
}

/**
 * What deleting makes of an object: nothing more (remove), or one with a deletionTimestamp, which whoever holds a
 * finalizer or has to stop the pod will finish.
 */
export function planDeletion(resource: Resource, live: KubeObject, options: DeleteOptions, nowMs: number): Change {
  const { rules } = resource.definition;
  const current = rules.prepareForDelete?.(live) ?? live;
  const { metadata } = current;
  const deadline = deadlineOf(resource, current, options.gracePeriodSeconds, nowMs);
  if (deadline === 'as before') return { put: current };
  const finalizers = wantedFinalizers(metadata.finalizers ?? [], options.propagationPolicy ?? rules.propagationPolicy);
  const held = finalizers.length > 0 || keepsItself(current);
  if (deadline.seconds === 0 && !held) return { remove: current };
  const isMarked = metadata.deletionTimestamp !== undefined;
  const changes = !isMarked || deadline.seconds < (metadata.deletionGracePeriodSeconds ?? 0);
  if (!changes && sameList(finalizers, metadata.finalizers ?? [])) return { put: current };
  const marked = changes && {
    deletionTimestamp: formatTime(deadline.atMs),
    deletionGracePeriodSeconds: deadline.seconds,
    ...(!isMarked && metadata.generation !== undefined && { generation: metadata.generation + 1 }),
  };
  const { finalizers: _, ...rest } = metadata;
  const object = { ...current, metadata: { ...rest, ...marked, ...(finalizers.length > 0 && { finalizers }) } };
  return finished(object) ? { remove: object } : { put: terminating(object) };
}

interface Deadline {
  readonly seconds: number;
  readonly atMs: number;
}

/** When it has to be gone. Of one that is being deleted gracefully, a later request can only shorten the time from the first one on. */
function deadlineOf(resource: Resource, current: KubeObject, requested: number | undefined, nowMs: number): Deadline | 'as before' {
  const { deletionTimestamp, deletionGracePeriodSeconds: earlier = 0 } = current.metadata;
  if (deletionTimestamp === undefined || earlier === 0) {
    const asked = deletionTimestamp === undefined ? resource.definition.rules.gracePeriodSeconds?.(current, requested) : 0;
    const seconds = Math.max(0, asked ?? 0);
    return { seconds, atMs: nowMs + seconds * 1000 };
  }
  const seconds = requested === undefined || requested >= 0 ? requested : 1;
  if (seconds === undefined || seconds >= earlier) return 'as before';
  const atMs = timeMsOf(deletionTimestamp) + (seconds - earlier) * 1000;
  // What is over already leaves the shortest time in which somebody can still end it.
  return atMs < nowMs ? { seconds: Math.min(seconds, 1), atMs: nowMs } : { seconds, atMs };
}

function wantedFinalizers(now: readonly string[], policy: DeleteOptions['propagationPolicy']): readonly string[] {
  if (policy === undefined) return now;
  const others = now.filter((finalizer) => finalizer !== foreground && finalizer !== orphan);
  if (policy === 'Background') return others;
  return [...others, policy === 'Foreground' ? foreground : orphan];
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

function checkPreconditions(
  resource: Resource,
  { metadata }: KubeObject,
  { uid, resourceVersion }: DeleteOptions,
): void {
  // Upstream names the kind where the plural stands otherwise (registry/rest/delete.go).
  const named = { group: resource.group, plural: resource.definition.kind };
  if (uid !== undefined && uid !== metadata.uid) {
    const words = `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid})`;
    refuse(conflict(named, metadata.name, `${words}. The object might have been deleted and then recreated`));
  }
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    const words = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record`;
    refuse(
      conflict(named, metadata.name, `${words} (${metadata.resourceVersion}). The object might have been modified`),
    );
  }
}

function deletionAnswer(resource: Resource, shape: Representation, { object, removed }: Updated): object {
  if (removed !== true || resource.definition.rules.deleteReturnsObject === true) return shape.object(object);
  const { name, uid } = object.metadata;
  return success({ name, ...(resource.group !== '' && { group: resource.group }), kind: resource.plural, uid });
}

const policies = ['Foreground', 'Background', 'Orphan'];

/** From the body, or from the query when there is none. Throws 400 and 422. */
export function deleteOptions(context: Context): DeleteOptions {
  return deleteOptionsFrom(readBody(context.request, 'DeleteOptions')?.value, context);
}

const optionsKind = {
  group: '',
  version: 'v1',
  kind: 'DeleteOptions',
  plural: 'deleteoptions',
  namespaced: false,
  schema: 'io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions',
} as const;

/** Each group has DeleteOptions in each of its versions, and they are all the same. Unknown fields are no matter. */
function decodeOptions(body: Json, { parts }: Context): JsonObject {
  const { apiVersion, ...rest } = isJsonObject(body) ? body : {};
  const isServed = (version: Json): boolean =>
    version === 'meta.k8s.io/v1' || parts.resources.all.some(({ resource }) => resource.apiVersion === version);
  const given = asJson(decode(optionsKind, apiVersion !== undefined && isServed(apiVersion) ? rest : body).object);
  return isJsonObject(given) ? given : {};
}

/** A number of a query (upstream: Go's strconv). Throws 400. */
function wholeNumber(text: string | undefined): number | undefined {
  if (text === undefined || /^[+-]?\d+$/.test(text)) return text === undefined ? undefined : Number(text);
  return refuse(badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`));
}

/** The same of options that came inside something else. */
export function deleteOptionsFrom(sent: Json | undefined, context: Context): DeleteOptions {
  const body = sent === undefined ? undefined : decodeOptions(sent, context);
  const { query } = context.request;
  const preconditions = body?.['preconditions'];
  const grace = body?.['gracePeriodSeconds'] ?? wholeNumber(query['gracePeriodSeconds']);
  const policy = body?.['propagationPolicy'] ?? query['propagationPolicy'];
  const orphans = body?.['orphanDependents'] ?? query['orphanDependents'];
  const uid = isJsonObject(preconditions) ? preconditions['uid'] : undefined;
  const resourceVersion = isJsonObject(preconditions) ? preconditions['resourceVersion'] : undefined;
  const dryRun = body?.['dryRun'];
  const dryRuns = Array.isArray(dryRun) ? dryRun.map(String) : [];
  checkOptions({ policy, orphans, dryRuns });
  const fromOrphans = isAbsent(orphans) ? undefined : `${orphans}` === 'true' ? 'Orphan' : 'Background';
  const propagationPolicy = (policy || fromOrphans) as DeleteOptions['propagationPolicy'];
  return {
    ...(!isAbsent(grace) && { gracePeriodSeconds: Number(grace) }),
    ...(typeof uid === 'string' && { uid }),
    ...(typeof resourceVersion === 'string' && { resourceVersion }),
    ...(propagationPolicy !== undefined && { propagationPolicy }),
    dryRun: context.dryRun || dryRuns.length > 0,
  };
}

interface Options {
  readonly policy: Json | undefined;
  readonly orphans: Json | undefined;
  readonly dryRuns: readonly string[];
}

const isAbsent = (value: Json | undefined): boolean => value === undefined || value === null;

function checkOptions({ policy, orphans, dryRuns }: Options): void {
  const errors: FieldError[] = [];
  if (!isAbsent(policy)) {
    const detail = 'orphanDependents and deletionPropagation cannot be both set';
    if (!isAbsent(orphans)) errors.push(invalidValue('propagationPolicy', String(policy), detail));
    if (!policies.includes(String(policy))) errors.push(notSupported('propagationPolicy', String(policy), [...policies, 'nil']));
  }
  errors.push(...dryRunErrors(dryRuns));
  refuseOptions('DeleteOptions', errors);
}
