/** The real server and the site of the tests, on free ports. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

export const ROOT = resolve(import.meta.dirname, '../..');
export const BIN = join(ROOT, '.venv/bin');
const START_MS = 30_000;

/** Both; what ends them. Their addresses are in the environment. */
export async function start(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-e2e-'));
  const site = spawn(join(BIN, 'python'), ['-m', 'leadsite', '--log', join(folder, 'site.log')], {
    cwd: join(ROOT, 'tests/site'),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const told = JSON.parse(await said(site, /ports/)) as { ports: number[] };
  const server = await served(folder);
  process.env.SITE_LOG = join(folder, 'site.log');
  process.env.SITE_URL = `http://127.0.0.1:${told.ports[0]}`;
  process.env.LEADLINE_URL = server.url;
  return async () => {
    await Promise.all([ended(site), server.end()]);
    rmSync(folder, { recursive: true });
  };
}

export interface Served {
  url: string;
  end: () => Promise<void>;
}

/** `leadline serve` in a folder; it may crawl this machine, and asks no name server. */
export async function served(folder: string): Promise<Served> {
  const child = spawn(join(BIN, 'leadline'), ['serve', '--port', '0', '--workers', '1'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, LEADLINE_ALLOW_NETWORK: '127.0.0.0/8', LEADLINE_DNS_SERVERS: '127.0.0.1:9' },
  });
  const url = /http:\/\/[^/]+/.exec(await said(child, /http:/))?.[0] ?? '';
  return { url, end: () => ended(child) };
}

/** A key of the server that will be in a folder. */
export function keyIn(folder: string): string {
  return execFileSync(join(BIN, 'leadline'), ['keys', 'create', 'e2e'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
    .toString()
    .trim();
}

/** The line of a program's output that is waited for. */
export async function said(child: ChildProcess, words: RegExp): Promise<string> {
  if (!child.stdout) throw new Error('its output was to be read');
  const timer = setTimeout(() => child.kill(), START_MS);
  const lines = createInterface(child.stdout);
  for await (const line of lines) {
    if (!words.test(line)) continue;
    clearTimeout(timer);
    // Read on, or it would wait for us.
    child.stdout.resume();
    return line;
  }
  throw new Error('it ended before it was ready');
}

export function ended(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done();
    child.once('exit', () => done());
    child.kill('SIGTERM');
  });
}
