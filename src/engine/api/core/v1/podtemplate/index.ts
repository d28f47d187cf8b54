import { type FieldError, formatLabels, required } from '../../../../meta/index.ts';
import { defineKind, textColumn } from '../../../define.ts';
import type { PodTemplate as PodTemplateObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';
import { defaultTemplate } from '../pod/defaults.ts';
import { validateTemplate } from '../pod/validation.ts';

export type PodTemplate = PodTemplateObject;

/** A template of Pods by itself. No controller of Kubernetes' own reads it. */
export const PodTemplate: KindDefinition<PodTemplate> = defineKind<PodTemplate>({
  group: '',
  version: 'v1',
  kind: 'PodTemplate',
  plural: 'podtemplates',
  namespaced: true,
  rules: {
    generation: 'custom',
    default: setDefaults,
    validate,
  },
  columns: [
    textColumn('Containers', 'Names of its containers.', (each) => namesOf(each, 'name')),
    textColumn('Images', 'Images of its containers.', (each) => namesOf(each, 'image')),
    textColumn('Pod Labels', 'Labels that its Pods have.', ({ template }) => formatLabels(template.metadata?.labels)),
  ],
});

function setDefaults(given: PodTemplate): PodTemplate {
  if (given.template === undefined) return given;
  const template = defaultTemplate(given.template);
  return template === given.template ? given : { ...given, template };
}

function validate({ template }: PodTemplate, old?: PodTemplate): readonly FieldError[] {
  if (template === undefined) return [required('template.spec.containers')];
  return template === old?.template ? [] : validateTemplate(template, 'template');
}

function namesOf({ template }: PodTemplate, part: 'name' | 'image'): string {
  return (template.spec?.containers ?? []).map((container) => container[part] ?? '').join(',');
}
