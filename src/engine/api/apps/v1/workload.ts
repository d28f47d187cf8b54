/** What ReplicaSet and Deployment have in common: replicas of a template, chosen by a selector. */
import {
  deepEqual,
  type FieldError,
  forbiddenField,
  formatLabelSelector,
  invalidValue,
  type KubeObject,
  type LabelSelector,
  labelSelectorMatcher,
  notSupported,
  required,
} from '../../../meta/index.ts';
import { validateTemplate } from '../../core/v1/pod/validation.ts';
import { textColumn } from '../../define.ts';
import type { PodTemplateSpec } from '../../generated/types.ts';
import { notNegative } from '../../number-validation.ts';
import { isEmptySelector, isSelector, validateSelector } from '../../selector-validation.ts';
import type { Column } from '../../types.ts';

export type WorkloadSpec = {
  readonly replicas?: number;
  readonly minReadySeconds?: number;
  readonly selector: LabelSelector;
  readonly template: PodTemplateSpec;
};

/** Replicas, selector and template. `kind` is named where upstream names it. */
export function validateWorkload(spec: WorkloadSpec, kind: string): readonly FieldError[] {
  const { selector, template } = spec;
  const errors: FieldError[] = [
    ...notNegative(spec.replicas, 'spec.replicas'),
    ...notNegative(spec.minReadySeconds, 'spec.minReadySeconds'),
  ];
  if (selector === undefined) errors.push(required('spec.selector'));
  else {
    if (isEmptySelector(selector)) {
      errors.push(invalidValue('spec.selector', selector, 'empty selector is invalid for deployment'));
    }
    validateSelector(selector, 'spec.selector', errors);
  }
  if (template === undefined) return [...errors, required('spec.template')];
  if (
    selector !== undefined &&
    !isEmptySelector(selector) &&
    isSelector(selector) &&
    !labelSelectorMatcher(selector)(template.metadata?.labels)
  ) {
    const labels = template.metadata?.labels ?? {};
    const detail = '`selector` does not match template `labels`';
    errors.push(invalidValue('spec.template.metadata.labels', labels, detail));
  }
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
export function validateSelectorUpdate(selector: LabelSelector, old: LabelSelector): readonly FieldError[] {
  return deepEqual(selector, old) ? [] : [invalidValue('spec.selector', selector, 'field is immutable')];
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
