/** A graph of owners that the workspace has written, made safe to run. */
import type { EngineParts, GraphItem } from '../../../engine/index.ts';
import { isRecord } from '../../record.ts';
import { methodsOf } from './made-object.ts';
import type { Failed, Written } from './written.ts';

export const guardOwnerGraph = (written: Written, failed: Failed): Pick<EngineParts, 'createOwnerGraph'> => ({
  createOwnerGraph(served) {
    const call = methodsOf(Reflect.apply(written, undefined, [served]), { by: 'createOwnerGraph', what: 'graph' }, failed);
    return {
      served,
      get: (key) => itemIn(call('get', key)),
      byUid: (uid) => itemIn(call('byUid', uid)),
      seen: (kind, object) => keysIn(call('seen', kind, object)),
      gone: (uid) => keysIn(call('gone', uid)),
      isAbsent: (owner, namespace) => call('isAbsent', owner, namespace) === true,
      noteAbsent: (owner, namespace) => void call('noteAbsent', owner, namespace),
    };
  },
});

const isItem = (value: unknown): value is GraphItem =>
  isRecord(value) && typeof value['key'] === 'string' && isRecord(value['kind']) && isRecord(value['object']) && value['dependents'] instanceof Set;

const itemIn = (value: unknown): GraphItem | undefined => (isItem(value) ? value : undefined);

const keysIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []);
