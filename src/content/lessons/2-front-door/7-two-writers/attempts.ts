/** The attempts of each pass: its requests for the list, in order. */
import type { SubjectRequest, World } from '../../../../lesson/universes/types.ts';

export const isWrite = ({ verb }: SubjectRequest): boolean => verb === 'update' || verb === 'patch';
export const isConflict = ({ code }: SubjectRequest): boolean => code === 409;

const isAboutTheList = ({ path, verb }: SubjectRequest): boolean => path.endsWith('/configmaps/releases') || verb === 'list';

/** Looks at each request for the list once, with those that its pass had sent before. */
export function perRequest(look: (request: SubjectRequest, before: readonly SubjectRequest[], world: World) => void): (world: World) => void {
  let seen = 0;
  const byPass = new Map<number, SubjectRequest[]>();
  return (world) => {
    for (; seen < world.requests.length; seen += 1) {
      const request = world.requests[seen];
      if (request === undefined || !isAboutTheList(request)) continue;
      const before = byPass.get(request.pass) ?? [];
      look(request, before, world);
      before.push(request);
      byPass.set(request.pass, before);
    }
  };
}

/** A judge of each request: the first finding stays. */
export function judgeRequests<T>(judge: (request: SubjectRequest, before: readonly SubjectRequest[], world: World) => T | undefined) {
  return () => {
    let found: T | undefined;
    const look = perRequest((request, before, world) => {
      found ??= judge(request, before, world);
    });
    return (world: World): T | undefined => {
      look(world);
      return found;
    };
  };
}

/** Milliseconds between a conflict and the next request of its pass, by how many conflicts it had met then (from 1). */
export function recordPauses(): { read(world: World): void; after(conflicts: number): readonly number[] } {
  const pauses = new Map<number, readonly number[]>();
  const read = perRequest((request, before) => {
    const last = before.at(-1);
    if (last === undefined || !isWrite(last) || !isConflict(last)) return;
    const conflicts = before.filter((each) => isWrite(each) && isConflict(each)).length;
    pauses.set(conflicts, [...(pauses.get(conflicts) ?? []), request.t - last.t]);
  });
  return { read, after: (conflicts) => pauses.get(conflicts) ?? [] };
}
