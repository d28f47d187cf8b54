/** Words between the links of a lesson's sources. */
import { tr } from '../../lesson/words/words.ts';

/** What stands after one of them: the repository of it and of those before it, where the next is in another one or there is none. */
export function afterSource(sources: readonly { readonly repository: string }[], index: number): string {
  const { repository } = sources[index] ?? {};
  const next = sources[index + 1];
  if (next?.repository === repository) return '';
  return ` ${tr('in {repository}', { repository: repository ?? '' })}${next === undefined ? '. ' : ''}`;
}
