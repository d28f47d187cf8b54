import type { Attributes } from '../admission/admission.ts';

/** A line in the trace, beside the request's own. */
export function audit({ context, resource, namespace, name }: Attributes, what: string): void {
  const { trace } = context.parts;
  const object = [resource.plural, namespace, name].filter((part) => part !== '').join('/');
  trace.record({ component: 'apiserver', type: 'note', what, object, cause: trace.current });
}
