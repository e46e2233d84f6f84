// Requests over one socket: each request ends in an answer or, when the time or the connection runs out, in null. It
// knows nothing of auctions. It never buffers, so that nothing outdated is sent after a reconnect.
import type { Answer, CommandData, CommandName } from "@jara/shared/live-commands";

/** The part of socket.io-client's Socket that is used here, so that a test can replace it. */
export interface SocketLike {
  readonly connected: boolean;
  /** False when the socket will not reconnect by itself. */
  readonly active: boolean;
  /** True while REST calls take the place of a live connection. */
  readonly isPolled?: boolean | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: what listeners receive is the server's
  on(event: string, listener: (...args: any[]) => void): unknown;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  onAny(listener: (event: string, ...args: any[]) => void): unknown;
  emit(event: string, data: unknown, ack: (answer: unknown) => void): unknown;
  connect(): unknown;
  disconnect(): unknown;
}

const isAnswer = (value: unknown): value is Answer<CommandName> =>
  typeof value === "object" && value !== null && "ok" in value && typeof value.ok === "boolean";

export class Wire {
  readonly #socket: SocketLike;
  readonly #open = new Set<() => void>();
  #arrivals: (() => void)[] = [];
  /** When the server last sent anything, by performance.now. */
  lastReceivedAt = 0;

  constructor(socket: SocketLike) {
    this.#socket = socket;
    socket.on("connect", () => {
      const waiting = this.#arrivals;
      this.#arrivals = [];
      for (const arrived of waiting) arrived();
    });
    socket.on("disconnect", () => {
      for (const end of [...this.#open]) end();
    });
    socket.onAny(() => {
      this.lastReceivedAt = performance.now();
    });
  }

  get connected(): boolean {
    return this.#socket.connected;
  }

  ask<C extends CommandName>(name: C, data: CommandData<C>, timeoutMs: number): Promise<Answer<C> | null> {
    if (!this.#socket.connected) return Promise.resolve(null);
    return new Promise((resolve) => {
      const settle = (answer: Answer<C> | null) => {
        clearTimeout(timer);
        this.#open.delete(end);
        resolve(answer);
      };
      const end = () => settle(null);
      const timer = setTimeout(end, timeoutMs);
      this.#open.add(end);
      this.#socket.emit(name, data, (answer) => {
        this.lastReceivedAt = performance.now();
        settle(isAnswer(answer) ? (answer as Answer<C>) : null);
      });
    });
  }

  /** Resolves at the next connect, or when the time is over. */
  nextConnect(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, withinMs);
      this.#arrivals.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}
