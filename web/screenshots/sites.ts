/** The real server, and two real sites beside it, as Debian packs them. */

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BIN, ended, said, served } from '../e2e/servers';

const FOLDERS = {
  HTTPD_URL: '/usr/share/doc/apache2-doc/manual',
  JAVA_URL: '/usr/share/doc/openjdk-17-jre-headless/api',
};
const ROOTS = { HTTPD_URL: 'httpd.localhost/en/', JAVA_URL: 'java.localhost/' };

export default async function start(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-screenshots-'));
  const sites: ChildProcess[] = [];
  for (const name of ['HTTPD_URL', 'JAVA_URL'] as const) {
    if (!existsSync(FOLDERS[name])) throw new Error('needs apt-get install apache2-doc openjdk-17-doc');
    const site = spawn(
      join(BIN, 'python'),
      ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '-d', FOLDERS[name]],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const port = /port (\d+)/.exec(await said(site, /port/))?.[1];
    const [host, ...path] = ROOTS[name].split('/');
    process.env[name] = `http://${host}:${port}/${path.join('/')}`;
    sites.push(site);
  }
  const server = await served(folder);
  process.env.LEADLINE_URL = server.url;
  return async () => {
    await Promise.all([...sites.map(ended), server.end()]);
    rmSync(folder, { recursive: true });
  };
}
