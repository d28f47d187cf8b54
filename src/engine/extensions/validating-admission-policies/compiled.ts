/** A policy's expressions, compiled once. */
import type { ValidatingAdmissionPolicy, ValidatingAdmissionPolicySpec, Validation } from '../../api/index.ts';
import { compile, DYN, formatType, type ObjectType, type Program, type Type } from '../cel/index.ts';
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
  return compileTo(['bool'], source, types);
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
    const program = compileTo([], expression, types);
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
        ? compileTo(['string'], validation.messageExpression, types)
        : undefined,
    })),
    annotations: (spec.auditAnnotations ?? []).map(({ key, valueExpression }) => ({
      key,
      value: compileTo(['string', 'null_type'], valueExpression, types),
    })),
  };
}

/** Compiled, where its value is of one of these types: a value whose type isn't known is of none (upstream: plugin/cel/compile.go). None: of any. */
function compileTo(wanted: readonly Type['kind'][], source: string, types: Parameters<typeof compile>[1]): Compiled {
  const program = compile(source, types);
  if ('error' in program) return { error: `compilation failed: ${program.error}` };
  if (wanted.length === 0 || wanted.includes(program.type.kind)) return program;
  const words = wanted.length === 1 ? wanted[0] : `one of [${wanted.join(' ')}]`;
  return { error: `must evaluate to ${words} but got ${formatType(program.type)}` };
}
