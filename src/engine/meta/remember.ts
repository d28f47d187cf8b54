/** A function of an object whose result is kept as long as the object: what is frozen says the same each time it is read. */
export function rememberedOf<T extends object, R>(compute: (object: T) => R): (object: T) => R {
  const results = new WeakMap<T, R>();
  return (object) => {
    const known = results.get(object);
    if (known !== undefined) return known;
    const result = compute(object);
    if (Object.isFrozen(object)) results.set(object, result);
    return result;
  };
}
