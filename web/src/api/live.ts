/** A crawl as it happens: a WebSocket that comes back, and says honestly when it is away. */

import { socketAddress, ticket } from './client';
import { apiKey } from './key';
import type { Progress } from './queries';
import { isOver } from './queries';

/** `polling`: there was no socket for a while; components fetch the figures every 5 s. */
export type Connection = 'connecting' | 'live' | 'reconnecting' | 'polling' | 'over' | 'gone';

export const POLL_MS = 5_000;
/** The server sends at least every 2 s: beyond this the line is dead, whatever it says. */
const SILENCE_MS = 7_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
const TRIES_BEFORE_POLLING = 3;

interface Listener {
  onProgress(progress: Progress): void;
  onConnection(connection: Connection): void;
}

/** Waits twice as long each time, never in step with others. */
export function waitBefore(attempt: number, random: () => number = Math.random): number {
  const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return most / 2 + (random() * most) / 2;
}

export class LiveCrawl {
  private socket: WebSocket | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  private isClosed = false;
  private connection: Connection = 'connecting';

  constructor(
    private readonly id: string,
    private readonly listener: Listener,
  ) {
    addEventListener('online', this.reconnectNow);
    document.addEventListener('visibilitychange', this.reconnectNow);
    void this.connect();
  }

  close(): void {
    this.isClosed = true;
    removeEventListener('online', this.reconnectNow);
    document.removeEventListener('visibilitychange', this.reconnectNow);
    this.drop();
  }

  /** Connect at once when the tab is seen or the network is back. */
  private reconnectNow = (): void => {
    const isWaiting = this.connection === 'reconnecting' || this.connection === 'polling';
    if (isWaiting && this.socket === undefined && !document.hidden) {
      clearTimeout(this.timer);
      void this.connect();
    }
  };

  private async connect(): Promise<void> {
    try {
      const parameters: Record<string, string> = apiKey() ? { ticket: await ticket() } : {};
      if (this.isClosed) return;
      const socket = new WebSocket(socketAddress(`/api/v1/crawls/${this.id}/ws`, parameters));
      this.socket = socket;
      socket.onmessage = (event) => this.receive(String(event.data));
      socket.onclose = () => this.socket === socket && this.retry();
      this.watch();
    } catch {
      if (!this.isClosed) this.retry();
    }
  }

  private receive(text: string): void {
    const message = JSON.parse(text) as Progress | { error: string };
    if ('error' in message) {
      this.end('gone');
      return;
    }
    this.failures = 0;
    this.listener.onProgress(message);
    if (isOver(message.status)) {
      this.end('over');
    } else {
      this.setConnection('live');
      this.watch();
    }
  }

  private watch(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.retry(), SILENCE_MS);
  }

  private retry(): void {
    this.drop();
    this.setConnection(this.failures < TRIES_BEFORE_POLLING ? 'reconnecting' : 'polling');
    this.timer = setTimeout(() => void this.connect(), waitBefore(this.failures));
    this.failures += 1;
  }

  private end(connection: Connection): void {
    this.drop();
    this.setConnection(connection);
  }

  private drop(): void {
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = undefined;
    socket?.close();
  }

  private setConnection(connection: Connection): void {
    if (connection === this.connection) return;
    this.connection = connection;
    this.listener.onConnection(connection);
  }
}
