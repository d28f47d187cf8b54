import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';
import { port } from './tests/browser/serve.ts';

const browsers = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'];
const executablePath = browsers.find((path) => path !== undefined && existsSync(path));
if (executablePath === undefined) {
  throw new Error('No Chromium was found. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH to its program.');
}

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.test.ts',
  timeout: 120_000,
  // Generous: two cores may be busy with the universes a test has just asked for.
  expect: { timeout: 20_000 },
  workers: 1,
  retries: 0,
  reporter: [['list'], ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? 'test-results/report.json' }]],
  globalSetup: './tests/browser/serve.ts',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
