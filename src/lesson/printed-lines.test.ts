import { expect, test } from 'vitest';
import { printedRuns } from './printed-lines.ts';

const refusal = 'Error from server (AlreadyExists): leases.coordination.k8s.io "thermostats-controller" already exists';
const table = 'NAME                     HOLDER   AGE\nthermostats-controller   first    0s\n';

test('a long sentence beside a table wraps, and the table doesn’t', () => {
  expect(printedRuns(`${table}${refusal}\n${table}`)).toEqual([
    { text: 'NAME                     HOLDER   AGE\n', classes: '' },
    { text: 'thermostats-controller   first    0s\n', classes: '' },
    { text: `${refusal}\n`, classes: 'wraps' },
    { text: 'NAME                     HOLDER   AGE\n', classes: '' },
    { text: 'thermostats-controller   first    0s\n', classes: '' },
  ]);
});

test('a text without a table is left as it is: all of it wraps', () => {
  expect(printedRuns(refusal)).toEqual([{ text: refusal, classes: '' }]);
});

test('a color goes on in a line that wraps', () => {
  const colored = `\u001b[31m${refusal}\u001b[0m\n${table}`;
  expect(printedRuns(colored)[0]).toEqual({ text: refusal, classes: 'tx-fault wraps' });
});
