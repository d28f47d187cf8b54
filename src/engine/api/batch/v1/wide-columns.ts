/** Containers, images and selector of a Job's template. */
import { formatLabelSelector, type KubeObject } from '../../../meta/index.ts';
import { textColumn } from '../../define.ts';
import type { JobSpec } from '../../generated/types.ts';
import type { Column } from '../../types.ts';

/** `specOf` gives the Job's spec: a Job's own, or that in a CronJob. */
export function wideJobColumns<T extends KubeObject>(specOf: (object: T) => JobSpec): readonly Column<T>[] {
  const all = (object: T, field: 'name' | 'image'): string =>
    specOf(object)
      .template.spec.containers.map((each) => each[field])
      .join(',');
  return [
    textColumn('Containers', 'Names of its containers.', (each) => all(each, 'name'), 'wide'),
    textColumn('Images', 'Images of its containers.', (each) => all(each, 'image'), 'wide'),
    textColumn(
      'Selector',
      'Which pods it takes as its own.',
      (each) => formatLabelSelector(specOf(each).selector) || '<none>',
      'wide',
    ),
  ];
}
