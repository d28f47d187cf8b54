/**
 * What isn't part of the engine's core is loaded here, before it is used: real time passes, virtual time doesn't. A failure rejects with a
 * sentence and leaves nothing behind, so the same may be tried again. Outside a page the modules are there from the beginning.
 */
import { loadEtcdMembers, loadProfile } from '../engine/index.ts';
import { hasVerb, loadMoreVerbs } from '../kubectl/index.ts';
import { loadEtcdctl } from '../shell/index.ts';
import type { InspectionName } from './inspections.ts';
import { loadTypeScript } from './learner/toolchain.ts';
import type { ClusterSpec, InputRequest } from './types.ts';

export interface Loading {
  /** What `kubectl explain` says of types and fields; absent where that is there from the beginning, or never. */
  loadDescriptions?(): Promise<void>;
}

/** What a cluster is made of, and what the log's inputs may reach. */
export async function loadForCluster({ profile = 'full', etcd }: ClusterSpec): Promise<void> {
  await Promise.all([loadProfile(profile), etcd === undefined ? undefined : loadEtcdMembers()]);
}

/** What an input needs. Words are looked for wherever they stand: what is loaded for nothing costs only bytes. */
export async function loadFor(request: InputRequest, { loadDescriptions }: Loading): Promise<void> {
  const text = textOf(request);
  await Promise.all([
    bringsCode(request) && loadTypeScript(),
    /\b(?:explain|openapi)\b/.test(text) && loadDescriptions?.(),
    namesMoreVerbs(text) && loadMoreVerbs(),
    reachesEtcd(request, text) && Promise.all([loadEtcdctl(), loadEtcdMembers()]),
  ]);
}

/** What an inspection needs. */
export async function loadForInspection(name: InspectionName): Promise<void> {
  if (name === 'complete') await Promise.all([loadMoreVerbs(), loadEtcdctl()]);
  if (name === 'description') await loadMoreVerbs();
}

function textOf(request: InputRequest): string {
  switch (request.type) {
    case 'command':
      return request.text;
    case 'terminal':
      return request.do === 'line' ? request.text : '';
    case 'request':
      return request.request.path;
    default:
      return '';
  }
}

function bringsCode({ type }: InputRequest): boolean {
  return type === 'script' || type === 'swap' || type === 'edit';
}

/** Some kubectl isn't followed by a verb that is loaded: by another, a flag, a variable, or nothing. */
function namesMoreVerbs(text: string): boolean {
  for (const [, word = ''] of text.matchAll(/\b(?:kubectl|k)\b[ \t]*(\S*)/g)) if (!hasVerb(word)) return true;
  return false;
}

function reachesEtcd(request: InputRequest, text: string): boolean {
  return /\betcd(?:ctl|utl)\b/.test(text) || (request.type === 'request' && request.to !== 'apiserver');
}
