// Brings the entries of a seller's balance for a sale to what they must be: the proceeds once the buyer has paid and the
// lot is handed over (or some days have passed), less after a void that lowered the price, and none after a refund, a
// reversal or a re-opening. It compares what the seller has with what the seller must have, so that it does not matter
// what happened in between, how often it runs, or on how many nodes.
import { type ExchangeRates, type Minor, toMajor } from "@jara/shared/money";
import { netOf, type ProceedsEntry } from "@jara/shared/proceeds";
import { and, eq, sql } from "drizzle-orm";
import type { Database, Db } from "../../platform/database/database.ts";
import { lockPeople } from "../../platform/database/lock-people.ts";
import { postToLedger } from "../../platform/database/post-to-ledger.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { proceedsChecks, saleProceeds } from "../../platform/database/schema/proceeds.ts";
import { consignments } from "../../platform/database/schema/sellers.ts";
import { excluded, readNow } from "../../platform/database/statements.ts";
import { queueMail } from "../../platform/outbox/queue-mail.ts";
import { dueAtOf, entriesOf, isGivenIn, readSales, type Sale } from "./sales.ts";

interface ProceedsTerms {
  /** The seller is paid this many days after the buyer's payment, if the lot is not handed over before. */
  readonly days: number;
  readonly rates: ExchangeRates;
}

/** Returns the seller whose balance changed; null if nothing was to do. */
export const settleProceeds = (
  { transaction }: Database,
  { debtId, auctionId }: { readonly debtId: string; readonly auctionId: string },
  terms: ProceedsTerms,
): Promise<string | null> =>
  transaction(async (tx) => {
    const sellerId = await lockSale(tx, auctionId);
    const seller = sellerId === null ? undefined : (await lockPeople(tx, [sellerId])).get(sellerId);
    // Read once all is locked: every change of the debt's status locks the auction. A handover does not, so its change
    // may come after this look, and causes another one.
    const seen = await readChanges(tx, debtId);
    const [sale] = await readSales(tx, ({ debt }) => and(eq(debt.auctionId, auctionId), eq(debt.id, debtId)));
    if (sellerId === null || !seller || !sale) {
      await noteLook(tx, debtId, seen, null);
      return null;
    }
    const now = await readNow(tx);
    const entries = entriesNow(sale, terms, now);
    const changes = differences(sale.given?.entries ?? [], entries);
    await noteLook(tx, debtId, seen, sale.isSold && entries.length === 0 ? sale.paidAt : null);
    if (changes.length === 0) return null;
    const revision = (sale.given?.revision ?? 0) + 1;
    await store(tx, sale, entries, revision, terms.rates, now);
    const { title, currency } = sale;
    const change = toMajor(netOf(changes));
    const isLess = entries.length === 0 || change < 0;
    const data = {
      auctionId,
      title,
      what: isLess ? ("taken-back" as const) : ("credited" as const),
      currency,
      price: toMajor(sale.hammerMinor),
      amount: Math.abs(change),
      endTime: null,
    };
    await queueMail(tx, { kind: "own-lot", toAddress: seller.email, userId: sellerId, auctionId, data });
    for (const [n, { cause, amountMinor, note }] of changes.entries()) {
      await postToLedger(tx, {
        userId: sellerId,
        amountMinor,
        // What was given for an undone sale is taken back, whatever the seller did with it.
        leastMinor: null,
        cause,
        auctionId,
        settlementId: debtId,
        note,
        // Unique, so that the same change cannot be posted twice.
        reference: `proceeds-${debtId}-${revision}-${n + 1}`,
        actorId: null,
      });
    }
    return sellerId;
  });

/** Locks the auction's row against the engine's commits. Returns the seller; null for a lot of the house. */
const lockSale = async (tx: Db, auctionId: string): Promise<string | null> => {
  await tx.select({ id: auctions.id }).from(auctions).where(eq(auctions.id, auctionId)).for("share");
  const isOfLot = eq(consignments.auctionId, auctionId);
  const [lot] = await tx.select({ sellerId: consignments.sellerId }).from(consignments).where(isOfLot);
  return lot?.sellerId ?? null;
};

const readChanges = async (tx: Db, debtId: string): Promise<number> => {
  const { changes } = proceedsChecks;
  const [check] = await tx.select({ changes }).from(proceedsChecks).where(eq(proceedsChecks.debtId, debtId));
  return check?.changes ?? 0;
};

/** `waitsFrom`: from then on the days of the sale are counted; null: it waits for nothing. */
const noteLook = async (tx: Db, debtId: string, seen: number, waitsFrom: number | null): Promise<void> => {
  const isSeen = and(eq(proceedsChecks.debtId, debtId), eq(proceedsChecks.changes, seen));
  await (waitsFrom === null
    ? tx.delete(proceedsChecks).where(isSeen)
    : tx.update(proceedsChecks).set({ waitsFrom }).where(isSeen));
};

/** The entries that the seller must have now. A seller who was paid stays paid, even if the days become more. */
const entriesNow = (sale: Sale, { days, rates }: ProceedsTerms, now: number): ProceedsEntry[] => {
  const dueAt = dueAtOf(sale, days);
  if (dueAt === null || (!isGivenIn(sale) && dueAt > now)) return [];
  return entriesOf(sale, rates);
};

/** The entries that lead from one list to the other. */
const differences = (from: readonly ProceedsEntry[], to: readonly ProceedsEntry[]): ProceedsEntry[] => {
  const sums = new Map<string, ProceedsEntry>();
  const add = (entries: readonly ProceedsEntry[], sign: 1 | -1): void => {
    const seen = new Map<string, number>();
    for (const entry of entries) {
      // Two charges may have the same text.
      const name = `${entry.cause} ${entry.note}`;
      const nth = (seen.get(name) ?? 0) + 1;
      seen.set(name, nth);
      const key = `${name} ${nth}`;
      const amountMinor = ((sums.get(key)?.amountMinor ?? 0) + sign * entry.amountMinor) as Minor;
      sums.set(key, { ...entry, amountMinor });
    }
  };
  add(to, 1);
  add(from, -1);
  return [...sums.values()].filter(({ amountMinor }) => amountMinor !== 0);
};

const store = async (
  tx: Db,
  sale: Sale,
  entries: ProceedsEntry[],
  revision: number,
  rates: ExchangeRates,
  now: number,
): Promise<void> => {
  const { debtId, auctionId, sellerId, terms, given, currency } = sale;
  const isPaid = entries.length > 0;
  const rate = currency === "USD" && isPaid ? (given?.usdToNgn ?? rates.USD_TO_NGN) : null;
  const { hammerMinor, usdToNgn, paidAt } = saleProceeds;
  const row = { debtId, auctionId, sellerId, terms, entries, revision, usdToNgn: rate };
  await tx
    .insert(saleProceeds)
    .values({
      ...row,
      hammerMinor: (isPaid ? sale.hammerMinor : 0) as Minor,
      paidAt: isGivenIn(sale) ? (given?.paidAt ?? now) : now,
    })
    .onConflictDoUpdate({
      target: saleProceeds.debtId,
      set: {
        hammerMinor: excluded(hammerMinor),
        usdToNgn: excluded(usdToNgn),
        entries: sql`excluded.entries`,
        revision,
        paidAt: excluded(paidAt),
      },
    });
};
