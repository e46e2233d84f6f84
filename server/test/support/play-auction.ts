// Plays an auction command by command through the rules, with the log that its commands leave. It serves tests of
// rules that are decided on the log (voids, withdrawals). People are known by their name, as in given-auction.ts.
import { type ExchangeRates, fallbackRates, type Minor } from "@jara/shared/money";
import { expect } from "vitest";
import {
  type Command,
  type GoneBidder,
  type LoggedChange,
  restsOnBids,
  type UserFacts,
} from "../../src/auction/commands.ts";
import type { Decision, NeedsBalance } from "../../src/auction/decision.ts";
import type { AuctionCreated, AuctionEvent } from "../../src/auction/events.ts";
import { create, evolveChange } from "../../src/auction/evolve.ts";
import { postingsOf } from "../../src/auction/settlement/postings.ts";
import type { AgreedPrices, AuctionState } from "../../src/auction/state.ts";
import { assertStorable } from "../../src/auction/storable.ts";
import type { Step } from "./check-settlements.ts";
import {
  anAuction,
  clockFacts,
  decided,
  factsOf,
  NOON,
  noHolidays,
  person,
  RICH,
  STARTED_AT,
} from "./given-auction.ts";

/** Reads from the log alone who has recorded bids that count. */
const biddersIn = (log: readonly LoggedChange[]): Set<string> => {
  let bids = new Map<number, string>();
  for (const event of log.flatMap(({ events }) => events)) {
    if (event.type === "BidPlaced") bids.set(event.number, event.bidder.id);
    else if (event.type === "AllBidsVoided") bids = new Map();
    else if (event.type === "BidsVoided") {
      for (const { number } of event.voided) bids.delete(number);
      for (const { number, bidder } of event.recorded) bids.set(number, bidder.id);
    }
  }
  return new Set(bids.values());
};

/** Reads from the log alone who has a bid by hand that a void's replay passed over. */
const passedOverIn = (log: readonly LoggedChange[]): Set<string> => {
  const byHand = new Map<number, string>();
  const found = new Set<string>();
  for (const event of log.flatMap(({ events }) => events)) {
    if (event.type === "BidPlaced" && event.kind === "manual") byHand.set(event.number, event.bidder.id);
    if (event.type !== "BidsVoided") continue;
    for (const { number, kind, bidder } of event.recorded) if (kind === "manual") byHand.set(number, bidder.id);
    for (const { number, reason } of event.voided) {
      const who = byHand.get(number);
      if (who && reason === "recalculated") found.add(who);
    }
  }
  return found;
};

export class PlayedAuction {
  state: AuctionState;
  readonly log: LoggedChange[];
  readonly steps: Step[] = [];
  /** NGN kobo by person, as the commands moved them. Everybody else is rich. */
  readonly balances = new Map<string, number>();
  /** NGN kobo that people have bound on other auctions (`BALANCE_RULE=hold`). */
  readonly reserved = new Map<string, Minor>();
  rates: ExchangeRates = fallbackRates;
  /** `MAX_UNPAID_WINS`; undefined: no bound. */
  maxUnpaidWins: number | undefined;
  /** People with too many unpaid wins. */
  readonly unpaid = new Set<string>();
  /** Everybody but "admin" is a user unless this says otherwise. */
  readonly roles = new Map<string, UserFacts["role"]>();
  /** People whose account is deleted or suspended. */
  readonly gone = new Set<string>();
  /** True if the lot has a copy that was not removed. */
  isRelisted = false;
  /** The prices that the lot's seller accepted. */
  agreed: AgreedPrices | undefined;
  /** Moves on by a second with every command. */
  now = NOON;

  constructor(created: AuctionCreated = anAuction()) {
    this.state = create(created, STARTED_AT);
    this.log = [{ revision: 1, events: [created], actorId: null, at: STARTED_AT }];
  }

  at(now: number): this {
    this.now = now;
    return this;
  }

  balanceOf(userId: string): number {
    return this.balances.get(userId) ?? RICH;
  }

  decide(command: Command, user: Partial<UserFacts> = {}, staffMayBid = false): Exclude<Decision, NeedsBalance> {
    const money = {
      rates: this.rates,
      balanceOf: (userId: string) => this.balanceOf(userId),
      hasTooManyUnpaid: (userId: string) => this.unpaid.has(userId),
    };
    if (!("userId" in command)) return decided(this.state, command, { ...clockFacts, ...money }, this.now);
    const facts = {
      ...factsOf(command.userId, {
        balanceMinor: this.balanceOf(command.userId),
        ...this.#accountOf(command.userId),
        ...user,
      }),
      ...money,
      holidays: noHolidays,
      staffMayBid,
      maxUnpaidWins: this.maxUnpaidWins,
      reservedMinor: this.reserved.get(command.userId),
      reservedOf: (userId: string) => this.reserved.get(userId),
      hasBid: restsOnBids(command) && biddersIn(this.log).has(command.userId),
      hasPassedOverBid: passedOverIn(this.log).has(command.userId),
      log: this.log,
      isRelisted: this.isRelisted,
      agreed: this.agreed,
      goneBidders: this.#goneBidders(),
      goneAs: (id: string) => (this.gone.has(id) ? ("suspended" as const) : null),
    };
    return decided(this.state, command, facts, this.now);
  }

  #accountOf(userId: string): Partial<UserFacts> {
    const role = this.roles.get(userId);
    return { ...(role && { role }), ...(this.unpaid.has(userId) && { unpaidWins: this.maxUnpaidWins ?? 0 }) };
  }

  #goneBidders(): GoneBidder[] {
    const counting = new Set([...biddersIn(this.log), ...this.state.maxBids.keys()]);
    return [...new Set([...counting, ...passedOverIn(this.log)])]
      .filter((id) => this.gone.has(id))
      .map((id) => ({ ...person(id), isPassedOver: !counting.has(id) }));
  }

  /** Accepted, one after the other. */
  play(...commands: readonly Command[]): this {
    for (const command of commands) this.events(command);
    return this;
  }

  /** Accepted. Returns what happened. */
  events(command: Command, user: Partial<UserFacts> = {}, staffMayBid = false): readonly AuctionEvent[] {
    const decision = this.decide(command, user, staffMayBid);
    if (decision.kind === "refused") {
      expect.fail(`${command.type} was refused: ${decision.error.code} ${decision.error.message}`);
    }
    this.#happened(command, decision.events);
    return decision.events;
  }

  /** A change in the log of an earlier version of the program, which no command makes any more. */
  logged(command: Command, ...events: AuctionEvent[]): this {
    this.#happened(command, events);
    return this;
  }

  /** Returns the events; none where the command was refused. */
  tried(command: Command): readonly AuctionEvent[] {
    const decision = this.decide(command);
    if (decision.kind === "refused") return [];
    this.#happened(command, decision.events);
    return decision.events;
  }

  #happened(command: Command, events: readonly AuctionEvent[]): void {
    if (events.length > 0) {
      const before = this.state;
      assertStorable(events);
      this.state = evolveChange(before, events);
      const step = { before, after: this.state, events, at: this.now, log: [...this.log] };
      this.steps.push(step);
      for (const { person, amountMinor } of postingsOf(step)) {
        this.balances.set(person.id, this.balanceOf(person.id) + amountMinor);
      }
      const actorId = "userId" in command ? command.userId : null;
      this.log.push({ revision: this.state.revision, events, actorId, at: this.now });
    }
    this.now += 1000;
  }

  refuses(command: Command, code: string, details: object = {}, user: Partial<UserFacts> = {}): this {
    expect(this.decide(command, user)).toEqual({
      kind: "refused",
      error: expect.objectContaining({ code, ...details }),
    });
    return this;
  }
}

export const played = (created?: AuctionCreated): PlayedAuction => new PlayedAuction(created);
