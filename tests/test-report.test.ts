import { expect, test } from 'vitest';
import { readPlaywrightReport, readVitestReport } from '../scripts/test-report.ts';

const passed = { fullName: 'counts', status: 'passed', failureMessages: [] };
const again = { fullName: 'serves', status: 'passed', failureMessages: ['Error: timed out\n    at x.ts:1'] };
const failed = { fullName: 'adds', status: 'failed', failureMessages: ['\u001b[31mAssertionError: 1\u001b[39m\n    at y.ts:2', 'AssertionError: 2'] };

function vitest(testResults: object[], numFailedTests: number): string {
  return JSON.stringify({ numPassedTests: 2, numFailedTests, numPendingTests: 1, testResults });
}

test('failed tests and those that passed when tried again are named with their file and the first line of why', () => {
  const file = { name: '/project/src/a.test.ts', status: 'failed', message: '', assertionResults: [passed, again, failed] };
  expect(readVitestReport(vitest([file], 1), '/project')).toEqual({
    passed: 2,
    failed: 1,
    skipped: 1,
    failures: ['src/a.test.ts: adds: AssertionError: 1'],
    secondTries: ['src/a.test.ts: serves: Error: timed out'],
  });
});

test('a file that can’t be loaded has failed, without a test of its own', () => {
  const file = { name: '/project/src/b.test.ts', status: 'failed', message: 'SyntaxError: b\nat …', assertionResults: [] };
  expect(readVitestReport(vitest([file], 0), '/project')).toMatchObject({ failed: 1, failures: ['src/b.test.ts: SyntaxError: b'] });
});

test('browser tests are found in suites within suites, and an error outside them is named', () => {
  const spec = (title: string, status: string) => ({
    title,
    file: 'page.test.ts',
    line: 7,
    tests: [{ status, results: [{ error: { message: 'no such button' } }, {}] }],
  });
  const suites = [{ suites: [{ specs: [spec('presses', 'unexpected'), spec('waits', 'flaky')] }] }];
  const stats = { expected: 3, flaky: 1, unexpected: 1, skipped: 2 };
  expect(readPlaywrightReport(JSON.stringify({ stats, suites, errors: [{ message: 'no port' }] }))).toEqual({
    passed: 4,
    failed: 1,
    skipped: 2,
    failures: ['no port', 'page.test.ts:7: presses: no such button'],
    secondTries: ['page.test.ts:7: waits: no such button'],
  });
});
