/** A policy whose expressions can't be compiled is refused when it is written. */
import { ValidatingAdmissionPolicy } from '../../api/index.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { type FieldError, invalid, invalidValue } from '../../meta/index.ts';
import { type Compiled, compiledOf } from './compiled.ts';

export function checkPolicy(policy: ValidatingAdmissionPolicy): void {
  const { spec } = policy;
  const { conditions, variables, validations, annotations } = compiledOf(policy);
  const errors: FieldError[] = [];
  const check = (program: Compiled | undefined, field: string, source: string): void => {
    if (program === undefined || !('error' in program)) return;
    errors.push(invalidValue(`spec.${field}`, source, program.error));
  };
  conditions.forEach((program, index) => {
    check(program, `matchConditions[${index}].expression`, spec.matchConditions?.[index]?.expression ?? '');
  });
  spec.variables?.forEach(({ name, expression }, index) => {
    check(variables.get(name), `variables[${index}].expression`, expression);
  });
  validations.forEach(({ validation, rule, message }, index) => {
    check(rule, `validations[${index}].expression`, validation.expression);
    check(message, `validations[${index}].messageExpression`, validation.messageExpression ?? '');
  });
  annotations.forEach(({ value }, index) => {
    check(value, `auditAnnotations[${index}].valueExpression`, spec.auditAnnotations?.[index]?.valueExpression ?? '');
  });
  if (errors.length > 0) refuse(invalid(ValidatingAdmissionPolicy, policy.metadata.name, errors));
}
