/**
 * What isn't part of the engine's core is loaded here, before it is used: real time passes, virtual time doesn't. A failure rejects with a
 * sentence and leaves nothing behind, so the same may be tried again. Outside a page the modules are there from the beginning.
 */
import { loadAddons, loadCloud, loadElection, loadEtcdMembers, loadExpressions, loadImagePrograms, loadOpenApi, loadProfile, loadRepositories } from '../engine/index.ts';
import { hasVerb, loadMoreVerbs } from '../kubectl/index.ts';
import { loadPrograms, mayStartPiecePrograms } from '../posix/index.ts';
import { loadEtcdctl, loadFaultCommand, loadTerraform } from '../shell/index.ts';
import type { InspectionName } from './inspections.ts';
import { loadMap } from './inspectors/load-map.ts';
import { loadParts } from './learner/parts/load-parts.ts';
import { loadTypeScript } from './learner/toolchain.ts';
import { bringsExpressions, type KnownNames, namesImage, partsFor, textRunsPrograms } from './parts-for.ts';
import { loadWhy } from './why/load-why.ts';
import type { ClusterSpec, InputRequest, SessionLog } from './types.ts';

export interface Loading {
  /** What `kubectl explain` says of types and fields; absent where that is there from the beginning, or never. */
  loadDescriptions?(): Promise<void>;
}

/** What a log's cluster is made of, and what its inputs use: all of it before the replay begins, so that no replay ends halfway. */
export async function loadForLog({ cluster, files, inputs }: SessionLog, loading: Loading): Promise<void> {
  const { addons, kubeProxyPods, repositories, profile = 'full', etcd, controlPlanes = 1, cloud } = cluster satisfies ClusterSpec;
  await Promise.all([
    loadProfile(profile),
    etcd === undefined ? undefined : loadEtcdMembers(),
    controlPlanes > 1 && loadElection(),
    cloud === true && loadCloud(),
    (addons ?? kubeProxyPods) && loadAddons(addons),
    repositories && loadRepositories(),
    Object.values(files).some(textRunsPrograms) && loadPrograms(),
    Object.values(files).some(namesImage) && loadImagePrograms(),
    Object.values(files).some(bringsExpressions) && loadExpressions(),
    ...inputs.map((input) => loadFor(input, loading)),
  ]);
}

const known: KnownNames = { hasVerb, mayStartPiecePrograms };

/** What an input needs. */
export async function loadFor(request: InputRequest, { loadDescriptions }: Loading): Promise<void> {
  const parts = partsFor(request, known);
  await Promise.all([
    parts.has('typescript') && loadTypeScript(),
    parts.has('parts') && loadParts(),
    parts.has('descriptions') && Promise.all([loadOpenApi(), loadDescriptions?.()]),
    parts.has('kubectl') && loadMoreVerbs(),
    parts.has('programs') && loadPrograms(),
    parts.has('images') && loadImagePrograms(),
    parts.has('expressions') && loadExpressions(),
    parts.has('faults') && loadFaultCommand(),
    parts.has('terraform') && loadTerraform(),
    parts.has('etcd') && Promise.all([loadEtcdctl(), loadEtcdMembers()]),
  ]);
}

/** What an inspection needs. */
export async function loadForInspection(name: InspectionName): Promise<void> {
  if (name === 'complete') await Promise.all([loadMoreVerbs(), loadEtcdctl(), loadFaultCommand()]);
  if (name === 'description') await loadMoreVerbs();
  if (name === 'incident') await loadFaultCommand();
  if (name === 'map') await loadMap();
  if (name === 'why' || name === 'effects' || name === 'trace' || name === 'owners' || name === 'scheduling') await loadWhy();
}
