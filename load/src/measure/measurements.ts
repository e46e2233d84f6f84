// The observer that measures a run: latencies, outcomes and deliveries from `begin` on, because earlier commands only
// warmed the server up. It also keeps, from the start of the run, what the answers said about each auction, so that
// verify.ts can compare it with what the server says in the end.
import type { ErrorCode } from "@jara/shared/errors";
import type { EventName, PriceEvent } from "@jara/shared/live-commands";
import {
  type Invocation,
  type Observer,
  type Outcome,
  type Sighting,
  type Transport,
  transports,
} from "../observer.ts";
import { Latencies } from "./latencies.ts";
import { Sightings } from "./sightings.ts";

export interface Tally {
  offered: number;
  accepted: number;
  refused: number;
  /** Outcome unknown, so far or for good. */
  unknown: number;
}

/** The answers' data about one auction. */
export interface LotAnswers {
  /** Accepted `bid:place` commands: each made at least one recorded bid. */
  acceptedBids: number;
  highestVersion: number;
  /** The highest accepted bid. */
  top: { readonly amount: number; readonly bidder: number } | null;
  /** Bidders with an accepted bid. */
  readonly bidders: Set<number>;
  /** The time of the latest accepted bid, as the server set it (epoch ms). */
  lastAcceptedAt: number | null;
  /** When the first refusal "it has ended" came (`performance.now()`). */
  firstEndedAt: number | null;
}

const newTally = (): Tally => ({ offered: 0, accepted: 0, refused: 0, unknown: 0 });

export class Measurements implements Observer {
  readonly answers = new Latencies();
  readonly watchers = new Latencies();
  /** How late the tester itself sent. The other latencies include it, because they start when a command was due. */
  readonly lateness = new Latencies();
  readonly byTransport: Readonly<Record<Transport, Tally>> = { "socket.io": newTally(), websocket: newTally() };
  readonly refusedByCode = new Map<ErrorCode, number>();
  readonly lots = new Map<string, LotAnswers>();
  timesResent = 0;
  /** Events that reached watchers. */
  delivered = 0;
  /** Price events that covered more than one change, and how many changes they covered. */
  merged = 0;
  mergedChanges = 0;
  readonly #sightings = new Sightings(this.watchers);
  #beganAt = Number.POSITIVE_INFINITY;

  begin(): void {
    this.#beganAt = performance.now();
  }

  get total(): Tally {
    const total = newTally();
    for (const transport of transports) {
      const tally = this.byTransport[transport];
      for (const key of Object.keys(total) as (keyof Tally)[]) total[key] += tally[key];
    }
    return total;
  }

  invoked({ transport, dueAt }: Invocation, at: number): void {
    if (dueAt < this.#beganAt || transport === "rest") return;
    const tally = this.byTransport[transport];
    tally.offered += 1;
    tally.unknown += 1;
    this.lateness.record(at - dueAt);
  }

  resent({ dueAt }: Invocation): void {
    if (dueAt >= this.#beganAt) this.timesResent += 1;
  }

  settled(invocation: Invocation, outcome: Outcome, at: number): void {
    if (outcome.kind === "unknown" || invocation.transport === "rest") return;
    if (invocation.dueAt >= this.#beganAt) this.#count(invocation, outcome, at);
    const lot = this.lotOf(invocation.auctionId);
    if (outcome.kind === "refused") {
      if (outcome.error.code === "AUCTION_ENDED") lot.firstEndedAt ??= at;
      return;
    }
    const { answer } = outcome;
    if ("auction" in answer) lot.highestVersion = Math.max(lot.highestVersion, answer.auction.version);
    if (!("bid" in answer) || invocation.command !== "bid:place") return;
    lot.acceptedBids += 1;
    lot.bidders.add(invocation.bidder);
    lot.lastAcceptedAt = Math.max(lot.lastAcceptedAt ?? 0, Date.parse(answer.bid.timestamp));
    if (!lot.top || invocation.amount > lot.top.amount) {
      lot.top = { amount: invocation.amount, bidder: invocation.bidder };
    }
  }

  #count(
    { transport, dueAt, auctionId }: Invocation,
    outcome: Exclude<Outcome, { kind: "unknown" }>,
    at: number,
  ): void {
    if (transport === "rest") return;
    const tally = this.byTransport[transport];
    tally.unknown -= 1;
    tally[outcome.kind] += 1;
    this.answers.record(at - dueAt);
    if (outcome.kind === "refused") {
      const { code } = outcome.error;
      this.refusedByCode.set(code, (this.refusedByCode.get(code) ?? 0) + 1);
    } else if ("auction" in outcome.answer) {
      this.#sightings.made(auctionId, outcome.answer.auction.version, dueAt);
    }
  }

  received(_watcher: number, type: EventName, data: unknown, at: number): void {
    if (at < this.#beganAt) return;
    this.delivered += 1;
    if (type !== "auction:price") return;
    const { fromVersion, version } = data as PriceEvent;
    if (version <= fromVersion) return;
    this.merged += 1;
    this.mergedChanges += version - fromVersion + 1;
  }

  sighted({ auctionId, fromVersion, version }: Sighting, at: number): void {
    if (at < this.#beganAt) return;
    this.#sightings.seen(auctionId, fromVersion, version, at);
  }

  /** Call it from time to time, and with `all` at the end. */
  settle(now: number, all = false): void {
    this.#sightings.settle(now, all);
  }

  lotOf(auctionId: string): LotAnswers {
    let lot = this.lots.get(auctionId);
    if (!lot) {
      lot = {
        acceptedBids: 0,
        highestVersion: 0,
        top: null,
        bidders: new Set(),
        lastAcceptedAt: null,
        firstEndedAt: null,
      };
      this.lots.set(auctionId, lot);
    }
    return lot;
  }
}
