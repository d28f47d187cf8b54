/** Rules for Secrets (pkg/apis/core/validation ValidateSecret, ValidateSecretUpdate). */
import {
  base64ByteLength,
  checkConfigMapKey,
  deepEqual,
  type FieldError,
  forbiddenField,
  invalidValue,
  required,
  tooLong,
} from '../../../../meta/index.ts';
import type { Secret } from '../../../generated/types.ts';
import { immutable } from '../../../number-validation.ts';
import { jsonObjectFault } from './json-fault.ts';

const MAX_BYTES = 1024 * 1024;
const ACCOUNT_ANNOTATION = 'kubernetes.io/service-account.name';
const IMMUTABLE = 'field is immutable when `immutable` is set';

/** Checks a Secret; with `old` also what may change in it. */
export function validateSecret(secret: Secret, old?: Secret): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (old !== undefined) {
    errors.push(...immutable(secret.type, old.type, 'type'));
    immutableErrors(secret, old, errors);
    if (secret.data === old.data) return errors;
  }
  let size = 0;
  for (const [key, value] of Object.entries(secret.data ?? {})) {
    for (const message of checkConfigMapKey(key)) errors.push(invalidValue(`data[${key}]`, key, message));
    size += base64ByteLength(value);
  }
  if (size > MAX_BYTES) errors.push(tooLong('data', MAX_BYTES));
  typeErrors(secret, errors);
  return errors;
}

function immutableErrors(secret: Secret, old: Secret, errors: FieldError[]): void {
  if (old.immutable !== true) return;
  if (secret.immutable !== true) errors.push(forbiddenField('immutable', IMMUTABLE));
  if (!deepEqual(secret.data ?? {}, old.data ?? {})) errors.push(forbiddenField('data', IMMUTABLE));
}

/** What each well-known type must hold. */
function typeErrors({ type, data = {}, metadata }: Secret, errors: FieldError[]): void {
  const has = (key: string): boolean => Object.hasOwn(data, key);
  const needs = (...keys: readonly string[]): void => {
    for (const key of keys) if (!has(key)) errors.push(required(`data[${key}]`));
  };
  switch (type) {
    case 'kubernetes.io/service-account-token':
      if (!metadata.annotations?.[ACCOUNT_ANNOTATION]) {
        errors.push(required(`metadata.annotations[${ACCOUNT_ANNOTATION}]`));
      }
      break;
    case 'kubernetes.io/dockercfg':
      dockerErrors(data, '.dockercfg', errors);
      break;
    case 'kubernetes.io/dockerconfigjson':
      dockerErrors(data, '.dockerconfigjson', errors);
      break;
    case 'kubernetes.io/basic-auth':
      if (!has('username') && !has('password')) needs('username', 'password');
      break;
    case 'kubernetes.io/ssh-auth':
      if (!data['ssh-privatekey']) errors.push(required('data[ssh-privatekey]'));
      break;
    case 'kubernetes.io/tls':
      needs('tls.crt', 'tls.key');
      break;
    default:
  }
}

function dockerErrors(data: Readonly<Record<string, string>>, key: string, errors: FieldError[]): void {
  const content = data[key];
  if (content === undefined) {
    errors.push(required(`data[${key}]`));
    return;
  }
  const fault = jsonObjectFault(content);
  if (fault !== undefined) errors.push(invalidValue(`data[${key}]`, '<secret contents redacted>', fault));
}
