// A person's connection for the whole run. It reconnects by itself, with a growing delay after each refusal. The caller
// must resend commands that were unanswered when the connection was lost.

import { setTimeout as sleep } from "node:timers/promises";
import type { Answer, CommandData, CommandName, EventName } from "@jara/shared/live-commands";
import { Mistake } from "../mistake.ts";
import type { Transport } from "../observer.ts";
import { openPlainWebSocket } from "./plain-websocket.ts";
import { openSocketIo } from "./socket-io.ts";
import { NotOpened, type Wire } from "./wire.ts";

/** The counts of all lines of a run. */
export interface LineCounts {
  opened: number;
  /** Lost, but not dropped by the tester. */
  lost: number;
  reconnected: number;
  /** Attempts that the server or the network refused; by code or reason. */
  refusals: Map<string, number>;
}

export interface LineEvents {
  received(type: EventName, data: unknown): void;
  /** Called when connected, for the first time or again. */
  up(): void;
}

const openers = { "socket.io": openSocketIo, websocket: openPlainWebSocket } as const;

/** A phone would not try more often, and many connections lost at once must not return in the same moment. */
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;
/** After this many attempts the first connection counts as impossible. */
const FIRST_TRIES = 8;
/** Codes that a retry would get again. */
const HOPELESS = new Set<string | null>(["UNAUTHENTICATED", "FORBIDDEN", "NOT_FOUND"]);

/** The codes by which a server told lines that they need not come back. */
export const turnedAwayBy = ({ refusals }: Pick<LineCounts, "refusals">): string[] =>
  [...refusals.keys()].filter((code) => HOPELESS.has(code));

export class Line {
  readonly transport: Transport;
  readonly #url: string;
  readonly #token: string | null;
  readonly #events: LineEvents;
  readonly #counts: LineCounts;
  #wire: Wire | null = null;
  #isClosed = false;
  /** Dropped by the tester: reconnect at once, and do not count it as a loss of the server's. */
  #isDropped = false;

  constructor(transport: Transport, url: string, token: string | null, counts: LineCounts, events: LineEvents) {
    this.transport = transport;
    this.#url = url;
    this.#token = token;
    this.#events = events;
    this.#counts = counts;
  }

  get isUp(): boolean {
    return this.#wire !== null;
  }

  /** Resolves when connected; throws a Mistake if that is impossible. */
  async open(): Promise<void> {
    await this.#connect(0, FIRST_TRIES);
  }

  /** Calls back once; with null if there is no connection, or if it was lost before the answer came. */
  request<C extends CommandName>(command: C, data: CommandData<C>, answered: (answer: Answer<C> | null) => void): void {
    if (this.#wire) this.#wire.send(command, data, answered);
    else answered(null);
  }

  /** Drops the connection on purpose. */
  drop(): void {
    if (!this.#wire) return;
    this.#isDropped = true;
    this.#wire.drop();
  }

  close(): void {
    this.#isClosed = true;
    this.#wire?.drop();
    this.#wire = null;
  }

  async #connect(waitMs: number, triesLeft: number): Promise<void> {
    if (waitMs > 0) await sleep(waitMs);
    if (this.#isClosed) return;
    try {
      const wire = await openers[this.transport](this.#url, this.#token, {
        received: (type, data) => this.#events.received(type, data),
        lost: () => this.#lost(),
      });
      if (this.#isClosed) return wire.drop();
      this.#wire = wire;
      this.#counts.opened += 1;
      this.#events.up();
    } catch (error) {
      if (!(error instanceof NotOpened)) throw error;
      const why = error.code ?? error.message;
      this.#counts.refusals.set(why, (this.#counts.refusals.get(why) ?? 0) + 1);
      if (HOPELESS.has(error.code) || triesLeft <= 1) throw new Mistake(this.#whyNot(error));
      const next = Math.min(LONGEST_RETRY_MS, Math.max(FIRST_RETRY_MS, waitMs * 2));
      const asked = error.retryAfterMs ?? 0;
      await this.#connect(asked + next * (0.5 + Math.random() / 2), triesLeft - 1);
    }
  }

  #lost(): void {
    if (!this.#wire) return;
    this.#wire = null;
    if (this.#isClosed) return;
    if (!this.#isDropped) this.#counts.lost += 1;
    const waitMs = this.#isDropped ? 0 : FIRST_RETRY_MS * Math.random();
    this.#isDropped = false;
    void this.#connect(waitMs, Number.POSITIVE_INFINITY).then(
      () => {
        if (this.isUp) this.#counts.reconnected += 1;
      },
      // Reconnecting is hopeless (the account was removed), so the unanswered commands stay unknown.
      () => {},
    );
  }

  #whyNot({ code, message }: NotOpened): string {
    const who = this.#token === null ? "a watcher" : "a bidder";
    if (code === "UNAUTHENTICATED") {
      return `The server does not take a bidder's token: the load participants are another deployment's, were removed, or are over 7 days old.`;
    }
    const hint = /EMFILE|ENFILE/.test(message) ? " This machine allows too few open files: raise `ulimit -n`." : "";
    return `${this.#url} does not let ${who} in over ${this.transport}: ${code ?? message}.${hint}`;
  }
}
