/** References to objects of any kind beside an Ingress, or that an IngressClass is configured by. */
import { checkDnsSubdomain, checkPathSegment, type FieldError, invalidValue, required } from '../../../meta/index.ts';

/** A group, a kind and a name. */
export function validateLocalReference(
  reference: { readonly apiGroup?: string; readonly kind?: string; readonly name?: string },
  path: string,
): readonly FieldError[] {
  const { apiGroup, kind = '', name = '' } = reference;
  const segment = (field: string, text: string): readonly FieldError[] => {
    if (text === '') return [required(`${path}.${field}`, `${field} is required`)];
    return checkPathSegment(text).map((message) => invalidValue(`${path}.${field}`, text, message));
  };
  const group = apiGroup === undefined ? [] : checkDnsSubdomain(apiGroup);
  return [
    ...group.map((message) => invalidValue(`${path}.apiGroup`, apiGroup ?? '', message)),
    ...segment('kind', kind),
    ...segment('name', name),
  ];
}
