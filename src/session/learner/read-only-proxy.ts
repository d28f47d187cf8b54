/**
 * What a watch expression sees of a value: the same, and nothing that is done to it reaches the original. Copies are made as deep as is
 * read, and each value has one, so that what is the same stays the same.
 */

export interface ReadOnlyProxy {
  of(value: unknown): unknown;
}

/** `shared`: what every module has, such as the kinds of the SDK, and what is compared by being the very same. */
export function createReadOnlyProxy(shared: ReadonlySet<unknown>): ReadOnlyProxy {
  return new ReadOnlyCopies(shared);
}

class ReadOnlyCopies implements ReadOnlyProxy {
  readonly #shared: ReadonlySet<unknown>;
  /** Original -> what stands for it. */
  readonly #views = new WeakMap<object, object>();
  readonly #made = new WeakSet<object>();

  constructor(shared: ReadonlySet<unknown>) {
    this.#shared = shared;
  }

  of(value: unknown): unknown {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || this.#made.has(value) || this.#shared.has(value))
      return value;
    const known = this.#views.get(value);
    if (known !== undefined) return known;
    const view = typeof value === 'function' ? this.#ofFunction(value) : this.#ofObject(value);
    if (view === undefined) return value;
    this.#views.set(value, view);
    this.#made.add(view);
    return view;
  }

  #ofFunction(original: object): object | undefined {
    // What the language brings along only changes what it is given.
    if (typeof original !== 'function' || isNative(original)) return undefined;
    return new Proxy(original, {
      apply: (target, self, args) => this.of(Reflect.apply(target, self, args)),
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        const fixed = Reflect.getOwnPropertyDescriptor(target, name)?.configurable === false;
        return fixed ? value : this.of(value);
      },
      set: () => false,
      defineProperty: () => false,
      deleteProperty: () => false,
    });
  }

  #ofObject(original: object): object | undefined {
    if (Array.isArray(original)) return this.#copiedOnRead(Array.prototype.slice.call(original), undefined);
    if (original instanceof Map) return new Map([...original].map(([key, value]) => [this.of(key), this.of(value)]));
    if (original instanceof Set) return new Set([...original].map((value) => this.of(value)));
    if (original instanceof Date) return new Date(original.getTime());
    if (original instanceof RegExp) return Object.assign(new RegExp(original), { lastIndex: original.lastIndex });
    if (original instanceof DataView) return new DataView(original.buffer.slice(0), original.byteOffset, original.byteLength);
    if (ArrayBuffer.isView(original)) return typedCopy(original);
    const kind = Object.prototype.toString.call(original);
    if (/(?:Iterator|Generator)\]$/.test(kind)) return iteratorView(original);
    // Promises and the like can't be copied; what they do is refused where it is done.
    if (kind !== '[object Object]' && kind !== '[object Error]') return undefined;
    return this.#copiedOnRead(copyOf(original), original);
  }

  /** The copy, whose parts become copies when they are read. What it hasn't itself is the original's, which may be a proxy. */
  #copiedOnRead(copy: object, original: object | undefined): object {
    return new Proxy(copy, {
      get: (target, name, receiver) => {
        const property = Reflect.getOwnPropertyDescriptor(target, name);
        if (property === undefined) return this.of(Reflect.get(original ?? target, name, receiver));
        const value: unknown = Reflect.get(target, name, receiver);
        const seen = this.of(value);
        if (seen !== value && 'value' in property && property.configurable === true) Reflect.defineProperty(target, name, { ...property, value: seen });
        return seen;
      },
    });
  }
}

const isNative = (original: object): boolean => /\{\s*\[native code\]\s*\}\s*$/.test(Function.prototype.toString.call(original));

/** An object with the same prototype and properties, whose values can be replaced. */
function copyOf(original: object): object {
  const copy: object = Object.create(Reflect.getPrototypeOf(original));
  for (const name of Reflect.ownKeys(original)) {
    const property = Reflect.getOwnPropertyDescriptor(original, name);
    if (property === undefined) continue;
    const read = 'value' in property ? { value: Reflect.get(original, name), writable: true, enumerable: property.enumerable ?? false } : property;
    Reflect.defineProperty(copy, name, { ...read, configurable: true });
  }
  return copy;
}

/** Whoever goes through an iterator takes from it. */
function iteratorView(original: object): object {
  const refuse = (): never => {
    throw new Error('a watch expression is read-only: it goes through no iterator. Put what it gives into a list');
  };
  return new Proxy(original, { get: (target, name) => (name === Symbol.toStringTag ? Reflect.get(target, name) : refuse) });
}

/** Every typed array has the same `slice`. */
const typedCopy = (bytes: ArrayBufferView): object => Reflect.apply(Uint8Array.prototype.slice, bytes, []);
