/** A small site, one page of which answers when the test says so. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const LINKS: Record<string, readonly string[]> = { '/': ['/a', '/b'], '/a': ['/c', '/d'] };

export class SlowSite {
  private readonly server: Server;
  private release: () => void = () => undefined;
  url = '';

  constructor(held = '/') {
    const isReleased = new Promise<void>((resolve) => {
      this.release = resolve;
    });
    this.server = createServer(async ({ url }, response) => {
      if (url === held) await isReleased;
      const links = (LINKS[url ?? ''] ?? []).map((path) => `<a href="${path}">${path}</a>`);
      response.writeHead(url === '/robots.txt' ? 404 : 200, { 'Content-Type': 'text/html' });
      response.end(`<title>${url}</title>${links.join('')}`);
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  /** Let the page answer that is held. */
  answer(): void {
    this.release();
  }

  /** Close without an answer: requests that wait break off. */
  end(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
