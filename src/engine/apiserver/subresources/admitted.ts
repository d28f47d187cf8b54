/** What comes to a subresource goes through admission as a kind of its own (upstream: endpoints/handlers/create.go, and rest.go ConnectResource). */
import type { ApiRequest, KubeObject, ObjectMeta } from '../../meta/index.ts';
import { isJsonObject, type Json } from '../../meta/index.ts';
import type { Attributes } from '../admission/admission.ts';
import type { Context, Serve } from '../context.ts';
import { attempt, type Done, onward } from '../outcome.ts';
import { isTrueParameter } from '../request-info.ts';
import { respondStatus } from '../respond.ts';
import { attributesOf } from '../write.ts';

/** A kind of a subresource's bodies. */
export type BodyKind = NonNullable<Attributes['kind']>;

/** Gives the body as admission leaves it. */
export function admitBody(context: Context, kind: BodyKind, body: Json | undefined, done: Done<KubeObject>): void {
  admit(context, 'CREATE', kind, objectOf(context, kind, isJsonObject(body) ? body : {}), done);
}

/** Serves what leads into a pod, a service or a node once admission lets it pass. `kindOf`: by the plural. */
export function connecting(serve: Serve, kindOf: (plural: string) => string, options: OptionsOf): Serve {
  return (context) => {
    let hungUp = false;
    context.onHangUp(() => {
      hungUp = true;
    });
    const kind = { group: '', version: 'v1', kind: kindOf(context.resource.plural) };
    const asked: KubeObject = Object.assign({ ...typeOf(kind) }, options(context));
    admit(context, 'CONNECT', kind, asked, (outcome) => {
      if (hungUp) return;
      const served = outcome.status === undefined ? attempt(() => serve(context)) : outcome;
      if (served.status !== undefined) respondStatus(context.exchange, served.status, context.warnings);
    });
  };
}

export type OptionsOf = (context: Context) => { readonly [option: string]: Json };

/** PodExecOptions and PodAttachOptions. */
export const streamOptions: OptionsOf = ({ request, info }) => ({
  ...Object.fromEntries(
    ['stdin', 'stdout', 'stderr', 'tty']
      .filter((name) => isTrueParameter(request.query[name]))
      .map((name) => [name, true]),
  ),
  ...(request.query['container'] !== undefined && { container: request.query['container'] }),
  ...(info.subresource === 'exec' && { command: allOf(request, 'command') }),
});

export const portOptions: OptionsOf = ({ request }) => {
  const ports = allOf(request, 'ports').flatMap((each) => each.split(',').map(Number));
  return ports.length > 0 ? { ports } : {};
};

export const pathOptions: OptionsOf = ({ info }) => ({ path: info.proxyPath ?? '' });

function allOf({ query, repeated }: ApiRequest, name: string): readonly string[] {
  const one = query[name];
  return repeated?.[name] ?? (one === undefined ? [] : [one]);
}

function admit(
  context: Context,
  operation: Attributes['operation'],
  kind: BodyKind,
  object: KubeObject,
  done: Done<KubeObject>,
): void {
  const { admission } = context.parts;
  const attributes = { ...attributesOf(context, operation, context.info.name), kind };
  admission.mutate(
    object,
    attributes,
    onward(done, (mutated) => {
      admission.validate(
        mutated,
        attributes,
        onward(done, () => done({ ok: mutated })),
      );
    }),
  );
}

/** Options have no metadata. What asks an object for its labels finds none. */
function typeOf({ group, version, kind }: BodyKind): KubeObject {
  return { kind, apiVersion: group === '' ? version : `${group}/${version}`, metadata: nothing };
}

const nothing: ObjectMeta = Object.freeze({ name: '', uid: '', resourceVersion: '', creationTimestamp: '' });

function objectOf({ info }: Context, kind: BodyKind, body: { readonly [field: string]: Json | undefined }): KubeObject {
  const { name, namespace } = info;
  const given = isJsonObject(body['metadata']) ? body['metadata'] : {};
  const metadata = { name, ...(namespace !== '' && { namespace }), ...given };
  return Object.assign({ ...body }, typeOf(kind), { metadata });
}
