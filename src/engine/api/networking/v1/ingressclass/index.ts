import {
  checkDnsLabel,
  type FieldError,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../../meta/index.ts';
import { ageColumn, defineKind, textColumn } from '../../../define.ts';
import type { IngressClass as IngressClassObject, IngressClassParametersReference } from '../../../generated/types.ts';
import { immutable } from '../../../number-validation.ts';
import { validateDomainPath } from '../../../path-validation.ts';
import type { KindDefinition } from '../../../types.ts';
import { validateLocalReference } from '../local-reference.ts';

export type IngressClass = IngressClassObject;

/** Which controller is to serve an Ingress. */
export const IngressClass: KindDefinition<IngressClass> = defineKind<IngressClass>({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'IngressClass',
  plural: 'ingressclasses',
  namespaced: false,
  rules: { generation: 'spec', default: setDefaults, validate },
  columns: [
    textColumn('Controller', 'The controller.', ({ spec }) => spec.controller ?? ''),
    textColumn('Parameters', 'What it is configured by.', ({ spec: { parameters } }) => {
      if (parameters === undefined) return '<none>';
      const { apiGroup, kind, name } = parameters;
      return apiGroup === undefined ? `${kind}/${name}` : `${kind}.${apiGroup}/${name}`;
    }),
    ageColumn,
  ],
});

function setDefaults(given: IngressClass): IngressClass {
  const { spec = {} } = given;
  const { parameters } = spec;
  if (given.spec !== undefined && (parameters === undefined || parameters.scope !== undefined)) return given;
  return { ...given, spec: { ...spec, ...(parameters && { parameters: { ...parameters, scope: 'Cluster' } }) } };
}

const LONGEST_CONTROLLER = 250;

function validate({ spec }: IngressClass, old?: IngressClass): readonly FieldError[] {
  const path = 'spec.controller';
  const { controller = '', parameters } = spec;
  const errors: FieldError[] = old === undefined ? [] : [...immutable(controller, old.spec.controller ?? '', path)];
  if (controller.length > LONGEST_CONTROLLER) {
    errors.push({ type: 'TooLong', field: path, detail: `may not be more than ${LONGEST_CONTROLLER} bytes` });
  }
  errors.push(...validateDomainPath(controller, path));
  return parameters === undefined ? errors : [...errors, ...validateParameters(parameters)];
}

function validateParameters(parameters: IngressClassParametersReference): readonly FieldError[] {
  const path = 'spec.parameters';
  const { scope, namespace } = parameters;
  const errors = [...validateLocalReference(parameters, path)];
  if (scope === undefined) return [...errors, required(`${path}.scope`)];
  if (scope === 'Cluster') {
    if (namespace === undefined) return errors;
    return [...errors, forbiddenField(`${path}.namespace`, "`parameters.scope` is set to 'Cluster'")];
  }
  if (scope !== 'Namespace') return [...errors, notSupported(`${path}.scope`, scope, ['Cluster', 'Namespace'])];
  if (namespace === undefined) {
    return [...errors, required(`${path}.namespace`, "`parameters.scope` is set to 'Namespace'")];
  }
  return [...errors, ...checkDnsLabel(namespace).map((each) => invalidValue(`${path}.namespace`, namespace, each))];
}
