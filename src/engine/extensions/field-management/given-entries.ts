/** Entries of metadata.managedFields that a client sends along (upstream: apimachinery ValidateManagedFields). */
import type { Context } from '../../apiserver/context.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { type FieldError, invalid, invalidValue, type ManagedFieldsEntry, tooLong } from '../../meta/index.ts';
import { managerNameErrors } from './parameters.ts';

const longestSubresource = 256;

/** Throws 422 for entries that say what can't be. Those that can't be read are no concern of anybody’s: they are dropped. */
export function checkGivenEntries({ resource }: Context, name: string, entries: readonly ManagedFieldsEntry[] | undefined): void {
  if (entries === undefined || entries.some(({ fieldsType }) => fieldsType !== 'FieldsV1')) return;
  const errors: FieldError[] = entries.flatMap(({ manager = '', subresource = '', ...rest }, index) => {
    const operation: string = rest.operation ?? '';
    const path = `metadata.managedFields[${index}]`;
    const isKnown = operation === 'Apply' || operation === 'Update';
    return [
      ...(isKnown ? [] : [invalidValue(`${path}.operation`, operation, 'must be `Apply` or `Update`')]),
      ...managerNameErrors(manager, `${path}.manager`),
      ...(subresource.length > longestSubresource ? [tooLong(`${path}.subresource`, longestSubresource)] : []),
    ];
  });
  if (errors.length > 0) refuse(invalid(resource.definition, name, errors));
}
