/**
 * Makes the language's own things and the SDK's unchangeable in a realm that grades: code that is graded shares them with what judges it.
 * Called before any of that code is loaded; it can't be taken back.
 */

/** Where a plain `object.name = …` is common: freezing their prototypes outright would refuse that on every object. */
const assigned: readonly string[] = ['Object', 'Function', 'Error'];

/** Names of the language whose values, statics and prototypes are fixed. */
const names: readonly string[] = [
  ...['Object', 'Function', 'Error', 'Array', 'Map', 'Set', 'WeakMap', 'WeakSet', 'String', 'Number', 'Boolean', 'Symbol', 'BigInt'],
  ...['Promise', 'RegExp', 'Date', 'JSON', 'Math', 'Reflect', 'Proxy', 'ArrayBuffer', 'DataView', 'Uint8Array', 'Iterator'],
  ...['EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError', 'AggregateError'],
  ...['parseInt', 'parseFloat', 'isNaN', 'isFinite', 'structuredClone', 'MessagePort', 'MessageEvent', 'Event', 'EventTarget', 'TextEncoder', 'TextDecoder'],
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
  const found = new Set<object>([Object.getPrototypeOf(async () => {}), Object.getPrototypeOf(function* () {}), Object.getPrototypeOf(Uint8Array)]);
  for (const start of starts)
    for (let each: unknown = Object.getPrototypeOf(start); isObject(each) && each !== Object.prototype; each = Object.getPrototypeOf(each))
      found.add(each);
  return [...found];
}

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

function fix(of: object): void {
  Object.freeze(of);
}

/** Fixed, and still `object.toString = …` works on whatever inherits from it: a frozen data property would refuse that. */
function fixAssignable(prototype: object): void {
  for (const key of Reflect.ownKeys(prototype)) {
    const property = Reflect.getOwnPropertyDescriptor(prototype, key);
    if (property === undefined || !('value' in property) || property.configurable !== true) continue;
    const value: unknown = property.value;
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
  Object.freeze(prototype);
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
