/** A policy's expressions, compiled once. */
import type { ValidatingAdmissionPolicy, ValidatingAdmissionPolicySpec, Validation } from '../../api/index.ts';
import { compile, DYN, isOfType, type ObjectType, type Program, STRING, type Type } from '../cel/index.ts';
import { requestVariables } from './variables.ts';

export type Compiled = Program | { readonly error: string };

export interface CompiledPolicy {
  readonly conditions: readonly Compiled[];
  readonly variables: ReadonlyMap<string, Compiled>;
  readonly validations: readonly {
    readonly validation: Validation;
    readonly rule: Compiled;
    readonly message: Compiled | undefined;
  }[];
  readonly annotations: readonly { readonly key: string; readonly value: Compiled }[];
}

const compiledPolicies = new WeakMap<ValidatingAdmissionPolicySpec, CompiledPolicy>();

/** The same for the same policy: what is stored doesn't change. */
export function compiledOf({ spec }: ValidatingAdmissionPolicy): CompiledPolicy {
  let compiled = compiledPolicies.get(spec);
  if (compiled === undefined) {
    compiled = compilePolicy(spec);
    compiledPolicies.set(spec, compiled);
  }
  return compiled;
}

/** A condition on requests, of a policy or of a webhook: it must be true or false. */
export function compileCondition(source: string, types = requestVariables(false)): Compiled {
  return wanting(compile(source, types), { kind: 'bool' }, 'bool');
}

/** Compiles all expressions; each variable sees those before it. */
export function compilePolicy(spec: ValidatingAdmissionPolicySpec): CompiledPolicy {
  const types = requestVariables(spec.paramKind !== undefined);
  const bool = (source: string): Compiled => compileCondition(source, types);
  const conditions = (spec.matchConditions ?? []).map(({ expression }) => bool(expression));
  const fields = new Map<string, Type>();
  const composed: ObjectType = { kind: 'object', name: 'kubernetes.variables', field: (name) => fields.get(name) };
  types.set('variables', composed);
  const variables = new Map<string, Compiled>();
  for (const { name, expression } of spec.variables ?? []) {
    const program = compile(expression, types);
    variables.set(name, program);
    fields.set(name, 'error' in program ? DYN : program.type);
  }
  return {
    conditions,
    variables,
    validations: (spec.validations ?? []).map((validation) => ({
      validation,
      rule: bool(validation.expression),
      message: validation.messageExpression
        ? wanting(compile(validation.messageExpression, types), STRING, 'string')
        : undefined,
    })),
    annotations: (spec.auditAnnotations ?? []).map(({ key, valueExpression }) => ({
      key,
      value: compile(valueExpression, types),
    })),
  };
}

function wanting(program: Compiled, type: Type, name: string): Compiled {
  if ('error' in program || program.type.kind === 'dyn' || isOfType(program.type, type)) return program;
  return { error: `must evaluate to ${name}` };
}
