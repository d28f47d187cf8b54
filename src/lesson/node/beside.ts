/** What of a lesson's frontmatter few lessons have: read in the build, so that the page's script needn't name it. */
import type { BesideCluster } from '../cells/run-cell.ts';
import type { LessonFrontmatter } from '../frontmatter.ts';

export function besideOf({ addons, cloud, kubeProxyPods, repositories }: Pick<LessonFrontmatter, 'addons' | 'cloud' | 'kubeProxyPods' | 'repositories'>): BesideCluster {
  return {
    ...(addons !== undefined && { addons }),
    ...(cloud === true && { cloud }),
    ...(kubeProxyPods === true && { kubeProxyPods }),
    ...(repositories === true && { repositories }),
  };
}
