/** A container's file system: what its image has, what the kubelet puts in, and volumes where they are mounted. */
import type { Files, Image } from '../../sdk/index.ts';
import { toByteText } from '../bytes.ts';
import { type Dns, resolvConf } from '../network/dns.ts';
import { absolutePath, plant, plantFolder, type Tree } from './tree.ts';

/** A volume at a path. */
export interface Mount {
  readonly path: string;
  readonly tree: Tree;
  /** A folder or file of the volume, `/` for all of it. */
  readonly within: string;
  readonly readOnly: boolean;
}

export interface FilesInput {
  /** Its own layer, empty. */
  readonly own: Tree;
  readonly image: Image;
  /** Names of the small programs, where the image has them. */
  readonly programs: readonly string[];
  readonly hostname: string;
  readonly ip: string;
  readonly dns: Dns;
  /** `/etc/hosts`; the pod's own name alone by default. */
  readonly hosts: string | undefined;
  /** Its own layer is. */
  readonly readOnly: boolean | undefined;
  readonly terminationMessagePath: string;
  readonly mounts: readonly Mount[];
}

const FOLDERS = [
  'bin',
  'dev',
  'etc',
  'home',
  'lib',
  'proc',
  'root',
  'run',
  'sys',
  'tmp',
  'usr/bin',
  'usr/sbin',
  'var/log',
  'var/run',
];
const DEVICES = ['null', 'zero', 'stdin', 'stdout', 'stderr', 'tty', 'random', 'urandom'];

/** Files that are made when they are first read. */
export function filesOnce(make: () => Files): Files {
  let made: Files | undefined;
  const files = (): Files => {
    made ??= make();
    return made;
  };
  return {
    read: (path) => files().read(path),
    list: (path) => files().list(path),
    stat: (path) => files().stat(path),
    write: (path, content, mode) => files().write(path, content, mode),
    makeFolder: (path) => files().makeFolder(path),
    remove: (path) => files().remove(path),
  };
}

/** Builds it: some 200 entries, see `filesOnce`. */
export function createContainerFiles(input: FilesInput): Files {
  const { own } = input;
  plantSystem(own, input);
  for (const [path, content] of Object.entries(input.image.files ?? {}))
    plant(own, absolutePath(path), toByteText(content));
  for (const mount of input.mounts) {
    const isFile = mount.within !== '/' && mount.tree.stat(mount.within)?.folder === false;
    if (isFile) plant(own, mount.path, '');
    else plantFolder(own, mount.path);
  }
  // The deepest mount wins.
  const mounts = [...input.mounts].sort((a, b) => b.path.length - a.path.length);

  function locate(path: string): { readonly tree: Tree; readonly path: string; readonly readOnly: boolean } {
    for (const { path: at, tree, within, readOnly } of mounts) {
      if (path !== at && !path.startsWith(at === '/' ? '/' : `${at}/`)) continue;
      return { tree, path: absolutePath(`${within}/${path.slice(at.length)}`), readOnly };
    }
    return { tree: own, path, readOnly: input.readOnly === true && !path.startsWith('/dev/') && path !== '/etc/hosts' };
  }
  function change(path: string, act: (tree: Tree, path: string) => string | undefined): string | undefined {
    const place = locate(path);
    if (place.readOnly) return 'Read-only file system';
    return act(place.tree, place.path);
  }
  return {
    read: (path) => at(path, (tree, where) => tree.read(where)),
    list: (path) => at(path, (tree, where) => tree.list(where)),
    stat: (path) => at(path, (tree, where) => tree.stat(where)),
    write: (path, content, mode) => change(path, (tree, where) => tree.write(where, content, mode)),
    makeFolder: (path) => change(path, (tree, where) => tree.makeFolder(where)),
    remove: (path) => {
      if (mounts.some((mount) => mount.path === path)) return 'Device or resource busy';
      return change(path, (tree, where) => tree.remove(where));
    },
  };

  function at<T>(path: string, read: (tree: Tree, path: string) => T): T {
    const place = locate(path);
    return read(place.tree, place.path);
  }
}

function plantSystem(tree: Tree, input: FilesInput): void {
  const { hostname, ip, hosts } = input;
  if (input.programs.length > 0) {
    for (const folder of FOLDERS) plantFolder(tree, `/${folder}`);
    for (const name of input.programs) tree.write(`/bin/${name}`, '', 0o755);
    plant(tree, '/etc/passwd', 'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/home:/bin/false\n');
    plant(tree, '/etc/group', 'root:x:0:\nnobody:x:65534:\n');
  }
  for (const name of DEVICES) plant(tree, `/dev/${name}`, '', 0o666);
  plant(tree, input.terminationMessagePath, '', 0o666);
  plant(tree, '/etc/hostname', `${hostname}\n`);
  plant(tree, '/etc/hosts', hosts ?? `127.0.0.1\tlocalhost\n${ip}\t${hostname}\n`);
  plant(tree, '/etc/resolv.conf', resolvConf(input.dns));
}
