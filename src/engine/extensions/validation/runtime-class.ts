/** Rules for RuntimeClasses. */
import { validateTolerations } from '../../api/core/v1/pod/spec-validation.ts';
import type { RuntimeClass } from '../../api/index.ts';
import { validateLabels } from '../../api/metadata-validation.ts';
import { immutable } from '../../api/number-validation.ts';
import { checkDnsLabel, duplicate, type FieldError } from '../../meta/index.ts';
import { checkText } from './checks.ts';
import { checkOverhead, checkTolerationValues } from './pod/spec.ts';

export function checkRuntimeClass({ handler = '', overhead, scheduling }: RuntimeClass, old: RuntimeClass | undefined, errors: FieldError[]): void {
  checkText(checkDnsLabel, handler, 'handler', errors);
  checkOverhead(overhead?.podFixed, 'overhead', errors);
  validateLabels(scheduling?.nodeSelector, 'scheduling.nodeSelector', errors);
  const { tolerations = [] } = scheduling ?? {};
  const path = 'scheduling.tolerations';
  validateTolerations(tolerations, path, errors);
  checkTolerationValues(tolerations, path, errors);
  const seen = new Set<string>();
  for (const [index, { tolerationSeconds: _, ...toleration }] of tolerations.entries()) {
    const identity = JSON.stringify(toleration, ['effect', 'key', 'operator', 'value']);
    if (seen.has(identity)) errors.push(duplicate(`${path}[${index}]`, toleration));
    seen.add(identity);
  }
  if (old !== undefined) errors.push(...immutable(handler, old.handler, 'handler'));
}
