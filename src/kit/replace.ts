/** Puts something in the place of what an object has, for a while. */

export type AnyFunction = (...args: readonly unknown[]) => unknown;

/** `make` gets what was there. Returns what puts that back. */
export function replace(holder: object, name: string, make: (real: AnyFunction) => unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(holder, name);
  const real: AnyFunction = Reflect.get(holder, name);
  Object.defineProperty(holder, name, { value: make(real), configurable: true, writable: true, enumerable: before?.enumerable ?? false });
  return () => {
    if (before === undefined) Reflect.deleteProperty(holder, name);
    else Object.defineProperty(holder, name, before);
  };
}
