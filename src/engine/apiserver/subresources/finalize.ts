/** PUT namespaces/x/finalize: the one way to change a namespace's spec.finalizers (upstream: registry/core/namespace). */
import { Namespace } from '../../api/index.ts';
import type { KubeObject } from '../../meta/index.ts';
import type { Context } from '../context.ts';
import { decodeObject } from '../decode-object.ts';
import { atOnce } from '../outcome.ts';
import { checkIdentity } from '../object-meta.ts';
import { isOf, objectPath } from '../resource.ts';
import type { Change } from '../storage.ts';
import { answerUpdate, checkName, checkRevision } from '../verbs/update.ts';
import { finished, throwIfInvalid } from '../write.ts';

/** A terminating namespace whose last finalizer this takes is removed. */
export function finalize(context: Context): void {
  const { storage, resource, info, parts, dryRun } = context;
  const given = decodeObject(context);
  checkName(context, given.metadata);
  storage.update(
    objectPath(resource, '', info.name),
    atOnce((current: KubeObject): Change => {
      checkIdentity(resource, { uid: given.metadata.uid }, current.metadata);
      checkRevision(context, given.metadata.resourceVersion ?? '', current);
      if (!isOf(Namespace, given) || !isOf(Namespace, current)) throw new Error('only namespaces are finalized');
      const finalizers = given.spec.finalizers ?? [];
      const { finalizers: _, ...rest } = current.spec;
      const object = { ...current, spec: { ...rest, ...(finalizers.length > 0 && { finalizers }) } };
      throwIfInvalid(resource, object, parts.validateAlso(resource.definition, object, current));
      return finalizers.length === 0 && finished(object) ? { remove: object } : { put: object };
    }),
    { dryRun },
    answerUpdate(context),
  );
}
