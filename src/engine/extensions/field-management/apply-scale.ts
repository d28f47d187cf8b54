/** Server-side apply of …/scale: the applier owns the replicas of the object behind it, and nothing else (upstream: managedfields/scalehandler.go). */

import { decode } from '../../api/index.ts';
import type { Context } from '../../apiserver/context.ts';
import { checkObject } from '../../apiserver/decode-object.ts';
import { attempt } from '../../apiserver/outcome.ts';
import { objectPath } from '../../apiserver/resource.ts';
import { prepareUpdate } from '../../apiserver/write.ts';
import type { JsonObject, KubeObject } from '../../meta/index.ts';
import { answerScale, checkReplicas, scaleKind, scaleView } from '../scale/scale.ts';
import { checkConfig, readConfig } from './apply-patch.ts';
import { applyConfig } from './field-management.ts';
import { applyOptionsOf } from './parameters.ts';

/** 200 with the Scale; 409 for conflicts unless forced; 404 for an object that isn't there. */
export function applyScale(context: Context): void {
  const { storage, resource, info, dryRun } = context;
  const options = applyOptionsOf(context);
  const { config } = readConfig(context);
  checkConfig({ apiVersion: 'autoscaling/v1', kind: 'Scale' }, config);
  storage.update(
    objectPath(resource, info.namespace, info.name),
    (current, done) => {
      const made = attempt(() => {
        const wanted = asParent(context, config, current);
        const applied = applyConfig(context, wanted, current, options);
        return { ...applied, given: checkObject(context, applied.object, [], current) };
      });
      if (made.status !== undefined) return done(made);
      const { given, managedFields } = made.ok;
      prepareUpdate(context, given, current, 'main', done, { managedFields }, scaleView(context));
    },
    { dryRun },
    answerScale(context),
  );
}

/** The configuration of the object that says as much as that of its Scale. */
function asParent(context: Context, config: JsonObject, current: KubeObject): JsonObject {
  const { resource } = context;
  const replicas = decode(scaleKind, config).object.spec?.replicas;
  const [root = '', ...path] = (resource.definition.subresources.scale?.specPath ?? '').split('.').slice(1);
  const value = replicas === undefined ? undefined : nested(path, replicas);
  if (replicas !== undefined) checkReplicas(context, replicas, current);
  return {
    apiVersion: resource.apiVersion,
    kind: resource.definition.kind,
    metadata: { name: current.metadata.name },
    ...(value !== undefined && { [root]: value }),
  };
}

function nested([field, ...rest]: readonly string[], leaf: number): JsonObject | number {
  return field === undefined ? leaf : { [field]: nested(rest, leaf) };
}
