import { defineConfig } from '@playwright/test';

/** What the browser may reach: this machine, and nothing else. */
const ALONE = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=127.0.0.1',
];

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/servers.ts',
  outputDir: 'node_modules/.e2e',
  workers: 1,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'line',
  use: {
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-dev-shm-usage', ...ALONE],
    },
  },
});
