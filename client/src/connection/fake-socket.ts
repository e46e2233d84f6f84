// A fake socket for tests, in which the test plays the server. It records every emit; the test gives answers and pushes
// by hand.
import type { SocketLike } from "./wire.ts";

export interface Emitted {
  name: string;
  data: Record<string, unknown>;
  answer: (answer: unknown) => void;
}

type Listener = (...args: unknown[]) => void;

export class FakeSocket implements SocketLike {
  connected = false;
  active = true;
  connects = 0;
  emitted: Emitted[] = [];
  /** Answers a command automatically; undefined leaves it unanswered. */
  autoAnswer: (name: string, data: Record<string, unknown>) => unknown = (name, data) =>
    name === "clock:sync" ? { ok: true, t0: data.t0, serverTime: new Date().toISOString() } : undefined;
  readonly #listeners = new Map<string, Listener[]>();
  #any: ((event: string, ...args: unknown[]) => void)[] = [];

  on(event: string, listener: Listener) {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }

  onAny(listener: (event: string, ...args: unknown[]) => void) {
    this.#any.push(listener);
  }

  emit(name: string, data: unknown, answer: (answer: unknown) => void) {
    if (!this.connected) throw new Error(`emitted ${name} while not connected`);
    this.emitted.push({ name, data: data as Record<string, unknown>, answer });
    const given = this.autoAnswer(name, data as Record<string, unknown>);
    if (given !== undefined) queueMicrotask(() => answer(given));
  }

  connect() {
    this.connects += 1;
  }

  disconnect() {
    this.drop("io client disconnect");
  }

  /** The server accepts the connection. */
  accept() {
    this.connected = true;
    this.#notify("connect");
  }

  drop(reason = "transport close") {
    if (!this.connected) return;
    this.connected = false;
    this.#notify("disconnect", reason);
  }

  refuse(error: unknown, active = false) {
    this.active = active;
    this.#notify("connect_error", error);
  }

  push(event: string, data: unknown) {
    for (const listener of this.#any) listener(event, data);
  }

  sent(name: string) {
    return this.emitted.filter((one) => one.name === name);
  }

  #notify(event: string, ...args: unknown[]) {
    for (const listener of this.#listeners.get(event) ?? []) listener(...args);
  }
}
