/** Rules for the environment of containers (ValidateEnv, ValidateEnvFrom). */
import type { Container, EnvVar } from '../../../api/index.ts';
import { checkConfigMapKey, checkDnsSubdomain, type FieldError, invalidValue, required } from '../../../meta/index.ts';
import { checkText } from '../checks.ts';
import { checkFieldRef, checkResourceRef } from './field-refs.ts';

const variableFields = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];

const printable = (name: string): readonly string[] => {
  if (/^[\x20-\x3c\x3e-\x7e]*$/.test(name)) return [];
  return ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
};

/** `path` is the container's. */
export function checkEnv({ env = [], envFrom = [] }: Container, path: string, errors: FieldError[]): void {
  for (const [index, { value = '', valueFrom }] of env.entries()) {
    if (valueFrom !== undefined) checkValueFrom(valueFrom, value, `${path}.env[${index}].valueFrom`, errors);
  }
  const list = `${path}.envFrom`;
  for (const [index, { prefix = '', configMapRef, secretRef }] of envFrom.entries()) {
    const at = `${list}[${index}]`;
    checkText(printable, prefix, `${at}.prefix`, errors);
    for (const [field, ref] of Object.entries({ configMapRef, secretRef })) {
      if (ref === undefined) continue;
      if (!ref.name) errors.push(required(`${at}.${field}.name`));
      // Upstream takes the name for the beginning of one.
      else for (const message of checkDnsSubdomain(ref.name.replace(/-+$/, 'a'))) errors.push(invalidValue(`${at}.${field}.name`, ref.name, message));
    }
    if (configMapRef === undefined && secretRef === undefined) errors.push(invalidValue(list, '', 'must specify one of: `configMapRef` or `secretRef`'));
    else if (configMapRef !== undefined && secretRef !== undefined) errors.push(invalidValue(list, '', 'may not have more than one field specified at a time'));
  }
}

function checkValueFrom(source: NonNullable<EnvVar['valueFrom']>, value: string, path: string, errors: FieldError[]): void {
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef } = source;
  if (fieldRef !== undefined) checkFieldRef(fieldRef, variableFields, `${path}.fieldRef`, errors);
  if (resourceFieldRef !== undefined) checkResourceRef(resourceFieldRef, 'its own', `${path}.resourceFieldRef`, errors);
  for (const [field, ref] of Object.entries({ configMapKeyRef, secretKeyRef })) {
    if (ref === undefined) continue;
    checkText(checkDnsSubdomain, ref.name ?? '', `${path}.${field}.name`, errors);
    if (!ref.key) errors.push(required(`${path}.${field}.key`));
    else checkText(checkConfigMapKey, ref.key, `${path}.${field}.key`, errors);
  }
  const count = [fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef].filter((each) => each !== undefined).length;
  if (count === 0) {
    errors.push(invalidValue(path, '', 'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`'));
  } else if (value !== '') errors.push(invalidValue(path, '', 'may not be specified when `value` is not empty'));
  else if (count > 1) errors.push(invalidValue(path, '', 'may not have more than one field specified at a time'));
}
