import { defineConfig } from '@playwright/test';
import tests from './playwright.config';

/** Figures of the page in a real browser: `make bench-web`. */
export default defineConfig(tests, {
  testMatch: /\.bench\.ts$/,
  outputDir: 'node_modules/.bench',
  workers: 1,
  timeout: 180_000,
  reporter: 'list',
});
