import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { defineConfig } from '@playwright/test';

/** What the browser may reach: this machine, and nothing else. */
const ALONE = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=127.0.0.1',
];

/** The one that is named, or the system's. */
function chromium(): string {
  const name = process.env.CHROMIUM ?? 'chromium';
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = [name, ...folders.map((folder) => join(folder, name))].find((path) => existsSync(path));
  if (found) return found;
  process.stderr.write(
    `The web page is tested in Chromium, and there is no ${name} here: install it (Debian's package: chromium), ` +
      'or name one: CHROMIUM=/path/to/chrome\n',
  );
  process.exit(1);
}

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'node_modules/.e2e',
  workers: 1,
  forbidOnly: true,
  // A busy machine may be late once; who is late is told as flaky.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'line',
  use: {
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromium(),
      args: ['--no-sandbox', '--disable-dev-shm-usage', ...ALONE],
    },
  },
});
