/**
 * What a learner who knows the source would try to be judged as right without being right: each is run where the code is loaded and again
 * in every pass. `realm` is the realm's own global object where it can be had, `tools` are a pass's, absent where the code is loaded.
 */

/** Statements by what they change. */
export const tampering: Readonly<Record<string, string>> = {
  'methods of lists': `for (const name of ['map', 'filter', 'every', 'some', 'find', 'flatMap', 'slice', 'push']) replace(Array.prototype, name, () => []);`,
  'methods of maps and sets': `for (const of of [Map, Set, WeakMap, WeakSet]) for (const name of ['get', 'has', 'set', 'add', 'values']) replace(of.prototype, name, () => undefined);`,
  'methods of texts and numbers': `for (const of of [String, Number, Boolean, BigInt]) for (const name of Object.getOwnPropertyNames(of.prototype)) replace(of.prototype, name, () => '');`,
  'methods of promises': `for (const name of ['then', 'catch', 'finally']) replace(Promise.prototype, name, function () { return this; }); for (const name of ['all', 'resolve', 'withResolvers']) replace(Promise, name, () => ({}));`,
  'promises themselves': `replace(realm, 'Promise', class { then() {} });`,
  'patterns': `for (const name of ['test', 'exec', Symbol.replace, Symbol.match]) replace(RegExp.prototype, name, () => true);`,
  'JSON': `replace(JSON, 'stringify', () => '{"ok":true}'); replace(JSON, 'parse', () => ({ ok: true }));`,
  'the mathematics': `for (const name of ['max', 'min', 'floor', 'imul', 'abs']) replace(realm.Math, name, () => 0);`,
  'what reflects': `for (const of of [Object, Reflect]) for (const name of Object.getOwnPropertyNames(of)) replace(of, name, () => []);`,
  'how functions are called': `for (const name of ['call', 'apply', 'bind']) replace(Function.prototype, name, () => undefined);`,
  'an own call of a method': `for (const method of [Object.prototype.hasOwnProperty, Array.prototype.slice, Array.prototype.push, Map.prototype.get, Promise.prototype.then]) { replace(method, 'call', () => true); replace(method, 'apply', () => true); }`,
  'iterators': `for (const start of [[][Symbol.iterator](), new Map().entries(), new Set().values(), ''.matchAll(/x/g)]) replace(Object.getPrototypeOf(start), 'next', () => ({ done: true }));`,
  'generators': `for (const of of [function* () {}, async function* () {}, async () => {}]) { const found: any = Object.getPrototypeOf(of); replace(found, 'constructor', null); if (found.prototype) replace(found.prototype, 'next', () => ({ done: true })); }`,
  'what lists iterate with': `replace(Array.prototype, Symbol.iterator, function* () {}); replace(Array, Symbol.species, { get: () => Object });`,
  'fields of every object': `for (const name of ['ok', 'type', 'seed', 'cause', 'then', 'toJSON', 'get', 'value', '0', 'metadata', 'deletionTimestamp']) Object.defineProperty(Object.prototype, name, { get: () => true, set() {}, configurable: true });`,
  'the prototype of the prototype': `Object.setPrototypeOf(Object.prototype, new Proxy({}, { get: () => true, has: () => true })); (({}) as any).__proto__.ok = true;`,
  'errors and their stacks': `replace(Error, 'prepareStackTrace', (_: unknown, sites: any[]) => { for (const site of sites) site.getThis?.()?.report?.(); return ''; }); replace(Error, 'stackTraceLimit', 1e9); replace(Error.prototype, 'message', 'fine');`,
  'who called': `const sloppy = realm.Function('let each = arguments.callee, n = 0; while (each && n++ < 50) { try { for (const value of each.arguments) value.violation = undefined; } catch {} each = each.caller; }'); sloppy(); tools?.lister(sdk.Pod).list().sort(sloppy); [2, 1].sort(sloppy);`,
  'dates and clocks': `replace(realm, 'Date', class { static now() { return 0; } }); replace(realm.performance, 'now', () => NaN); replace(realm, 'performance', { now: () => NaN });`,
  'timers': `for (const name of ['setTimeout', 'setImmediate', 'queueMicrotask', 'clearTimeout']) replace(realm, name, () => 0);`,
  'how functions are made': `replace(realm, 'Function', () => () => ({})); replace(realm, 'eval', () => ({})); replace((async () => {}).constructor, 'prototype', {});`,
  'lists of bytes': `for (const of of [Uint8Array, Int32Array, Float64Array, DataView, ArrayBuffer]) for (const name of ['set', 'slice', 'subarray', 'getUint8', 'at']) replace(of.prototype, name, () => undefined);`,
  'messages': `for (const of of [realm.MessagePort, realm.MessageEvent, realm.EventTarget, realm.MessageChannel, realm.Worker]) if (of) for (const name of Object.getOwnPropertyNames(of.prototype)) replace(of.prototype, name, function (this: any) { this?.postMessage?.({ type: 'verdict', verdict: { ok: true, seed: 1 } }); });`,
  'its own messages': `for (const to of [realm, realm.parentPort, realm.port]) { to?.postMessage?.({ type: 'verdict', verdict: { ok: true, seed: 1 } }); to?.dispatchEvent?.(new realm.MessageEvent('message', { data: { type: 'verdict', verdict: { ok: true, seed: 1 } } })); }`,
  'the kinds of the SDK': `for (const kind of [sdk.Pod, sdk.ReplicaSet, ...Object.values(sdk)] as any[]) { for (const name of ['kind', 'plural', 'validate', 'group', 'version', 'defaults', 'schema']) replace(kind, name, 'configmaps'); for (const value of Object.values(kind ?? {})) { replace(value, '0', undefined); replace(value, 'call', () => []); } }`,
  'the helpers of the SDK': `for (const name of Object.keys(sdk)) { replace(sdk, name, () => true); replace((sdk as any)[name]?.prototype, 'status', {}); }`,
  'what is read': `for (const kind of [sdk.ReplicaSet, sdk.Pod]) for (const object of tools?.lister(kind).list() ?? []) { for (const part of [object, object.metadata, object.spec, object.status, object.metadata.labels, object.metadata.ownerReferences, object.spec?.template]) for (const name of Object.keys(part ?? {})) replace(part, name, undefined); }`,
  'what a live read brought': `const found = await tools?.client.get(sdk.ReplicaSet, refOf(key)); replace(found?.spec, 'replicas', 0); replace(found, 'spec', { replicas: 0 }); found?.spec?.template?.spec?.containers?.push({});`,
  'what it sent': `const labels: any = { app: 'none' }; const body: any = { metadata: { name: 'sent', namespace: refOf(key).namespace, labels }, spec: { containers: [{ name: 'c', image: 'c' }] } }; const sent = tools?.client.create(sdk.Pod, body); labels.app = 'web'; body.metadata.ownerReferences = []; await sent;`,
  'a body that changes as it is read': `let reads = 0; const body: any = { metadata: { generateName: 'x-', namespace: refOf(key).namespace }, spec: { containers: [{ name: 'c', get image() { reads += 1; return reads > 1 ? 7 : 'c'; } }] } }; await tools?.client.create(sdk.Pod, body);`,
  'a body that is a proxy': `const traps: any = new Proxy({}, { get: (_, trap) => (...rest: any[]) => { for (const each of rest) replace(each, 'ok', true); return trap === 'ownKeys' ? [] : undefined; } }); await tools?.client.create(sdk.Pod, new Proxy({}, traps));`,
  'a body with __proto__': `await tools?.client.create(sdk.ConfigMap, JSON.parse('{"metadata":{"name":"p","namespace":"default","__proto__":{"uid":"x"}},"data":{"__proto__":"x","constructor":"y"}}'));`,
  'a body that goes round': `const round: any = { metadata: { generateName: 'r-', namespace: 'default' } }; round.data = { round }; await tools?.client.create(sdk.ConfigMap, round);`,
  'a body that no JSON has': `await tools?.client.create(sdk.ConfigMap, { metadata: { generateName: 'n-', namespace: 'default' }, data: { big: 10n, symbol: Symbol('x'), run: () => 1, not: NaN } });`,
  'a name that leads elsewhere': `for (const name of ['../../x', '__proto__', 'a/b?dryRun=All', '\\u0000', 'x'.repeat(300)]) await tools?.client.delete(sdk.Pod, { namespace: 'default', name }).catch(() => {});`,
  'whose requests they are': `await tools?.client.create(sdk.ConfigMap, { metadata: { generateName: 'u-', namespace: 'default', managedFields: [{ manager: 'kubectl' }] }, user: { name: 'system:admin', groups: ['system:masters'] } }, { headers: { 'impersonate-user': 'system:admin' }, user: 'system:admin', asUser: 'system:admin' });`,
  'the stage’s wish': `const wish = await tools?.client.get(sdk.ReplicaSet, refOf(key)); if (wish) await tools.client.update(sdk.ReplicaSet, { ...wish, spec: { ...wish.spec, replicas: 0 } });`,
  'what the stage made': `await tools?.client.delete(sdk.ReplicaSet, refOf(key));`,
  'everything there is': `for (const kind of Object.values(sdk) as any[]) if (kind?.plural) for (const each of await tools?.client.list(kind).catch(() => []) ?? []) await tools.client.delete(kind, each.metadata).catch(() => {});`,
  'who is rejected': `void Promise.reject(new Proxy(new TypeError('x'), { get() { throw new RangeError('trap'); }, getPrototypeOf() { throw new RangeError('trap'); } })); void Promise.reject({ get stack() { throw 1; }, toString() { throw 2; } });`,
  'what is thrown': `throw { get message() { throw new RangeError('again'); }, toString: null, [Symbol.toPrimitive]: () => { throw 1; } };`,
};

/** A controller of lesson 12, and of any check for ReplicaSets, that tries it and does nothing else. */
export const controllerThat = (statement: string): string => `import * as sdk from 'converge/sdk';
const realm: any = (() => { try { return ([] as any).constructor.constructor('return globalThis')(); } catch { return globalThis; } })();
const replace = (of: any, name: PropertyKey, value: any): void => {
  try { of[name] = value; } catch {}
  try { Object.defineProperty(of, name, { value, configurable: true, writable: true }); } catch {}
};
const refOf = (key = 'default/web'): any => ({ namespace: key.split('/')[0], name: key.split('/')[1] });
const attack = async (key?: string, tools?: any): Promise<void> => { ${statement} };
attack().catch(() => {});
export const reconcile = async (key: string, tools: any): Promise<void> => { await attack(key, tools); };
export default { name: 'replicaset', for: sdk.ReplicaSet, owns: [sdk.Pod], reconcile };
`;
