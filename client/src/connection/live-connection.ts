// The live connection: its state, what it watches, what it sends, and the server's clock. The state is "live" only
// after the server has answered everything that was asked since this connect, because an open socket alone proves
// nothing.
import type { Answer, CommandData, CommandName, PushFrame } from "@jara/shared/live-commands";
import type { SessionEnd } from "../store/session.ts";
import { FIRST_WAIT_MS, LONGEST_WAIT_MS } from "./attempts.ts";
import { type BiddingCommand, sendUntilAnswered, unconfirmed } from "./send-until-answered.ts";
import { CLOCK_SAMPLES, type ClockSample, ServerClock } from "./server-clock.ts";
import { type Feed, type WatchEvents, WatchRegistry } from "./watch-registry.ts";
import { type SocketLike, Wire } from "./wire.ts";

/** "polled": no live connection gets through, and lots are read again every few seconds. */
export type ConnectionState = "connecting" | "live" | "reconnecting" | "polled";

const CHECK_ANSWER_MS = 4000;
/** A check of a connection in doubt waits four round trips, but at least this: a phone's radio may need time to wake. */
const PROBE_AT_LEAST_MS = 2000;
/** A bid without an answer puts its connection in doubt after four round trips, but not before this. */
const DOUBT_AT_LEAST_MS = 1500;
/** The server sends something every 10 s. After a longer silence the screen may be out of date. */
const STALE_MS = 13_000;
const CONNECT_AGAIN_AT_LEAST_MS = 2000;
/** The same when the device has another network: an attempt on the old one is lost. */
const OTHER_NETWORK_AT_LEAST_MS = 700;
/** The upper limit of a wait that the server asks for (ms), because a person does not wait longer. */
const RETRY_ASKED_MS = 20_000;
const SEND_FOR_MS = 20_000;

const resent: ReadonlySet<CommandName> = new Set<BiddingCommand>([
  "bid:place",
  "maxbid:set",
  "maxbid:cancel",
  "buy-it-now",
]);

type Listeners = Partial<WatchEvents> & { onFrame?: (frame: PushFrame) => void };

export class LiveConnection {
  readonly clock = new ServerClock();
  readonly #socket: SocketLike;
  readonly #wire: Wire;
  readonly #watches: WatchRegistry;
  readonly #listeners = new Set<Listeners>();
  readonly #stateListeners = new Set<() => void>();
  readonly #onSessionLost: (why: SessionEnd) => void;
  #state: ConnectionState = "connecting";
  #running: Promise<void> | null = null;
  /** Counts connects and disconnects. Work that started under an earlier number is discarded. */
  #connection = 0;
  #person = 0;
  #attempts = 0;
  #roundTripMs = 0;
  #triedAt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;

  /** Calls `onSessionLost` when the server no longer accepts the session, with the reason if it gives one. */
  constructor(socket: SocketLike, onSessionLost: (why: SessionEnd) => void) {
    this.#socket = socket;
    this.#onSessionLost = onSessionLost;
    this.#wire = new Wire(socket);
    this.#watches = new WatchRegistry(this.#wire, {
      onWatched: (...watched) => this.#notify((to) => to.onWatched?.(...watched)),
      onRefused: (auctionId, error) => this.#notify((to) => to.onRefused?.(auctionId, error)),
      onJoined: (feed) => this.#notify((to) => to.onJoined?.(feed)),
    });
    socket.on("connect", () => void this.#onConnect());
    socket.on("disconnect", (reason: string) => this.#onDisconnect(reason));
    socket.on("connect_error", (error: unknown) => this.#onConnectError(error));
    socket.onAny((type: string, data: unknown) => this.#onFrame({ type, data } as PushFrame));
  }

  start(): void {
    this.#triedAt = performance.now();
    this.#socket.connect();
  }

  stop(): void {
    clearTimeout(this.#retry);
    this.#socket.disconnect();
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** How long the server has sent nothing (ms); 0 where nothing is connected or watched. */
  get silentMs(): number {
    return this.#wire.connected && !this.#watches.isEmpty ? performance.now() - this.#wire.lastReceivedAt : 0;
  }

  /** The server sent something that is no event, such as a ping. */
  heard(): void {
    this.#wire.lastReceivedAt = performance.now();
  }

  onState(listener: () => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  listen(listeners: Listeners): () => void {
    this.#listeners.add(listeners);
    return () => this.#listeners.delete(listeners);
  }

  watchAuction(auctionId: string, heldVersion: () => number | undefined): () => void {
    return this.#watches.watchAuction(auctionId, heldVersion);
  }

  isInFeed(feed: Feed): boolean {
    return this.#watches.isInFeed(feed);
  }

  watchFeed(feed: Feed): () => void {
    return this.#watches.watchFeed(feed);
  }

  rewatch(auctionId: string): void {
    void this.#watches.rewatch(auctionId);
  }

  /** Sends bidding commands until they are answered, always with the caller's commandId. Sends other commands once. */
  async send<C extends CommandName>(
    name: C,
    data: CommandData<C>,
    { timeoutMs = SEND_FOR_MS }: { timeoutMs?: number } = {},
  ): Promise<Answer<C>> {
    if (resent.has(name)) {
      const person = this.#person;
      const answer = await sendUntilAnswered(name as BiddingCommand, data as CommandData<BiddingCommand>, {
        wire: this.#wire,
        timeoutMs,
        doubtMs: this.#timeoutMs(DOUBT_AT_LEAST_MS),
        stillSamePerson: () => person === this.#person,
        onSilence: () => void this.check(),
      });
      return answer as Answer<C>;
    }
    const answer = await this.#wire.ask(name, data, timeoutMs);
    return answer ?? ({ ok: false, error: unconfirmed } as Answer<C>);
  }

  /** Called when another person signs in or the user signs out. Nothing of the old connection may be used again. */
  restart(): void {
    this.#person += 1;
    this.#setState("connecting");
    this.#reconnect();
  }

  /**
   * Checks that the server still answers, and reconnects at once if it does not. Called when the phone wakes or the
   * connection is in doubt.
   */
  async check(): Promise<void> {
    if (!this.#wire.connected) return this.#connectAgain(CONNECT_AGAIN_AT_LEAST_MS);
    this.#running ??= this.#probe(PROBE_AT_LEAST_MS).finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  /** The device says that its network changed. An open connection is probably dead, so it has less time to answer. */
  async changeNetwork(): Promise<void> {
    if (this.#wire.connected) await this.#probe(OTHER_NETWORK_AT_LEAST_MS);
    else this.#connectAgain(OTHER_NETWORK_AT_LEAST_MS);
  }

  #connectAgain(atLeastMs: number): void {
    if (performance.now() - this.#triedAt >= atLeastMs) this.#reconnect();
  }

  async #probe(atLeastMs: number): Promise<void> {
    const connection = this.#connection;
    const answer = await this.#sampleClock(this.#timeoutMs(atLeastMs));
    if (!answer && connection === this.#connection) this.#reconnect();
  }

  /**
   * The device reports that it is offline. The state changes at once; then the connection is checked, because the
   * device is sometimes wrong.
   */
  async suspect(): Promise<void> {
    if (this.#state !== "live") return;
    const connection = this.#connection;
    this.#setState("reconnecting");
    await this.check();
    if (connection === this.#connection && this.#wire.connected) this.#setState("live");
  }

  /**
   * The phone or the tab woke up. What the screen shows may be old, so it does not count as live until the server has
   * answered. The device's clock may have stopped meanwhile, so the server clock is measured again.
   */
  async wake(): Promise<void> {
    await (this.silentMs > STALE_MS ? this.suspect() : this.check());
    await this.syncClock();
  }

  async syncClock(): Promise<void> {
    const samples: ClockSample[] = [];
    for (let taken = 0; taken < CLOCK_SAMPLES; taken += 1) {
      const sample = await this.#sampleClock();
      if (!sample) break;
      samples.push(sample);
    }
    this.clock.measure(samples);
  }

  async #sampleClock(withinMs = CHECK_ANSWER_MS): Promise<ClockSample | null> {
    const sentAt = performance.now();
    const answer = await this.#wire.ask("clock:sync", { t0: sentAt }, withinMs);
    if (!answer?.ok) return null;
    const receivedAt = performance.now();
    const tripMs = receivedAt - sentAt;
    // A slower round trip replaces the estimate at once, and a faster one lowers it gradually, because a bad network
    // has both.
    this.#roundTripMs = Math.max(tripMs, (this.#roundTripMs + tripMs) / 2);
    return { sentAt, receivedAt, serverMs: Date.parse(answer.serverTime) };
  }

  #timeoutMs(atLeastMs: number): number {
    return Math.min(Math.max(atLeastMs, 4 * this.#roundTripMs), CHECK_ANSWER_MS);
  }

  async #onConnect(): Promise<void> {
    clearTimeout(this.#retry);
    this.#attempts = 0;
    this.#connection += 1;
    const connection = this.#connection;
    this.#wire.lastReceivedAt = performance.now();
    const [sample, resumed] = await Promise.all([this.#sampleClock(), this.#watches.resume()]);
    if (connection !== this.#connection) return;
    if (!sample || !resumed) {
      this.#reconnect();
      return;
    }
    this.clock.measure([sample]);
    this.#setState(this.#socket.isPolled ? "polled" : "live");
    await this.syncClock();
  }

  #onDisconnect(reason: string): void {
    this.#connection += 1;
    if (this.#state !== "connecting") this.#setState("reconnecting");
    if (reason === "io server disconnect") this.#connectLater();
  }

  #onConnectError(error: unknown): void {
    if (isUnauthenticated(error)) this.#onSessionLost("refused");
    // The prices on the screen were read before, and nothing says how they moved.
    else if (!this.#wire.connected) this.#setState("reconnecting");
    // The socket does not retry a refused handshake by itself.
    if (!this.#socket.active) this.#connectLater(retryAfterOf(error));
  }

  #onFrame(frame: PushFrame): void {
    if (frame.type === "session:ended") this.#onSessionLost(frame.data.reason);
    if (frame.type === "auction:resync") this.rewatch(frame.data.auctionId);
    this.#notify((to) => to.onFrame?.(frame));
  }

  #reconnect(): void {
    clearTimeout(this.#retry);
    if (this.#state === "live") this.#setState("reconnecting");
    this.#triedAt = performance.now();
    this.#socket.disconnect();
    this.#socket.connect();
  }

  /**
   * Reconnects when the server says; otherwise after 0.3 to 5 s, growing with each attempt, with jitter so that not
   * every client meets a restarted server at once.
   */
  #connectLater(askedMs?: number): void {
    clearTimeout(this.#retry);
    const longestMs = Math.min(FIRST_WAIT_MS * 2 ** this.#attempts, LONGEST_WAIT_MS);
    this.#attempts += 1;
    const ownMs = FIRST_WAIT_MS + Math.random() * (longestMs - FIRST_WAIT_MS / 2);
    this.#retry = setTimeout(() => this.#reconnect(), askedMs ?? ownMs);
  }

  #setState(state: ConnectionState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of [...this.#stateListeners]) listener();
  }

  #notify(notifyOne: (listeners: Listeners) => void): void {
    for (const listeners of [...this.#listeners]) notifyOne(listeners);
  }
}

/** The wait that an overloaded server asks for (ms). The server gives each client a different value. */
const retryAfterOf = (error: unknown): number | undefined => {
  const asked = (error as { data?: { retryAfterMs?: unknown } } | null)?.data?.retryAfterMs;
  return typeof asked === "number" ? Math.min(asked, RETRY_ASKED_MS) : undefined;
};

const isUnauthenticated = (error: unknown): boolean => {
  if (typeof error !== "object" || error === null) return false;
  const { message, data } = error as { message?: unknown; data?: { code?: unknown } };
  return message === "UNAUTHENTICATED" || data?.code === "UNAUTHENTICATED";
};
