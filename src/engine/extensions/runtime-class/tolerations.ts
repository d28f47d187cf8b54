/** Tolerations of two sources as one list (upstream: pkg/util/tolerations). */
import type { Toleration } from '../../api/index.ts';

/** Without those that another one covers. Of equal ones the first stays. */
export function mergeTolerations(all: readonly Toleration[]): readonly Toleration[] {
  const distinct = [...new Map(all.toReversed().map((each) => [identityOf(each), each])).values()].reverse();
  const longest = new Map<string, Longest>();
  for (const each of distinct) {
    const place = placeOf(each.key, each.effect, isForAll(each) ? undefined : (each.value ?? ''));
    longest.set(place, withOne(longest.get(place), each));
  }
  return distinct.filter((each) => !isCovered(each, longest));
}

/** Of those that are alike but for their time: the two that last longest, as none covers itself. */
interface Longest {
  readonly first: Toleration;
  readonly second: Toleration | undefined;
}

const identityOf = ({ key, operator, value, effect, tolerationSeconds }: Toleration): string =>
  JSON.stringify([key, operator, value, effect, tolerationSeconds]);
const isForAll = ({ operator }: Toleration): boolean => operator === 'Exists';
const lasting = ({ tolerationSeconds = Infinity }: Toleration): number => tolerationSeconds;

/** Without a value: those for all values. */
const placeOf = (key = '', effect = '', value: string | undefined = undefined): string => JSON.stringify([key, effect, value ?? null]);

function withOne(known: Longest | undefined, one: Toleration): Longest {
  if (known === undefined) return { first: one, second: undefined };
  const { first, second } = known;
  if (lasting(one) > lasting(first)) return { first: one, second: first };
  return second === undefined || lasting(one) > lasting(second) ? { first, second: one } : known;
}

/** Whether another one tolerates everything that this one does. */
function isCovered(narrow: Toleration, longest: ReadonlyMap<string, Longest>): boolean {
  const { key = '', operator, value = '', effect = '' } = narrow;
  const at = (place: string): boolean => {
    const { first, second } = longest.get(place) ?? {};
    const other = first === narrow ? second : first;
    return other !== undefined && lasting(narrow) <= lasting(other);
  };
  return ['', effect].some((each) => {
    if (at(placeOf(key, each)) || at(placeOf('', each))) return true;
    // Upstream takes an operator that the second leaves out for no operator.
    return operator === 'Equal' && at(placeOf(key, each, value));
  });
}
