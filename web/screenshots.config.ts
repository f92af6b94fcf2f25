import { defineConfig } from '@playwright/test';
import tests from './playwright.config';

/** Pictures for the documentation: `make screenshots`. */
export default defineConfig(tests, {
  testDir: 'screenshots',
  globalSetup: './screenshots/sites.ts',
  timeout: 180_000,
});
