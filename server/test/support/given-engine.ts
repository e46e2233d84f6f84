// Opens an engine over a test's database, collects what it publishes, and makes the commands to give it. It is long
// because each command has its maker here.
import { randomUUID } from "node:crypto";
import { inspect } from "node:util";
import { asMinor, fallbackRates } from "@jara/shared/money";
import { onTestFinished } from "vitest";
import type {
  AnswerSecondChance,
  BookPayment,
  BuyItNow,
  CancelMaxBid,
  ChangeStatus,
  CloseAuction,
  ClosePayment,
  ConfirmMaxBid,
  CreditOnlinePayment,
  EditAuction,
  ExpirePurchase,
  ExtendDeadline,
  ForfeitSettlement,
  OfferSecondChance,
  PayFromBalance,
  PlaceBid,
  RemoveAuction,
  ReverseSettlement,
  SetMaxBid,
  VoidBids,
  WithdrawBids,
} from "../../src/auction/commands.ts";
import type { AuctionState, Person } from "../../src/auction/state.ts";
import { AuctionEngine, type EngineDeps } from "../../src/engine/auction-engine.ts";
import { BidReceipts, type ReceiptKeys } from "../../src/engine/bid-receipts/bid-receipts.ts";
import { createEngineStore } from "../../src/engine/commit/engine-store.ts";
import { maxBidIdOf } from "../../src/engine/max-bid-id.ts";
import type { Answered } from "../../src/engine/outcome.ts";
import type { Change, EngineStore } from "../../src/engine/ports.ts";
import { bidNoticeReaders } from "../../src/log-readers/bid-notices.ts";
import type { Clock } from "../../src/platform/database/clock.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { DatabaseClock } from "../../src/platform/database/database-clock.ts";
import { readUpToNow } from "./read-log.ts";

export interface GivenEngine {
  readonly engine: AuctionEngine;
  readonly clock: Clock;
  /** Every change published, in order. */
  readonly committed: Change[];
  /** Balances told of, in order. */
  readonly balances: [userId: string, balanceMinor: number][];
  /** People whose inbox a reader of bids here may have changed, in order. */
  readonly inboxChanged: string[];
  /** Reads what was committed before the call, and writes the notifications and mails that follow. */
  readonly readLog: () => Promise<void>;
  /** Runs the later reader, on entries that are at least `notifiedEveryMs` old. */
  readonly readLate: () => Promise<void>;
  /** Auctions whose commit had an unknown outcome, in order. */
  readonly unknown: string[];
  /** The engine logged these errors, each with its cause. */
  readonly errors: string[];
}

export interface EngineGiven {
  /** Stands between engine and database: to fail, to hold, to count. */
  readonly wrapStore?: (store: EngineStore) => EngineStore;
  /** The engine's clock instead of the database's; learns nothing from commits. */
  readonly clock?: Clock;
  /** By how much the engine's clock is wrong at first; it learns from every commit. */
  readonly skewMs?: number;
  /** `STAFF_MAY_BID`. */
  readonly staffMayBid?: boolean;
  /** The least time between two notifications of a person about an auction; 30 seconds by default. */
  readonly notifiedEveryMs?: number;
  /** `MAX_UNPAID_WINS`; undefined: no bound. */
  readonly maxUnpaidWins?: number;
  /** `BALANCE_RULE=hold`. */
  readonly reserves?: boolean;
  readonly failedAlone?: EngineDeps["failedAlone"];
  /** Without it the node gives no bid receipts. */
  readonly receiptKeys?: ReceiptKeys;
}

/** Closed when the test is over. Every call is another node: engines share nothing but the database. */
export const givenEngine = async (database: Database, given: EngineGiven = {}): Promise<GivenEngine> => {
  const databaseClock = new DatabaseClock();
  await databaseClock.start(database);
  databaseClock.stop();
  if (given.skewMs !== undefined) {
    const sentAt = performance.now();
    databaseClock.observe(sentAt, sentAt, databaseClock.now() + given.skewMs);
  }
  const inboxChanged: string[] = [];
  const readers = bidNoticeReaders((userIds) => void inboxChanged.push(...userIds), given.notifiedEveryMs);
  const store = createEngineStore(database, databaseClock, given.reserves ?? false);
  const clock = given.clock ?? databaseClock;
  const committed: Change[] = [];
  const balances: GivenEngine["balances"] = [];
  const unknown: string[] = [];
  const errors: string[] = [];
  const log = {
    error: (details: { readonly err?: unknown }, message: string) =>
      void errors.push(`${message}: ${inspect(details.err)}`),
  };
  const engine = new AuctionEngine({
    store: given.wrapStore?.(store) ?? store,
    clock,
    rates: () => fallbackRates,
    staffMayBid: given.staffMayBid ?? false,
    ...(given.maxUnpaidWins !== undefined && { maxUnpaidWins: given.maxUnpaidWins }),
    ...(given.failedAlone && { failedAlone: given.failedAlone }),
    events: {
      committed: (changes, _at, moved) => {
        committed.push(...changes);
        balances.push(...moved);
      },
      unknown: ({ parts }) => void unknown.push(...parts.map(({ auctionId }) => auctionId)),
    },
    receipts: given.receiptKeys && new BidReceipts(given.receiptKeys, database, log),
    log,
  });
  onTestFinished(() => engine.close());
  const [readLog, readLate] = readers.map((reader) => () => readUpToNow(database, reader)) as [
    GivenEngine["readLog"],
    GivenEngine["readLate"],
  ];
  return { engine, clock, committed, balances, inboxChanged, readLog, readLate, unknown, errors };
};

const by = (auction: Pick<AuctionState, "id">, user: Pick<Person, "id">, commandId: string) => ({
  auctionId: auction.id,
  userId: user.id,
  commandId,
});

type OfAuction = Pick<AuctionState, "id">;
type OfUser = Pick<Person, "id">;

export const aBid = (auction: OfAuction, user: OfUser, amountMinor: number, commandId = randomUUID()): PlaceBid => ({
  ...by(auction, user, commandId),
  type: "PlaceBid",
  amountMinor: asMinor(amountMinor),
});

export const aMaxBid = (
  auction: OfAuction,
  user: OfUser,
  amountMinor: number,
  commandId = randomUUID(),
): SetMaxBid => ({
  ...by(auction, user, commandId),
  type: "SetMaxBid",
  maxBidId: maxBidIdOf(auction.id, user.id),
  amountMinor: asMinor(amountMinor),
  currency: "NGN",
});

export const aCancel = (auction: OfAuction, user: OfUser, commandId = randomUUID()): CancelMaxBid => ({
  ...by(auction, user, commandId),
  type: "CancelMaxBid",
  maxBidId: maxBidIdOf(auction.id, user.id),
});

/** `contentVersion`: the one that the owner has read. */
export const aConfirm = (
  auction: OfAuction,
  user: OfUser,
  contentVersion: number,
  commandId: string = randomUUID(),
): ConfirmMaxBid => ({
  ...by(auction, user, commandId),
  type: "ConfirmMaxBid",
  maxBidId: maxBidIdOf(auction.id, user.id),
  contentVersion,
});

export const aWithdrawal = (auction: OfAuction, user: OfUser, commandId: string = randomUUID()): WithdrawBids => ({
  ...by(auction, user, commandId),
  type: "WithdrawBids",
});

export const aVoid = (
  auction: OfAuction,
  admin: OfUser,
  bidder: OfUser,
  reason: VoidBids["reason"] = "fraud",
  note: string | null = null,
  commandId: string = randomUUID(),
): VoidBids => ({ ...by(auction, admin, commandId), type: "VoidBids", bidderId: bidder.id, reason, note });

export const aPurchase = (auction: OfAuction, user: OfUser, commandId: string = randomUUID()): BuyItNow => ({
  ...by(auction, user, commandId),
  type: "BuyItNow",
  purchaseId: randomUUID(),
});

export const aPayment = (
  auction: OfAuction,
  admin: OfUser,
  settlementId: string,
  as: ClosePayment["as"] = "paid",
  commandId: string = randomUUID(),
): ClosePayment => ({ ...by(auction, admin, commandId), type: "ClosePayment", settlementId, as, note: null });

/** From the balance. */
export const aPayFromBalance = (
  auction: OfAuction,
  user: OfUser,
  settlementId: string,
  commandId: string = randomUUID(),
): PayFromBalance => ({ ...by(auction, user, commandId), type: "PayFromBalance", settlementId });

/** Makes the credit of an online payment for an auction in naira. */
export const aCredit = (
  auction: OfAuction,
  user: OfUser,
  settlementId: string,
  ngnMinor: number,
  reference: string,
): CreditOnlinePayment => ({
  ...by(auction, user, reference),
  type: "CreditOnlinePayment",
  settlementId,
  reference,
  ngnMinor: asMinor(ngnMinor),
  worthMinor: asMinor(ngnMinor),
  worthUntil: Number.MAX_SAFE_INTEGER,
});

export const aBooking = (
  auction: OfAuction,
  admin: OfUser,
  settlementId: string,
  amountMinor: number,
  commandId: string = randomUUID(),
): BookPayment => ({
  ...by(auction, admin, commandId),
  type: "BookPayment",
  settlementId,
  method: "transfer",
  amountMinor: asMinor(amountMinor),
  reference: "bank-1",
  note: null,
});

export const aReversal = (
  auction: OfAuction,
  admin: OfUser,
  settlementId: string,
  note = "The bank took it back",
): ReverseSettlement => ({ ...by(auction, admin, randomUUID()), type: "ReverseSettlement", settlementId, note });

export const anExtension = (
  auction: OfAuction,
  admin: OfUser,
  settlementId: string,
  dueAt: number,
): ExtendDeadline => ({
  ...by(auction, admin, randomUUID()),
  type: "ExtendDeadline",
  settlementId,
  dueAt,
  note: "Asked for it",
});

export const anOffer = (auction: OfAuction, admin: OfUser, settlementId: string): OfferSecondChance => ({
  ...by(auction, admin, randomUUID()),
  type: "OfferSecondChance",
  settlementId,
  offerId: randomUUID(),
});

export const anAnswer = (
  auction: OfAuction,
  user: OfUser,
  offerId: string,
  answer: AnswerSecondChance["answer"],
): AnswerSecondChance => ({ ...by(auction, user, randomUUID()), type: "AnswerSecondChance", offerId, answer });

export const aForfeit = (auction: OfAuction, settlementId: string): ForfeitSettlement => ({
  type: "ForfeitSettlement",
  auctionId: auction.id,
  settlementId,
});

export const anExpiry = (auction: OfAuction): ExpirePurchase => ({ type: "ExpirePurchase", auctionId: auction.id });

export const aStatus = (
  auction: OfAuction,
  admin: OfUser,
  status: ChangeStatus["status"],
  commandId = randomUUID(),
): ChangeStatus => ({ ...by(auction, admin, commandId), type: "ChangeStatus", status });

export const anEdit = (
  auction: OfAuction,
  admin: OfUser,
  edit: EditAuction["edit"],
  commandId: string = randomUUID(),
): EditAuction => ({ ...by(auction, admin, commandId), type: "EditAuction", edit });

export const aRemoval = (auction: OfAuction, admin: OfUser, commandId: string = randomUUID()): RemoveAuction => ({
  ...by(auction, admin, commandId),
  type: "RemoveAuction",
});

export const aClose = (auction: OfAuction): CloseAuction => ({ type: "CloseAuction", auctionId: auction.id });

/** "ok" or the refusal's code. */
export const codeOf = ({ outcome }: Answered): string => (outcome.ok ? "ok" : outcome.error.code);
