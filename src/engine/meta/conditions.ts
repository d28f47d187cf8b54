/** Conditions: a list keyed by type, as in every status. */
export type ConditionStatus = 'True' | 'False' | 'Unknown';

interface Typed {
  readonly type: string;
  readonly status: string;
}

/** The condition of this type. */
export function conditionOf<C extends Typed>(conditions: readonly C[] | undefined, type: string): C | undefined {
  // Called for every pod in every pass: an index loop is several times faster on frozen arrays than an iterator.
  for (let index = 0; conditions !== undefined && index < conditions.length; index += 1) {
    if (conditions[index]?.type === type) return conditions[index];
  }
  return undefined;
}

/** Whether the condition of this type is there and True. */
export function isTrue(conditions: readonly Typed[] | undefined, type: string): boolean {
  return conditionOf(conditions, type)?.status === 'True';
}

/** The list with this condition in place of the one of its type, or at the end. */
export function withCondition<C extends Typed>(conditions: readonly C[] | undefined, condition: C): readonly C[] {
  const old = conditions ?? [];
  const at = old.findIndex((each) => each.type === condition.type);
  return at < 0 ? [...old, condition] : old.map((each, index) => (index === at ? condition : each));
}
