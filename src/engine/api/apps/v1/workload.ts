/** What ReplicaSet and Deployment have in common: replicas of a template, chosen by a selector. */
import {
  deepEqual,
  type FieldError,
  forbiddenField,
  formatLabelSelector,
  type KubeObject,
  type LabelSelector,
  notSupported,
  required,
} from '../../../meta/index.ts';
import { validateTemplate } from '../../core/v1/pod/validation.ts';
import { textColumn } from '../../define.ts';
import type { PodTemplateSpec } from '../../generated/types.ts';
import { notNegative } from '../../number-validation.ts';
import { validateTemplateSelector, wrongSelector } from '../../selector-validation.ts';
import type { Column } from '../../types.ts';

export type WorkloadSpec = {
  readonly replicas?: number;
  readonly minReadySeconds?: number;
  readonly selector: LabelSelector;
  readonly template: PodTemplateSpec;
};

const NO_TEMPLATE = {} as PodTemplateSpec;

/** Replicas, selector and template. `kind` is named where upstream names it. */
export function validateWorkload(spec: WorkloadSpec, kind: string): readonly FieldError[] {
  const { selector, template = NO_TEMPLATE } = spec;
  const errors: FieldError[] = [
    ...notNegative(spec.replicas, 'spec.replicas'),
    ...notNegative(spec.minReadySeconds, 'spec.minReadySeconds'),
  ];
  if (selector === undefined) errors.push(required('spec.selector'));
  const words = { kind: 'deployment', unreadable: 'invalid label selector' };
  const before = errors.length;
  validateTemplateSelector(selector, template.metadata?.labels, words, errors);
  // Upstream looks at the template of a selector that can be read.
  if (errors.slice(before).some(({ detail }) => detail === words.unreadable)) return errors;
  errors.push(...validateTemplate(template, 'spec.template'));
  const { restartPolicy, activeDeadlineSeconds } = template.spec ?? {};
  if (restartPolicy !== undefined && restartPolicy !== 'Always') {
    errors.push(notSupported('spec.template.spec.restartPolicy', restartPolicy, ['Always']));
  }
  if (activeDeadlineSeconds !== undefined) {
    const detail = `activeDeadlineSeconds in ${kind} is not Supported`;
    errors.push(forbiddenField('spec.template.spec.activeDeadlineSeconds', detail));
  }
  return errors;
}

/** A selector is chosen once: another one would leave pods behind. */
export function validateSelectorUpdate(selector: LabelSelector | undefined, old: LabelSelector): readonly FieldError[] {
  return deepEqual(selector, old) ? [] : [wrongSelector('spec.selector', selector, 'field is immutable')];
}

/** Containers, images and selector, as `-o wide` shows them. */
export function wideColumns<T extends KubeObject & { readonly spec: WorkloadSpec }>(): readonly Column<T>[] {
  const containers = ({ spec }: T) => spec.template.spec.containers;
  return [
    textColumn(
      'Containers',
      'Names of its containers.',
      (each) =>
        containers(each)
          .map(({ name }) => name)
          .join(','),
      'wide',
    ),
    textColumn(
      'Images',
      'Images of its containers.',
      (each) =>
        containers(each)
          .map(({ image }) => image)
          .join(','),
      'wide',
    ),
    textColumn('Selector', 'Which pods it takes as its own.', ({ spec }) => formatLabelSelector(spec.selector), 'wide'),
  ];
}
