/** Where a check's cluster contradicts the lesson's: what is tried out in the page would be judged in another kind of cluster. */
import type { LessonFrontmatter } from '../frontmatter.ts';
import { subjectOf } from '../subjects/install.ts';
import type { Check } from '../universes/types.ts';
import type { AuthorMistake, LineOf } from './mistake.ts';

/** What the frontmatter says of its cluster. */
export type LessonCluster = Pick<LessonFrontmatter, 'nodes' | 'profile' | 'etcd' | 'controlPlanes' | 'cloud' | 'kubeProxyPods' | 'addons' | 'repositories'> & { readonly programs: readonly string[] };

type JudgedCluster = Pick<Check, 'cluster' | 'programs' | 'controller' | 'entry' | 'part'>;

/**
 * A check may leave out what its universes needn't pay for: nodes, rights, a cloud that its exercise isn't about. It can't have what the lesson
 * lacks. Manifests and commands are written for the lesson's cluster, so theirs has its nodes, add-ons and kube-proxies as well.
 */
export function clusterMistakes(check: JudgedCluster, lesson: LessonCluster, lineOf: LineOf): readonly AuthorMistake[] {
  const { cluster, programs = [] } = check;
  const line = lineOf('cluster:');
  const said = (message: string): AuthorMistake => ({ line, message: `cluster: ${message}` });
  const beyond = cluster === undefined ? [] : beyondLesson(cluster, lesson);
  const unknown = programs.filter((name) => !lesson.programs.includes(name));
  return [
    ...beyond.map((what) => said(`it has ${what}, and the cluster of index.mdx hasn’t: say it in both, or in none`)),
    ...lackedByAnswers(check, lesson).map((what) => said(`the cluster of index.mdx has ${what}, and what is written for that would be judged without: say it here, too`)),
    ...unknown.map((name) => ({ line: lineOf('programs:'), message: `programs: "${name}" runs beside these universes, and not beside the lesson: name it in the frontmatter, too` })),
  ];
}

/** What the check has, and the lesson hasn't. */
function beyondLesson(cluster: NonNullable<Check['cluster']>, { nodes, profile, etcd, controlPlanes, cloud, kubeProxyPods, addons = [], repositories }: LessonCluster): readonly string[] {
  return [
    ...((cluster.nodes ?? 0) > 0 && nodes === 0 ? [`nodes: ${cluster.nodes}`] : []),
    ...((cluster.profile ?? 'full') === 'full' && profile === 'minimal' ? ['profile: full'] : []),
    ...((cluster.etcd ?? 1) > (etcd ?? 1) ? [`etcd: ${cluster.etcd}`] : []),
    ...((cluster.controlPlanes ?? 1) > (controlPlanes ?? 1) ? [`controlPlanes: ${cluster.controlPlanes}`] : []),
    ...(cluster.cloud === true && cloud !== true ? ['cloud'] : []),
    ...(cluster.kubeProxyPods === true && kubeProxyPods !== true ? ['kubeProxyPods'] : []),
    ...(cluster.repositories === true && repositories !== true ? ['repositories'] : []),
    ...(cluster.addons ?? []).filter((name) => !addons.some((each) => each === name)).map((name) => `the add-on "${name}"`),
  ];
}

/** What the lesson has, and answers that are applied or run may count on. */
function lackedByAnswers(check: JudgedCluster, { nodes, addons = [], kubeProxyPods }: LessonCluster): readonly string[] {
  if (!['manifests', 'commands'].includes(subjectOf(check))) return [];
  const { cluster = {} } = check;
  return [
    ...(nodes > 0 && cluster.nodes === 0 ? [`nodes: ${nodes}`] : []),
    ...(kubeProxyPods === true && cluster.kubeProxyPods !== true ? ['kubeProxyPods'] : []),
    ...addons.filter((name) => cluster.addons?.includes(name) !== true).map((name) => `the add-on "${name}"`),
  ];
}
