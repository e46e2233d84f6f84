// Writes receipts into the database as the engine's commit writes them: with their facts, without a number.
import { randomUUID } from "node:crypto";
import { asMinor } from "@jara/shared/money";
import type { ReceiptFacts } from "../../src/auction/settlement/receipt-facts.ts";
import type { Database } from "../../src/platform/database/database.ts";

export const receiptFacts = (given: Partial<ReceiptFacts> = {}): ReceiptFacts => ({
  kind: "payment",
  title: "Talking drum",
  currency: "NGN",
  priceMinor: asMinor(50_000_000),
  feeMinor: asMinor(0),
  depositMinor: asMinor(10_000_000),
  depositWorthMinor: asMinor(10_000_000),
  amountMinor: asMinor(40_000_000),
  ngnMinor: asMinor(40_000_000),
  rate: null,
  method: "transfer",
  reference: "GTB-2026-11-23-0042",
  remainingMinor: asMinor(0),
  reason: null,
  ...given,
});

interface ReceiptGiven {
  readonly userId: string;
  readonly auctionId?: string | null;
  readonly settlementId?: string | null;
  readonly correctsId?: string | null;
  readonly facts?: Partial<ReceiptFacts>;
}

let written = 0;

/** Returns the row's id. A credit note is in the series C, everything else in R. */
export const writeReceipt = async (database: Pick<Database, "query">, given: ReceiptGiven): Promise<string> => {
  // Later receipts have higher ids, because those of one millisecond are numbered in the order of their ids.
  written += 1;
  const id = `${written.toString(16).padStart(8, "0")}${randomUUID().slice(8)}`;
  const facts = receiptFacts(given.facts);
  await database.query(
    `insert into receipts (id, user_id, kind, series, auction_id, settlement_id, corrects_id, facts, created_at)
     values ($1::text::uuid, $2::text::uuid, $3, $4, $5::text::uuid, $6::text::uuid, $7::text::uuid, $8::text::json,
       clock_now())`,
    [
      id,
      given.userId,
      facts.kind,
      facts.kind === "credit-note" ? "C" : "R",
      given.auctionId ?? null,
      given.settlementId ?? null,
      given.correctsId ?? null,
      JSON.stringify(facts),
    ],
  );
  return id;
};
