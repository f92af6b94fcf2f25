/** A server that a test may kill, start again, or lock with a key. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ended, said } from './servers';

const LEADLINE = resolve(import.meta.dirname, '../../.venv/bin/leadline');

export class OwnServer {
  private readonly folder = mkdtempSync(join(tmpdir(), 'leadline-own-'));
  private process: ChildProcess | undefined;
  url = '';

  constructor(private readonly settings: Record<string, string> = {}) {}

  /** On the port it had before, if it had one. */
  async start(): Promise<void> {
    const port = this.url ? new URL(this.url).port : '0';
    const child = spawn(LEADLINE, ['serve', '--port', port, '--workers', '1'], {
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        LEADLINE_ALLOW_NETWORK: '127.0.0.0/8',
        LEADLINE_DNS_SERVERS: '127.0.0.1:9',
        ...this.settings,
      },
    });
    this.process = child;
    this.url = /http:\/\/[^/]+/.exec(await said(child, /http:/))?.[0] ?? '';
  }

  /** As if the power had gone. */
  kill(): void {
    this.process?.kill('SIGKILL');
  }

  /** The secret of a new key. */
  makeKey(): string {
    return execFileSync(LEADLINE, ['keys', 'create', 'test'], { cwd: this.folder, encoding: 'utf8' }).trim();
  }

  async end(): Promise<void> {
    if (this.process) await ended(this.process);
    rmSync(this.folder, { recursive: true });
  }
}
