import { expect, test } from 'vitest';
import {
  alreadyExists,
  conflict,
  forbidden,
  invalid,
  isConflict,
  isNotFound,
  notFound,
  StatusError,
  success,
} from './errors.ts';
import { fieldErrorMessage, invalidValue, notSupported, required } from './field-error.ts';

const pods = { group: '', plural: 'pods' };
const sets = { group: 'apps', plural: 'replicasets' };

test('errors name the resource and its group as upstream does', () => {
  expect(notFound(sets, 'web')).toEqual({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'replicasets.apps "web" not found',
    reason: 'NotFound',
    details: { name: 'web', group: 'apps', kind: 'replicasets' },
    code: 404,
  });
  expect(alreadyExists(pods, 'a').message).toBe('pods "a" already exists');
  expect(conflict(pods, 'a').message).toBe(
    'Operation cannot be fulfilled on pods "a": the object has been modified; please apply your changes to the latest version and try again',
  );
  expect(forbidden(pods, '', 'no').message).toBe('pods is forbidden: no');
  expect(forbidden({ group: '', plural: '' }, '', 'no').message).toBe('forbidden: no');
  expect(success()).toEqual({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' });
});

test('an invalid object names its kind, its fields, and each cause', () => {
  const negative = invalidValue('spec.replicas', -1, 'must be greater than or equal to 0');
  const status = invalid({ group: 'apps', kind: 'ReplicaSet' }, 'web', [negative, required('spec.selector')]);
  expect(status.message).toBe(
    'ReplicaSet.apps "web" is invalid: [spec.replicas: Invalid value: -1: must be greater than or equal to 0, spec.selector: Required value]',
  );
  expect(status.details).toEqual({
    name: 'web',
    group: 'apps',
    kind: 'ReplicaSet',
    causes: [
      {
        reason: 'FieldValueInvalid',
        message: 'Invalid value: -1: must be greater than or equal to 0',
        field: 'spec.replicas',
      },
      { reason: 'FieldValueRequired', message: 'Required value', field: 'spec.selector' },
    ],
  });
});

test('field errors show their values as upstream does', () => {
  expect(fieldErrorMessage(notSupported('a', 'x', ['Always', 'Never']))).toBe(
    'a: Unsupported value: "x": supported values: "Always", "Never"',
  );
  expect(fieldErrorMessage(invalidValue('a', null, 'why'))).toBe('a: Invalid value: "null": why');
  const version = {
    type: 'Invalid',
    field: 'metadata.resourceVersion',
    shown: '0x0',
    detail: 'must be specified',
  } as const;
  expect(fieldErrorMessage(version)).toBe('metadata.resourceVersion: Invalid value: 0x0: must be specified');
});

test('a thrown status is told by its reason', () => {
  const error = new StatusError(notFound(pods, 'a'));
  expect([isNotFound(error), isConflict(error), isNotFound(new Error('no')), error.message]).toEqual([
    true,
    false,
    false,
    'pods "a" not found',
  ]);
});
