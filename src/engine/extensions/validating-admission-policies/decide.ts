/** Evaluates one policy for one request and one of its parameters. */
import type { ValidatingAdmissionPolicy } from '../../api/index.ts';
import type { Attributes } from '../../apiserver/admission/admission.ts';
import { asJson } from '../../apiserver/codec.ts';
import type { Resources } from '../../apiserver/resources.ts';
import type { KubeObject } from '../../meta/index.ts';
import { type Activation, CelError, fromJson, type MapValue, messageIn, tryRun, type Value } from '../cel/index.ts';
import { audit } from './audit.ts';
import { type Compiled, type CompiledPolicy, compiledOf } from './compiled.ts';
import { namespaceOf } from './match.ts';
import { requestActivation } from './variables.ts';

export interface Decision {
  /** Which of the policy's validations it is about. */
  readonly index: number;
  readonly message: string;
  /** Upstream's default is Invalid. */
  readonly reason: string | undefined;
}

export interface Subject {
  readonly object: KubeObject | undefined;
  readonly attributes: Attributes;
  readonly resources: Resources;
  readonly param: KubeObject | undefined;
}

/** What all expressions of a policy may cost together. */
const POLICY_BUDGET = 10_000_000;

/** Why the request is refused: nothing when it is fine, or none of the policy's business. */
export function decide(policy: ValidatingAdmissionPolicy, subject: Subject): readonly Decision[] {
  const compiled = compiledOf(policy);
  const fails = policy.spec.failurePolicy !== 'Ignore';
  const run = new Run(compiled, subject);
  const errors: string[] = [];
  let matched = true;
  for (const [index, condition] of compiled.conditions.entries()) {
    const source = policy.spec.matchConditions?.[index]?.expression ?? '';
    const result = run.evaluate(condition, source);
    if ('error' in result) errors.push(result.error);
    else if (result.value !== true) matched = false;
  }
  if (!matched) return [];
  if (errors.length > 0) {
    const message = errors.length === 1 ? (errors[0] ?? '') : `[${errors.join(', ')}]`;
    return fails ? [{ index: 0, message, reason: undefined }] : [];
  }
  const decisions: Decision[] = [];
  for (const [index, { validation, rule, message }] of compiled.validations.entries()) {
    const result = run.evaluate(rule, validation.expression);
    if ('error' in result) {
      if (fails) decisions.push({ index, message: result.error, reason: undefined });
    } else if (result.value !== true) {
      const own = message === undefined ? undefined : run.text(message);
      const words = own ?? (validation.message?.trim() || `failed expression: ${validation.expression.trim()}`);
      decisions.push({ index, message: words, reason: validation.reason });
    }
  }
  annotate(policy, compiled, run, subject);
  return decisions;
}

function annotate(
  policy: ValidatingAdmissionPolicy,
  { annotations }: CompiledPolicy,
  run: Run,
  subject: Subject,
): void {
  for (const { key, value } of annotations) {
    const text = run.text(value);
    if (text !== undefined) audit(subject.attributes, `${policy.metadata.name}/${key}`, text);
  }
}

class Run {
  #budget = POLICY_BUDGET;
  readonly #activation: Activation;

  constructor(compiled: CompiledPolicy, { object, attributes, resources, param }: Subject) {
    const request = requestActivation(object, attributes, namespaceOf(attributes.namespace, resources));
    const params: Value = param === undefined ? null : fromJson(asJson(param));
    const variables = this.#variables(compiled);
    this.#activation = {
      get: (name) => (name === 'params' ? params : name === 'variables' ? variables : request(name)),
    };
  }

  /** Each is worked out when it is first read. */
  #variables({ variables }: CompiledPolicy): MapValue {
    const known = new Map<string, Value>();
    return {
      kind: 'map',
      size: variables.size,
      isObject: true,
      keys: () => variables.keys(),
      get: (key) => {
        if (typeof key !== 'string') return undefined;
        const before = known.get(key);
        const program = variables.get(key);
        if (before !== undefined || program === undefined) return before;
        const result = this.evaluate(program, key);
        if ('error' in result)
          throw new CelError(`composited variable ${JSON.stringify(key)} fails to evaluate: ${result.error}`);
        known.set(key, result.value);
        return result.value;
      },
    };
  }

  evaluate(program: Compiled, source: string): { readonly value: Value } | { readonly error: string } {
    if ('error' in program) return { error: `compilation error: ${program.error}` };
    if (this.#budget <= 0) {
      return { error: 'validation failed due to running out of cost budget, no further validation rules will be run' };
    }
    const result = tryRun(program, this.#activation);
    if ('error' in result) {
      if (result.limit) this.#budget = 0;
      return { error: `expression '${source}' resulted in error: ${result.error}` };
    }
    this.#budget -= result.cost;
    return result;
  }

  /** The text of an expression; undefined when it fails, gives null or nothing worth saying. */
  text(program: Compiled): string | undefined {
    const result = this.evaluate(program, '');
    return 'error' in result ? undefined : messageIn(result.value);
  }
}
