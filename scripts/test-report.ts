/** What the runners of `npm test` report as JSON, read as counts and as the tests that one should look at. */

export interface TestReport {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Tests that failed, each with its place and the first line of why. */
  readonly failures: readonly string[];
  /** Tests that failed once and passed when they were tried again. */
  readonly secondTries: readonly string[];
}

interface VitestTest {
  readonly fullName: string;
  readonly status: string;
  /** Errors of every try: a test may have passed after one. */
  readonly failureMessages: readonly string[];
}

interface VitestJson {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  /** Files; one that can't be loaded has no tests, and says why in `message`. */
  readonly testResults: readonly { readonly name: string; readonly status: string; readonly message: string; readonly assertionResults: readonly VitestTest[] }[];
}

/** Reads what Vitest's reporter `json` wrote; `root` is left out of the names of files. */
export function readVitestReport(text: string, root: string): TestReport {
  const json: VitestJson = JSON.parse(text);
  const failures: string[] = [];
  const secondTries: string[] = [];
  let broken = 0;
  for (const { name, status, message, assertionResults } of json.testResults) {
    const file = name.replace(`${root}/`, '');
    const failed = assertionResults.filter((test) => test.status === 'failed');
    for (const test of failed) failures.push(`${file}: ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
    if (status === 'failed' && failed.length === 0) {
      broken += 1;
      failures.push(`${file}: ${firstLine(message)}`);
    }
    const again = assertionResults.filter((test) => test.status === 'passed' && test.failureMessages.length > 0);
    for (const test of again) secondTries.push(`${file}: ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
  }
  return { passed: json.numPassedTests, failed: json.numFailedTests + broken, skipped: json.numPendingTests, failures, secondTries };
}

interface PlaywrightSuite {
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly tests: readonly { readonly status: string; readonly results: readonly { readonly error?: { readonly message?: string } }[] }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

interface PlaywrightJson extends PlaywrightSuite {
  readonly stats: { readonly expected: number; readonly flaky: number; readonly unexpected: number; readonly skipped: number };
  /** What went wrong outside tests. */
  readonly errors?: readonly { readonly message?: string }[];
}

/** Reads what Playwright's reporter `json` wrote. */
export function readPlaywrightReport(text: string): TestReport {
  const json: PlaywrightJson = JSON.parse(text);
  const failures = (json.errors ?? []).map(({ message }) => firstLine(message));
  const secondTries: string[] = [];
  for (const spec of specsOf(json)) {
    for (const { status, results } of spec.tests) {
      const error = results.find((result) => result.error !== undefined)?.error?.message;
      const line = `${spec.file}:${spec.line}: ${spec.title}: ${firstLine(error)}`;
      if (status === 'unexpected') failures.push(line);
      if (status === 'flaky') secondTries.push(line);
    }
  }
  const { expected, flaky, unexpected, skipped } = json.stats;
  return { passed: expected + flaky, failed: unexpected, skipped, failures, secondTries };
}

function specsOf(suite: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
}

const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

function firstLine(text = ''): string {
  return (text.replaceAll(colours, '').trim().split('\n')[0] ?? '').slice(0, 300);
}
