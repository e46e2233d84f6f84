// Computes the rows about money that an auction's log implies (settlements, purchases, payments, offers, postings of
// balances, receipts), and compares them with the database.
import { fallbackRates } from "@jara/shared/money";
import { expect } from "vitest";
import type { AuctionEvent, NamedPayment } from "../../src/auction/events.ts";
import { isNamed } from "../../src/auction/settlement/debts.ts";
import { postingCauses, postingsOf } from "../../src/auction/settlement/postings.ts";
import { receiptsOf } from "../../src/auction/settlement/receipts.ts";
import type { Purchase, Settlement } from "../../src/auction/state.ts";
import type { Step } from "../../src/engine/reads/replay-log.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { accountsIn } from "./money-accounts.ts";

export type { Step } from "../../src/engine/reads/replay-log.ts";

interface Money {
  depositMinor: number;
  depositWorthMinor: number;
  paidMinor: number;
  paidNgnMinor: number;
  penaltyMinor: number | null;
}

export interface CheckedSettlement extends Record<string, unknown>, Money {
  id: string;
  winnerId: string;
  amountMinor: number;
  premiumMinor: number;
  vatMinor: number;
  status: string;
  dueAt: number;
}

const moneyColumns = `deposit_minor::float8 as "depositMinor", deposit_worth_minor::float8 as "depositWorthMinor",
  paid_minor::float8 as "paidMinor", paid_ngn_minor::float8 as "paidNgnMinor", penalty_minor::float8 as "penaltyMinor"`;
const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;

export const settlementsOf = (database: Database, auctionId: string) =>
  database.query<CheckedSettlement>(
    `select id, winner_id as "winnerId", amount_minor::float8 as "amountMinor",
       premium_minor::float8 as "premiumMinor", vat_minor::float8 as "vatMinor", status, ${ms("due_at")} as "dueAt",
       ${moneyColumns}
     from settlements where auction_id = $1::text::uuid order by created_at, id`,
    [auctionId],
  );

const moneyOf = (owed: Settlement | Purchase): Money => ({
  depositMinor: owed.depositMinor,
  depositWorthMinor: owed.depositWorthMinor,
  paidMinor: owed.paidMinor,
  paidNgnMinor: owed.paidNgnMinor,
  penaltyMinor: "penaltyMinor" in owed ? owed.penaltyMinor : null,
});
const returned = { depositMinor: 0, depositWorthMinor: 0, paidMinor: 0, paidNgnMinor: 0 } as const;

/** In the order of the ends that opened them. */
export const settlementsIn = (steps: readonly Step[]): CheckedSettlement[] => {
  const all = new Map<string, CheckedSettlement>();
  for (const { before, after, events } of steps) {
    const isRefund = events.some(({ type }) => type === "SaleRefunded");
    const [old, now] = [before.settlement, after.settlement];
    const known = old && old.id !== now?.id ? all.get(old.id) : undefined;
    // An open or paid debt becomes void when its end is undone. A forfeited or waived debt keeps its status.
    if (known && (known.status === "open" || known.status === "paid")) {
      all.set(known.id, { ...known, ...returned, status: isRefund ? "refunded" : "void" } as CheckedSettlement);
    }
    if (!now) continue;
    const { id, winner, amountMinor, premiumMinor, vatMinor, dueAt, status } = now;
    const owed = { amountMinor, premiumMinor, vatMinor, dueAt, ...moneyOf(now) };
    all.set(id, { id, winnerId: winner.id, status, ...owed });
  }
  return [...all.values()];
};

interface StoredPurchase extends Record<string, unknown>, Money {
  id: string;
  buyerId: string;
  priceMinor: number;
  feeMinor: number;
  status: string;
  deadlineAt: number;
  createdAt: number;
  closedAt: number | null;
}

export const purchasesOf = (database: Database, auctionId: string) =>
  database.query<StoredPurchase>(
    `select id, buyer_id as "buyerId", price_minor::float8 as "priceMinor", fee_minor::float8 as "feeMinor", status,
       ${ms("deadline_at")} as "deadlineAt", ${ms("created_at")} as "createdAt", ${ms("closed_at")} as "closedAt",
       ${moneyColumns}
     from purchases where auction_id = $1::text::uuid order by created_at`,
    [auctionId],
  );

const statusAfter = {
  PurchasePaid: "paid",
  PurchaseForfeited: "forfeited",
  PurchaseVoided: "void",
  PurchaseWaived: "void",
} as const;

export const purchasesIn = (steps: readonly Step[]): StoredPurchase[] => {
  const purchases = new Map<string, StoredPurchase>();
  const change = (id: string, to: Partial<StoredPurchase>): void => {
    const known = purchases.get(id);
    if (!known) throw new Error("a purchase changes that never began");
    purchases.set(id, { ...known, ...to } as StoredPurchase);
  };
  for (const { after, events, at } of steps) {
    for (const event of events) {
      if (event.type === "BuyItNowStarted") {
        const { purchaseId: id, buyer, priceMinor, feeMinor, deadlineAt } = event;
        const opened = { id, buyerId: buyer.id, priceMinor, feeMinor, status: "pending", deadlineAt };
        purchases.set(id, { ...opened, createdAt: at, closedAt: null, ...returned, penaltyMinor: null });
      } else if (Object.hasOwn(statusAfter, event.type)) {
        const { purchaseId, type } = event as Extract<AuctionEvent, { type: keyof typeof statusAfter }>;
        change(purchaseId, { status: statusAfter[type], closedAt: at });
        if (type !== "PurchasePaid") change(purchaseId, returned);
        if (event.type === "PurchaseForfeited") change(purchaseId, { penaltyMinor: event.penaltyMinor });
      } else if (event.type === "PurchaseReopened") {
        change(event.purchaseId, { status: "pending", closedAt: null, deadlineAt: event.deadlineAt });
      } else if (event.type === "PurchaseExtended") change(event.purchaseId, { deadlineAt: event.deadlineAt });
    }
    if (after.purchase) change(after.purchase.id, { ...moneyOf(after.purchase) });
  }
  return [...purchases.values()];
};

const sorted = <T>(rows: readonly T[]): T[] =>
  rows
    .map((row) => [JSON.stringify(row), row] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, row]) => row);

const expectPostingsHold = async (database: Database, auctionId: string, steps: readonly Step[]): Promise<void> => {
  const entries = await database.query(
    `select user_id as "userId", amount_minor::float8 as "amountMinor", cause, settlement_id as "settlementId", reference
     from ledger_entries where auction_id = $1::text::uuid`,
    [auctionId],
  );
  const moved = steps.flatMap((step) =>
    postingsOf(step).map(({ person, amountMinor, cause, settlementId, reference }) => ({
      userId: person.id,
      amountMinor,
      cause,
      settlementId,
      reference,
    })),
  );
  const causes = new Set<unknown>(postingCauses);
  expect(sorted(entries.filter(({ cause }) => causes.has(cause)))).toEqual(sorted(moved));
  accountsIn(steps);
};

const expectPaymentsHold = async (database: Database, auctionId: string, steps: readonly Step[]): Promise<void> => {
  const stored = await database.query(
    `select settlement_id as "settlementId", payer_id as "payerId", method, amount_minor::float8 as "amountMinor",
       ngn_minor::float8 as "ngnMinor", reference, reversed_at is not null as "isReversed"
     from payments where auction_id = $1::text::uuid`,
    [auctionId],
  );
  let all: (NamedPayment & { settlementId: string; payerId: string; isReversed: boolean })[] = [];
  for (const { at, event } of steps.flatMap(({ at, events }) => events.map((event) => ({ at, event })))) {
    if (event.type === "PaymentReceived") {
      const { settlementId, payer, method, amountMinor, ngnMinor, reference } = event;
      const payment = { settlementId, payerId: payer.id, method, amountMinor, ngnMinor, reference, isReversed: false };
      all.push({ ...payment, at });
    }
    for (const named of event.type === "SomePaymentsReversed" ? event.payments : []) {
      const found = all.find((one) => !one.isReversed && isNamed(one, named));
      all = all.map((one) => (one === found ? { ...one, isReversed: true } : one));
    }
    const isPaidAgain = event.type === "SettlementReopened" && event.from === "paid" && !event.keepsPayments;
    const reversed =
      event.type === "PurchaseReopened" && !event.keepsPayments ? event.purchaseId : isPaidAgain && event.settlementId;
    all = all.map((one) => (one.settlementId === reversed ? { ...one, isReversed: true } : one));
    if (event.type === "PaymentsReversed") {
      const isBooked = (one: { method: string }) => ["transfer", "cash", "outside"].includes(one.method);
      const { settlementId } = event;
      all = all.map((one) => (one.settlementId === settlementId && isBooked(one) ? { ...one, isReversed: true } : one));
    }
  }
  expect(sorted(stored)).toEqual(sorted(all.map(({ at: _, ...payment }) => payment)));
};

const expectReceiptsHold = async (database: Database, auctionId: string, steps: readonly Step[]): Promise<void> => {
  const stored = await database.query(
    `select user_id as "userId", kind, settlement_id as "settlementId", (facts->>'ngnMinor')::float8 as "ngnMinor",
       (facts->>'remainingMinor')::float8 as "remainingMinor"
     from receipts where auction_id = $1::text::uuid`,
    [auctionId],
  );
  const made = steps.flatMap((step) =>
    receiptsOf(step, fallbackRates).map(({ person, settlementId, facts: { kind, ngnMinor, remainingMinor } }) => ({
      userId: person.id,
      kind,
      settlementId,
      ngnMinor,
      remainingMinor,
    })),
  );
  expect(sorted(stored)).toEqual(sorted(made));
};

const expectOffersHold = async (database: Database, auctionId: string, steps: readonly Step[]): Promise<void> => {
  const stored = await database.query(
    `select id, person_id as "personId", price_minor::float8 as "priceMinor", status, ${ms("expires_at")} as "expiresAt"
     from second_chances where auction_id = $1::text::uuid`,
    [auctionId],
  );
  const all = new Map<string, object>();
  for (const { before, after, events } of steps) {
    const [old, now] = [before.secondChance, after.secondChance];
    const answered = events.find((event) => event.type === "SecondChanceClosed");
    const known = old && old.id !== now?.id ? all.get(old.id) : undefined;
    if (old && known) all.set(old.id, { ...known, status: answered?.as ?? "withdrawn" });
    if (!now) continue;
    const { id, person, priceMinor, expiresAt } = now;
    all.set(id, { id, personId: person.id, priceMinor, status: "open", expiresAt });
  }
  expect(sorted(stored)).toEqual(sorted([...all.values()]));
};

/** Compares every row about money of this auction with what its log implies. */
export const expectMoneyHolds = async (
  database: Database,
  auctionId: string,
  steps: readonly Step[],
): Promise<void> => {
  expect(await purchasesOf(database, auctionId)).toEqual(purchasesIn(steps));
  expect(await settlementsOf(database, auctionId)).toEqual(settlementsIn(steps));
  await expectPostingsHold(database, auctionId, steps);
  await expectPaymentsHold(database, auctionId, steps);
  await expectReceiptsHold(database, auctionId, steps);
  await expectOffersHold(database, auctionId, steps);
};
