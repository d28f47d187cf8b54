/** `converge manifest`: the files of a node that its kubelet makes static Pods of. */
import type { Manifests } from '../../engine/index.ts';
import { readManifest } from '../../kubectl/index.ts';
import type { Process } from '../types.ts';

const folder = '/etc/kubernetes/manifests';

/** `list NODE`, `show NODE FILE`, `add NODE FILE`, `remove NODE FILE`. */
export function manifest(action: string, [node = '', path = '']: readonly string[], process: Process): number {
  const found = process.options.manifests?.(node);
  if (found === undefined) return refuse(process, `no manifests on "${node}": there is no such node, or this cluster's profile has no static Pods`);
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (action === 'list') {
    for (const file of [...found.files.keys()].sort()) process.stdout(`${folder}/${file}\n`);
    return 0;
  }
  if (action === 'add') return add(found, node, name, path, process);
  if (action !== 'remove' && action !== 'show') return refuse(process, `unknown action "${action}": there are list, show, add and remove`);
  const text = found.files.get(name);
  if (text === undefined) return refuse(process, `${node} has no ${folder}/${name}`);
  if (action === 'show') {
    process.stdout(`${text}\n`);
    return 0;
  }
  found.write(name);
  process.stdout(`${folder}/${name} removed from ${node}\n`);
  return 0;
}

function add(manifests: Manifests, node: string, name: string, path: string, process: Process): number {
  const text = process.options.files.read(path);
  if (text === undefined) return refuse(process, `there is no file "${path}"`);
  const { objects, error } = readManifest(path, text);
  const object = objects[0]?.object;
  if (error !== undefined || object === undefined || objects.length > 1) return refuse(process, error?.message ?? 'a manifest on a node holds one Pod');
  manifests.write(name, JSON.stringify(object));
  process.stdout(`${folder}/${name} written on ${node}\n`);
  return 0;
}

function refuse(process: Process, message: string): number {
  process.stderr(`converge: ${message}\n`);
  return 1;
}
