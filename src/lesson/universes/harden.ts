/**
 * Makes the language's own things and the SDK's unchangeable in a realm that grades: code that is graded shares them with what judges it.
 * Called before any of that code is loaded; it can't be taken back.
 */

/** Where a plain `object.name = …` is common: freezing their prototypes outright would refuse that on every object. */
const assigned: readonly string[] = ['Object', 'Function', 'Error'];

/** Names of the language and the platform whose values, statics, methods and prototypes are fixed. */
const names: readonly string[] = [
  ...['Object', 'Function', 'Error', 'Array', 'Map', 'Set', 'WeakMap', 'WeakSet', 'String', 'Number', 'Boolean', 'Symbol', 'BigInt'],
  ...['Promise', 'RegExp', 'Date', 'JSON', 'Math', 'Reflect', 'Proxy', 'Iterator', 'Atomics', 'Intl', 'WebAssembly', 'WeakRef', 'FinalizationRegistry'],
  ...['ArrayBuffer', 'SharedArrayBuffer', 'DataView', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array'],
  ...['Uint32Array', 'Float16Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'],
  ...['EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError', 'AggregateError', 'SuppressedError'],
  ...['parseInt', 'parseFloat', 'isNaN', 'isFinite', 'eval', 'encodeURI', 'encodeURIComponent', 'decodeURI', 'decodeURIComponent', 'escape', 'unescape'],
  ...['structuredClone', 'MessageChannel', 'MessagePort', 'MessageEvent', 'PromiseRejectionEvent', 'Event', 'EventTarget', 'TextEncoder', 'TextDecoder'],
  ...['Performance', 'performance', 'queueMicrotask', 'addEventListener', 'removeEventListener'],
];

/** `shared`: what graded code imports and whoever judges uses too, such as the exports of `converge/sdk`. */
export function hardenRealm(shared: Readonly<Record<string, unknown>>): void {
  for (const name of names) {
    const value: unknown = Reflect.get(globalThis, name);
    if (!isObject(value)) continue;
    fix(value);
    const prototype: unknown = Reflect.get(value, 'prototype');
    if (isObject(prototype)) (assigned.includes(name) || name.endsWith('Error') ? fixAssignable : fix)(prototype);
    Object.defineProperty(globalThis, name, { value, writable: false, configurable: false });
  }
  for (const hidden of hiddenPrototypes()) fix(hidden);
  for (const value of Object.values(shared)) fixDeep(value, new Set());
}

/** Prototypes that no global names: what `for … of`, spreading, generators and async functions stand on. */
function hiddenPrototypes(): readonly object[] {
  const generator = (function* () {})();
  const asyncGenerator = (async function* () {})();
  const starts = [[][Symbol.iterator](), new Map().entries(), new Set().values(), ''[Symbol.iterator](), ''.matchAll(/x/g), generator, asyncGenerator];
  const functions = [async () => {}, function* () {}, async function* () {}].map((each): object => Object.getPrototypeOf(each));
  const typedArray: object = Object.getPrototypeOf(Uint8Array);
  const found = new Set<object>([...functions, ...functions.map((each) => each.constructor), typedArray, Object.getPrototypeOf(Uint8Array.prototype)]);
  for (const start of starts)
    for (let each: unknown = Object.getPrototypeOf(start); isObject(each) && each !== Object.prototype; each = Object.getPrototypeOf(each))
      found.add(each);
  return [...found];
}

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/** Its methods as well: an own `call` of one would be called instead of the language's. */
function fix(of: object): void {
  for (const key of Reflect.ownKeys(of)) {
    const { value, get, set } = Reflect.getOwnPropertyDescriptor(of, key) ?? {};
    for (const each of [value, get, set]) if (typeof each === 'function') Object.freeze(each);
  }
  Object.freeze(of);
}

/** Fixed, and still `object.toString = …` works on whatever inherits from it: a frozen data property would refuse that. */
function fixAssignable(prototype: object): void {
  for (const key of Reflect.ownKeys(prototype)) {
    const property = Reflect.getOwnPropertyDescriptor(prototype, key);
    if (property === undefined || !('value' in property) || property.configurable !== true) continue;
    const value: unknown = property.value;
    if (typeof value === 'function') Object.freeze(value);
    Object.defineProperty(prototype, key, {
      get: () => value,
      set(this: unknown, next: unknown) {
        if (this === prototype || !isObject(this)) throw new TypeError(`${String(key)} of the language can’t be changed here`);
        Object.defineProperty(this, key, { value: next, writable: true, enumerable: true, configurable: true });
      },
      enumerable: property.enumerable ?? false,
      configurable: false,
    });
  }
  fix(prototype);
}

/** Plain objects, lists and functions, all the way down. Anything with state of its own (a Map, an instance) is left. */
function fixDeep(value: unknown, seen: Set<object>): void {
  if (!isObject(value) || seen.has(value)) return;
  seen.add(value);
  const prototype: unknown = Object.getPrototypeOf(value);
  const plain = typeof value === 'function' || Array.isArray(value) || prototype === Object.prototype || prototype === null;
  if (!plain) return;
  Object.freeze(value);
  for (const key of Reflect.ownKeys(value)) {
    const property = Reflect.getOwnPropertyDescriptor(value, key);
    if (property === undefined || !('value' in property)) continue;
    if (typeof value === 'function' && key === 'prototype') {
      if (isObject(property.value)) Object.freeze(property.value);
    } else fixDeep(property.value, seen);
  }
}
