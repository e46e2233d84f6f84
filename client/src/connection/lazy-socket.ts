// A socket that loads its code when it connects for the first time. Until then it looks like a socket that is not
// connected yet. If the code cannot be loaded, it reports a connection error, and the next connect loads it again.
import type { SocketLike } from "./wire.ts";

type Listener = Parameters<SocketLike["on"]>[1];

export class LazySocket implements SocketLike {
  readonly #load: () => Promise<SocketLike>;
  #socket: SocketLike | null = null;
  #isLoading = false;
  /** True from connect to disconnect. */
  #isWanted = false;
  readonly #listeners: [event: string, listener: Listener][] = [];
  readonly #anyListeners: Parameters<SocketLike["onAny"]>[0][] = [];

  constructor(load: () => Promise<SocketLike>) {
    this.#load = load;
  }

  get connected(): boolean {
    return this.#socket?.connected ?? false;
  }

  get active(): boolean {
    return this.#socket?.active ?? this.#isLoading;
  }

  get isPolled(): boolean | undefined {
    return this.#socket?.isPolled;
  }

  on(event: string, listener: Listener): void {
    this.#listeners.push([event, listener]);
    this.#socket?.on(event, listener);
  }

  onAny(listener: (event: string, ...args: unknown[]) => void): void {
    this.#anyListeners.push(listener);
    this.#socket?.onAny(listener);
  }

  /** Does nothing before the code is loaded, because senders wait until the socket is connected. */
  emit(event: string, data: unknown, ack: (answer: unknown) => void): void {
    this.#socket?.emit(event, data, ack);
  }

  connect(): void {
    this.#isWanted = true;
    if (this.#socket) this.#socket.connect();
    else if (!this.#isLoading) void this.#loadAndConnect();
  }

  disconnect(): void {
    this.#isWanted = false;
    this.#socket?.disconnect();
  }

  async #loadAndConnect(): Promise<void> {
    this.#isLoading = true;
    try {
      const socket = await this.#load();
      for (const [event, listener] of this.#listeners) socket.on(event, listener);
      for (const listener of this.#anyListeners) socket.onAny(listener);
      this.#socket = socket;
    } catch (error) {
      this.#isLoading = false;
      if (this.#isWanted) this.#reportFailure(error);
      return;
    }
    this.#isLoading = false;
    if (this.#isWanted) this.#socket.connect();
  }

  #reportFailure(error: unknown): void {
    for (const [event, listener] of this.#listeners) if (event === "connect_error") listener(error);
  }
}
