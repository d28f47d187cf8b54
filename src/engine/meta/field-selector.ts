/** Field selectors: `status.phase!=Running,spec.nodeName=a`. Which fields a kind offers is the kind's to say. */
import { badRequest, StatusError } from './errors.ts';

export interface FieldRequirement {
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/** Terms in the order written; '' gives none. Throws a StatusError (400) with upstream's words. */
export function parseFieldSelector(text: string): readonly FieldRequirement[] {
  const requirements: FieldRequirement[] = [];
  for (const term of splitTerms(text)) {
    if (term === '') continue;
    const match = /^((?:\\[\s\S]|[^\\=!]|!(?!=))*?)(==|!=|=)([\s\S]*)$/.exec(term);
    if (match === null) {
      throw new StatusError(badRequest(`invalid selector: '${text}'; can't understand '${term}'`));
    }
    const [, field = '', operator, value = ''] = match;
    requirements.push({ field, operator: operator === '!=' ? '!=' : '=', value: unescapeValue(value) });
  }
  return requirements;
}

/** Whether all terms hold, given how to read a field. */
export function matchesFields(requirements: readonly FieldRequirement[], read: (field: string) => string): boolean {
  for (const { field, operator, value } of requirements) {
    if ((read(field) === value) !== (operator === '=')) return false;
  }
  return true;
}

/** The value a selector pins a field to (`metadata.name=x`), if it does. */
export function requiredValue(requirements: readonly FieldRequirement[], field: string): string | undefined {
  return requirements.find((each) => each.field === field && each.operator === '=')?.value;
}

function splitTerms(text: string): readonly string[] {
  const terms: string[] = [];
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === ',') {
      terms.push(text.slice(start, index));
      start = index + 1;
    }
  }
  terms.push(text.slice(start));
  return terms;
}

function unescapeValue(value: string): string {
  return value.replace(/\\([\\,=])/g, '$1');
}
