import type { Attributes } from '../../apiserver/admission/admission.ts';

/** An annotation of the request's audit event, and a line in the trace beside the request's own. */
export function audit({ context, resource, namespace, name }: Attributes, key: string, value: string): void {
  context.annotate(key, value);
  const { trace } = context.parts;
  const object = [resource.plural, namespace, name].filter((part) => part !== '').join('/');
  trace.record({ component: 'apiserver', type: 'note', what: `${key}: ${value}`, object, cause: trace.current });
}
