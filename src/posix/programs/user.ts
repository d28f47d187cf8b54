/** Whom the programs of a machine run as. */
import type { ProcessUser } from '../../engine/index.ts';
import type { Host } from '../host.ts';
import type { Program } from './tool.ts';

const root: ProcessUser = { uid: 0, gid: 0, groups: [0, 10] };
/** As an image's `/etc/passwd` and `/etc/group` have them. */
const userNames: Readonly<Record<number, string>> = { 0: 'root', 65534: 'nobody' };
const groupNames: Readonly<Record<number, string>> = { ...userNames, 10: 'wheel' };

export const userPrograms: Readonly<Record<string, Program>> = { id, whoami };

/** The user's name, or the id where no name is known. */
export const nameOfUser = ({ user = root }: Pick<Host, 'user'>): string => userNames[user.uid] ?? String(user.uid);

const named = (id: number, name: string | undefined): string => (name === undefined ? String(id) : `${id}(${name})`);

function id({ host: { user = root }, args, output }: Parameters<Program>[0]): number {
  const { uid, gid, groups } = user;
  const letters = args.join('');
  const isNamed = letters.includes('n');
  const short = (id: number, names: typeof userNames) => (isNamed && names[id]) || String(id);
  if (letters.includes('u')) output.write(`${short(uid, userNames)}\n`);
  else if (letters.includes('g')) output.write(`${short(gid, groupNames)}\n`);
  else if (letters.includes('G')) output.write(`${groups.map((each) => short(each, groupNames)).join(' ')}\n`);
  else {
    const all = groups.map((each) => named(each, groupNames[each])).join(',');
    output.write(`uid=${named(uid, userNames[uid])} gid=${named(gid, groupNames[gid])} groups=${all}\n`);
  }
  return 0;
}

function whoami({ host, output, error }: Parameters<Program>[0]): number {
  const { uid } = host.user ?? root;
  if (userNames[uid] !== undefined) {
    output.write(`${userNames[uid]}\n`);
    return 0;
  }
  error.write(`whoami: unknown uid ${uid}\n`);
  return 1;
}
