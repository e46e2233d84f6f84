// given(what happened).when(command).thenEvents(…) for the pure rules: an auction from its past, a command by somebody,
// and what must come of it. People are known by their name: "ada" is both id and username.
import { asMinor, type Currency, fallbackRates, type Minor } from "@jara/shared/money";
import { expect } from "vitest";
import type {
  BuyItNow,
  CancelMaxBid,
  ChangeStatus,
  Command,
  ConfirmMaxBid,
  EditAuction,
  Facts,
  PlaceBid,
  SetMaxBid,
  UserFacts,
  UsersFacts,
  VoidBids,
  WithdrawBids,
} from "../../src/auction/commands.ts";
import { decide } from "../../src/auction/decide.ts";
import type { Decision, NeedsBalance } from "../../src/auction/decision.ts";
import type { AuctionCreated, AuctionEvent, BidPlaced, MaxBidConfirmed, MaxBidSet } from "../../src/auction/events.ts";
import { create, evolveChange } from "../../src/auction/evolve.ts";
import type { Holidays } from "../../src/auction/settlement/settlement-due.ts";
import type { AuctionState, Person } from "../../src/auction/state.ts";

/** A Wednesday, 10:00 in Lagos. */
export const STARTED_AT = Date.UTC(2026, 10, 18, 9);
const DAY = 24 * 60 * 60 * 1000;
export const ENDS_AT = STARTED_AT + DAY;
/** When commands arrive unless the test says otherwise. */
export const NOON = STARTED_AT + DAY / 2;

export const person = (name: string): Person => ({ id: name, username: name });

/** Starting price 10.00, increment 1.00, no reserve, active; the seller is "seller". */
export const anAuction = (given: Partial<AuctionCreated> = {}): AuctionCreated => ({
  type: "AuctionCreated",
  auctionId: "lot",
  seller: person("seller"),
  lot: { title: "A lot", description: "As seen", categories: [], condition: "good", location: null, media: [] },
  currency: "NGN",
  startingPriceMinor: asMinor(1000),
  incrementMinor: asMinor(100),
  reserveMinor: null,
  buyItNowMinor: null,
  status: "active",
  startsAt: STARTED_AT,
  endsAt: ENDS_AT,
  ...given,
});

// --- what happened

export const bidPlaced = (
  who: string,
  number: number,
  amountMinor: number,
  kind: BidPlaced["kind"] = "manual",
): BidPlaced => ({ type: "BidPlaced", bidder: person(who), number, amountMinor: asMinor(amountMinor), kind });

export const maxBidId = (who: string): string => `max-of-${who}`;

export const maxBidSet = (who: string, amountMinor: number): MaxBidSet => ({
  type: "MaxBidSet",
  maxBidId: maxBidId(who),
  owner: person(who),
  amountMinor: asMinor(amountMinor),
});

export const maxBidConfirmed = (who: string): MaxBidConfirmed => ({
  type: "MaxBidConfirmed",
  maxBidId: maxBidId(who),
  ownerId: who,
});

// --- what is asked

const by = (who: string) => ({ auctionId: "lot", userId: who, commandId: "any" });

export const placeBid = (who: string, amountMinor: number): PlaceBid => ({
  ...by(who),
  type: "PlaceBid",
  amountMinor: asMinor(amountMinor),
});

export const setMaxBid = (who: string, amountMinor: number, currency: Currency = "NGN"): SetMaxBid => ({
  ...by(who),
  type: "SetMaxBid",
  maxBidId: maxBidId(who),
  amountMinor: asMinor(amountMinor),
  currency,
});

export const cancelMaxBid = (who: string, id = maxBidId(who)): CancelMaxBid => ({
  ...by(who),
  type: "CancelMaxBid",
  maxBidId: id,
});

/** `contentVersion`: the one that the owner has read. */
export const confirmMaxBid = (who: string, contentVersion: number): ConfirmMaxBid => ({
  ...by(who),
  type: "ConfirmMaxBid",
  maxBidId: maxBidId(who),
  contentVersion,
});

export const withdrawBids = (who: string): WithdrawBids => ({ ...by(who), type: "WithdrawBids" });

/** By "admin" unless somebody else is named. */
export const voidBids = (
  bidderId: string,
  reason: VoidBids["reason"] = "fraud",
  note: string | null = null,
  who = "admin",
): VoidBids => ({ ...by(who), type: "VoidBids", bidderId, reason, note });

export const changeStatus = (who: string, status: ChangeStatus["status"]): ChangeStatus => ({
  ...by(who),
  type: "ChangeStatus",
  status,
});

export const edit = (who: string, wanted: EditAuction["edit"]): EditAuction => ({
  ...by(who),
  type: "EditAuction",
  edit: wanted,
});

export const removeAuction = (who: string): Command => ({ ...by(who), type: "RemoveAuction" });

export const purchaseId = (who: string): string => `purchase-of-${who}`;

export const buyItNow = (who: string): BuyItNow => ({ ...by(who), type: "BuyItNow", purchaseId: purchaseId(who) });

export const expirePurchase: Command = { type: "ExpirePurchase", auctionId: "lot" };
export const closeAuction: Command = { type: "CloseAuction", auctionId: "lot" };
export const startAuction: Command = { type: "StartAuction", auctionId: "lot" };

// --- who asks

export const noHolidays: Holidays = new Set();
/** NGN kobo. */
export const RICH = 1_000_000_000_00;

/** Everybody has the same balance. */
const moneyFacts = { rates: fallbackRates, holidays: noHolidays, balanceOf: () => RICH } as const;

/** Verified, not banned, rich; "admin" is an admin. */
export const factsOf = (who: string, given: Partial<UserFacts> = {}): UsersFacts => ({
  user: {
    ...person(who),
    role: who === "admin" ? "admin" : "user",
    isEmailVerified: true,
    isBanned: false,
    balanceMinor: RICH,
    openPurchases: 0,
    forfeitedAt: null,
    unpaidWins: 0,
    revision: 1,
    ...given,
  },
  ...moneyFacts,
});

export const clockFacts: Facts = { user: null, ...moneyFacts };

/** A decision on facts that lack nothing. */
export const decided = (...args: Parameters<typeof decide>): Exclude<Decision, NeedsBalance> => {
  const decision = decide(...args);
  if (decision.kind === "needs-balance") expect.fail(`the balance of ${decision.userId} is missing`);
  return decision;
};

export const stateAfter = (auction: AuctionCreated, ...past: readonly AuctionEvent[]): AuctionState =>
  past.reduce((state, event) => evolveChange(state, [event]), create(auction, STARTED_AT));

/** Each event of the past is a change of its own. */
export const given = (auction: AuctionCreated, ...past: readonly AuctionEvent[]) => {
  const state = stateAfter(auction, ...past);
  return {
    state,
    when(command: Command, user: Partial<UserFacts> = {}, now = NOON) {
      const facts = "userId" in command ? factsOf(command.userId, user) : clockFacts;
      const decision = decided(state, command, facts, now);
      return {
        /** Accepted, with exactly these events (none: there was nothing to do). Returns the state after them. */
        thenEvents(...events: AuctionEvent[]): AuctionState {
          expect(decision).toEqual({ kind: "accepted", events });
          return evolveChange(state, events);
        },
        /** Accepted, whatever the events. Returns the state after them. */
        thenAccepted(): AuctionState {
          if (decision.kind === "refused") expect.fail(`refused: ${decision.error.code}`);
          return evolveChange(state, decision.events);
        },
        /** Refused, with this code and these details. */
        thenRefused(code: string, details: object = {}): void {
          expect(decision).toEqual({ kind: "refused", error: expect.objectContaining({ code, ...details }) });
        },
      };
    },
  };
};

export const minor = (whole: number): Minor => asMinor(whole);
