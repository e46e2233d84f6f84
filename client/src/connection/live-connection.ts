// The live connection: whether it is up, what is watched, what is sent, and the server's clock. It is "live" only when
// the server has answered everything that was asked after this connect; an open socket alone proves nothing.
import type { Answer, CommandData, CommandName, PushFrame } from "@jara/shared/socket";
import { type BiddingCommand, sendUntilAnswered, unconfirmed } from "./send-until-answered.ts";
import { type ClockSample, ServerClock } from "./server-clock.ts";
import { type Feed, type WatchEvents, WatchRegistry } from "./watch-registry.ts";
import { type SocketLike, Wire } from "./wire.ts";

export type ConnectionState = "connecting" | "live" | "reconnecting";

const CLOCK_SAMPLES = 5;
const CLOCK_EVERY_MS = 3 * 60_000;
/** Watchers hear a countdown every 10 s: a longer silence is looked into, long before the transport gives up. */
const SILENCE_MS = 13_000;
const CHECK_EVERY_MS = 4000;
const CHECK_ANSWER_MS = 4000;
const CONNECT_AGAIN_AT_LEAST_MS = 2000;
const RETRY_FIRST_MS = 300;
const RETRY_LONGEST_MS = 5000;
/** A person does not wait longer, whatever the server asks for. */
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
  readonly #onSessionLost: () => void;
  #state: ConnectionState = "connecting";
  #checking = false;
  /** Counts connects and disconnects: what belongs to an earlier number is over. */
  #connection = 0;
  #person = 0;
  #attempts = 0;
  #triedAt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #timers: ReturnType<typeof setInterval>[] = [];

  /** `onSessionLost` is told when the server no longer takes the session for valid. */
  constructor(socket: SocketLike, onSessionLost: () => void) {
    this.#socket = socket;
    this.#onSessionLost = onSessionLost;
    this.#wire = new Wire(socket);
    this.#watches = new WatchRegistry(this.#wire, {
      onWatched: (auctionId, answer) => this.#tell((to) => to.onWatched?.(auctionId, answer)),
      onRefused: (auctionId, error) => this.#tell((to) => to.onRefused?.(auctionId, error)),
      onJoined: (feed) => this.#tell((to) => to.onJoined?.(feed)),
    });
    socket.on("connect", () => void this.#onConnect());
    socket.on("disconnect", (reason: string) => this.#onDisconnect(reason));
    socket.on("connect_error", (error: unknown) => this.#onConnectError(error));
    socket.onAny((type: string, data: unknown) => this.#onFrame({ type, data } as PushFrame));
  }

  start(): void {
    this.#triedAt = performance.now();
    this.#socket.connect();
    this.#timers = [
      setInterval(() => this.#lookIntoSilence(), CHECK_EVERY_MS),
      setInterval(() => this.#state === "live" && void this.syncClock(), CLOCK_EVERY_MS),
    ];
  }

  stop(): void {
    clearTimeout(this.#retry);
    for (const timer of this.#timers) clearInterval(timer);
    this.#socket.disconnect();
  }

  get state(): ConnectionState {
    return this.#state;
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

  /** Bidding commands are sent until answered, always with the caller's commandId; others are asked once. */
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
        stillSamePerson: () => person === this.#person,
        onSilence: () => void this.check(),
      });
      return answer as Answer<C>;
    }
    const answer = await this.#wire.ask(name, data, timeoutMs);
    return answer ?? ({ ok: false, error: unconfirmed } as Answer<C>);
  }

  /** Another person is signed in, or none: nothing of the old connection may be used. */
  restart(): void {
    this.#person += 1;
    this.#setState("connecting");
    this.#reconnect();
  }

  /** Is the server still there? Asked when the phone wakes or the network changes; reconnects at once if not. */
  async check(): Promise<void> {
    if (!this.#wire.connected) {
      if (performance.now() - this.#triedAt >= CONNECT_AGAIN_AT_LEAST_MS) this.#reconnect();
      return;
    }
    if (this.#checking) return;
    this.#checking = true;
    const connection = this.#connection;
    const answer = await this.#sampleClock();
    this.#checking = false;
    if (connection !== this.#connection) return;
    if (!answer) this.#reconnect();
  }

  /** The device says it is offline: believed at once, and then checked, as it is sometimes wrong. */
  async suspect(): Promise<void> {
    if (this.#state !== "live") return;
    const connection = this.#connection;
    this.#setState("reconnecting");
    await this.check();
    if (connection === this.#connection && this.#wire.connected) this.#setState("live");
  }

  /** The phone woke: its clock may have stood still. */
  async wake(): Promise<void> {
    await this.check();
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

  async #sampleClock(): Promise<ClockSample | null> {
    const sentAt = performance.now();
    const answer = await this.#wire.ask("clock:sync", { t0: sentAt }, CHECK_ANSWER_MS);
    if (!answer?.ok) return null;
    return { sentAt, receivedAt: performance.now(), serverMs: Date.parse(answer.serverTime) };
  }

  async #onConnect(): Promise<void> {
    clearTimeout(this.#retry);
    this.#attempts = 0;
    this.#connection += 1;
    const connection = this.#connection;
    this.#wire.heardAt = performance.now();
    const [sample, resumed] = await Promise.all([this.#sampleClock(), this.#watches.resume()]);
    if (connection !== this.#connection) return;
    if (!sample || !resumed) {
      this.#reconnect();
      return;
    }
    this.clock.measure([sample]);
    this.#setState("live");
    await this.syncClock();
  }

  #onDisconnect(reason: string): void {
    this.#connection += 1;
    if (this.#state === "live") this.#setState("reconnecting");
    if (reason === "io server disconnect") this.#connectLater();
  }

  #onConnectError(error: unknown): void {
    if (isUnauthenticated(error)) this.#onSessionLost();
    // A refused handshake is not tried again by the socket itself.
    if (!this.#socket.active) this.#connectLater(retryAfterOf(error));
  }

  #onFrame(frame: PushFrame): void {
    if (frame.type === "session:ended") this.#onSessionLost();
    if (frame.type === "auction:resync") this.rewatch(frame.data.auctionId);
    this.#tell((to) => to.onFrame?.(frame));
  }

  #lookIntoSilence(): void {
    if (!this.#wire.connected || this.#watches.isEmpty) return;
    if (performance.now() - this.#wire.heardAt > SILENCE_MS) void this.check();
  }

  #reconnect(): void {
    clearTimeout(this.#retry);
    if (this.#state === "live") this.#setState("reconnecting");
    this.#triedAt = performance.now();
    this.#socket.disconnect();
    this.#socket.connect();
  }

  /** When the server says; else in 0.3 to 5 s, growing, with jitter: a restarted server is not met by everyone at once. */
  #connectLater(askedMs?: number): void {
    clearTimeout(this.#retry);
    const longestMs = Math.min(RETRY_FIRST_MS * 2 ** this.#attempts, RETRY_LONGEST_MS);
    this.#attempts += 1;
    const ownMs = RETRY_FIRST_MS + Math.random() * (longestMs - RETRY_FIRST_MS / 2);
    this.#retry = setTimeout(() => this.#reconnect(), askedMs ?? ownMs);
  }

  #setState(state: ConnectionState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of [...this.#stateListeners]) listener();
  }

  #tell(tellOne: (listeners: Listeners) => void): void {
    for (const listeners of [...this.#listeners]) tellOne(listeners);
  }
}

/** What a crowded server asks for (ms); it is different for each who asks. */
const retryAfterOf = (error: unknown): number | undefined => {
  const asked = (error as { data?: { retryAfterMs?: unknown } } | null)?.data?.retryAfterMs;
  return typeof asked === "number" ? Math.min(asked, RETRY_ASKED_MS) : undefined;
};

const isUnauthenticated = (error: unknown): boolean => {
  if (typeof error !== "object" || error === null) return false;
  const { message, data } = error as { message?: unknown; data?: { code?: unknown } };
  return message === "UNAUTHENTICATED" || data?.code === "UNAUTHENTICATED";
};
