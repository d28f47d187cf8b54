/** etcd's keys as of any moment of the session, and what became of one of them. Costs nothing until it is read. */
import type { KeyValue } from '../engine/index.ts';
import type { KeyChangeView, KeyHistoryView, KeySpaceView, KeyView } from '../viz/model.ts';
import { diffFields } from './object-diff.ts';
import type { Commit, History } from './history.ts';
import { createTimeline } from './timeline.ts';
import type { KeySpaceRequest, Place } from './types.ts';

export interface Keys {
  /** `at`: absent for now. */
  space(ask: KeySpaceRequest): KeySpaceView;
  /** Every revision of a key up to `at`, newest first. */
  history(key: string, at?: Place): KeyHistoryView;
}

const keysShown = 200;
const revisionsShown = 50;

export function createKeys(history: History, compactRevision: () => number): Keys {
  const timeline = createTimeline<Map<string, KeyValue>, Commit>(history.commits, {
    empty: () => new Map(),
    copy: (keys) => new Map(keys),
    add(keys, { events }) {
      for (const event of events) {
        if (event.type === 'put') keys.set(event.kv.key, event.kv);
        else keys.delete(event.key);
      }
    },
    size: ({ size }) => size,
  });
  const countTo = (at: Place | undefined): number => (at === undefined ? history.commits.length : history.count(at));

  return {
    space({ at, prefix, order }) {
      const found: KeyValue[] = [];
      const count = countTo(at);
      for (const kv of timeline.after(count).values()) if (kv.key.startsWith(prefix)) found.push(kv);
      // Two keys of one transaction have the same revision.
      found.sort((a, b) => (order === 'newest' ? b.modRevision - a.modRevision : 0) || (a.key < b.key ? -1 : 1));
      return {
        revision: history.commits[count - 1]?.revision ?? 1,
        compactRevision: compactRevision(),
        prefix,
        total: found.length,
        keys: found.slice(0, keysShown).map(keyView),
      };
    },
    history(key, at) {
      const changes: KeyChangeView[] = [];
      const count = countTo(at);
      let before: KeyValue | undefined;
      for (let index = 0; index < count; index += 1) {
        const commit = history.commits[index];
        for (const event of commit?.events ?? []) {
          if (commit === undefined || (event.type === 'put' ? event.kv.key : event.key) !== key) continue;
          const kv = event.type === 'put' ? event.kv : undefined;
          changes.push(changeView(commit, before, kv));
          before = kv;
        }
      }
      return {
        key,
        changes: changes.slice(-revisionsShown).reverse(),
        omitted: Math.max(0, changes.length - revisionsShown),
      };
    },
  };
}

function keyView(kv: KeyValue): KeyView {
  const { key, createRevision, modRevision, version, lease } = kv;
  return { key, createRevision, modRevision, version, size: sizeOf(kv), ...(lease === 0 ? {} : { lease }) };
}

function changeView({ t, revision }: Commit, before: KeyValue | undefined, kv: KeyValue | undefined): KeyChangeView {
  if (kv === undefined) return { t, revision, version: 0, change: 'deleted', fields: [] };
  const change = before === undefined ? 'created' : 'changed';
  const fields = before === undefined ? [] : diffFields(before.value, kv.value);
  return { t, revision, version: kv.version, change, fields };
}

/** Bytes of the value: a string's own, of anything else its JSON text in UTF-8. */
function sizeOf({ value }: KeyValue): number {
  if (typeof value === 'string') return value.length;
  let bytes = 0;
  for (const character of JSON.stringify(value)) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
