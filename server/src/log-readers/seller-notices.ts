// Notifies sellers of what happens to their lots: publication, sale, payment, and a sale that is undone. The handover is
// not in the log, so the transaction of the handover notifies of it.
import { type Minor, toMajor } from "@jara/shared/money";
import { eq } from "drizzle-orm";
import type { AuctionEvent } from "../auction/events.ts";
import { toIso } from "../auction/view/to-public.ts";
import type { Db } from "../platform/database/database.ts";
import { auctions } from "../platform/database/schema/auctions.ts";
import { consignments } from "../platform/database/schema/sellers.ts";
import { isAnyOf } from "../platform/database/statements.ts";
import type { MailData } from "../platform/outbox/mails.ts";
import type { LogReader } from "./reader.ts";
import { withKnownMails, writeMailsOnce } from "./write-mails-once.ts";

/** Called after the commit with the people whose inbox changed. */
type InboxChanged = (userIds: readonly string[]) => void;

/** Reads what sellers get for these sales, NGN kobo, by the id of the settlement or the purchase. */
export type NetsOfSales = (tx: Db, debtIds: readonly string[]) => Promise<ReadonlyMap<string, Minor>>;

export const sellerNoticeReader = (inboxChanged: InboxChanged, netsOf: NetsOfSales): LogReader => ({
  name: "seller-notices",
  loop: "seller-notices",
  afterMs: 0,
  everyMs: 1_000,
  wokenBy: ["lot-changes", "clock-set"],
  read: async (tx, entries) => {
    const told = entries.filter(({ events }) => whatOf(events) !== null);
    if (told.length === 0) return () => {};
    const recent = await withKnownMails(tx, told);
    const lots = await lotsOfSellers(tx, [...new Set(recent.map(({ auctionId }) => auctionId))]);
    const debtIds = recent.flatMap(({ events }) => dueAgainIn(events)?.debtId ?? []);
    const nets: Awaited<ReturnType<NetsOfSales>> = debtIds.length > 0 ? await netsOf(tx, debtIds) : new Map();
    const caused = recent.flatMap((entry) => {
      const what = whatOf(entry.events);
      const lot = lots.get(entry.auctionId);
      if (!lot || !what) return [];
      const data = { ...dataOf(lot, what), ...termsOf(entry.events, nets) };
      return [{ kind: "own-lot", userId: lot.sellerId, data, entry } as const];
    });
    const mails = await writeMailsOnce(tx, caused, ({ entry }) => entry);
    return () => inboxChanged([...new Set(mails.map(({ userId }) => userId))]);
  },
});

interface OfSeller {
  readonly sellerId: string;
  readonly data: Omit<MailData["own-lot"], "what">;
  /** Null: nobody bid. */
  readonly highBid: number | null;
}

type What = MailData["own-lot"]["what"];

/** Returns the notice to the seller about a change; null if there is none. */
const whatOf = (events: readonly AuctionEvent[]): What | null => {
  const has = (...types: readonly AuctionEvent["type"][]): boolean => events.some(({ type }) => types.includes(type));
  if (has("SaleRefunded")) return "undone";
  const again = dueAgainIn(events);
  if (again) return again.from === "paid" ? "payment-reversed" : "forfeit-reversed";
  // A change may end the lot and sell it at once.
  if (has("AuctionSold", "PurchasePaid")) return "paid";
  if (has("SettlementForfeited", "SettlementWaived")) return "not-paid";
  if (has("SettlementOpened")) return "sold";
  const ended = events.find(({ type }) => type === "AuctionEnded");
  if (ended?.type === "AuctionEnded") return ended.winner ? "sold" : "unsold";
  if (has("AuctionReopened", "AuctionCancelled", "AuctionWithdrawn")) return "undone";
  // A lot with a seller is always made as a draft.
  return has("AuctionStarted") ? "published" : null;
};

/** The debt that is due again after the change. */
const dueAgainIn = (events: readonly AuctionEvent[]) => {
  for (const event of events) {
    if (event.type === "SettlementReopened")
      return { debtId: event.settlementId, from: event.from, dueAt: event.dueAt };
    if (event.type === "PurchaseReopened")
      return { debtId: event.purchaseId, from: "paid" as const, dueAt: event.deadlineAt };
  }
  return null;
};

const termsOf = (events: readonly AuctionEvent[], nets: ReadonlyMap<string, Minor>) => {
  const again = dueAgainIn(events);
  if (!again) return {};
  const net = nets.get(again.debtId);
  return { dueAt: toIso(again.dueAt), amount: net === undefined ? null : toMajor(net) };
};

const dataOf = ({ data, highBid }: OfSeller, what: What): MailData["own-lot"] => ({
  ...data,
  what,
  ...(what === "unsold" && { highBid }),
});

/** The lots that have a seller, by id. */
const lotsOfSellers = async (tx: Db, ids: readonly string[]): Promise<ReadonlyMap<string, OfSeller>> => {
  const { id, title, currency, priceMinor, endsAt, bidCount } = auctions;
  const rows = await tx
    .select({ id, title, currency, priceMinor, endsAt, bidCount, sellerId: consignments.sellerId })
    .from(consignments)
    .innerJoin(auctions, eq(auctions.id, consignments.auctionId))
    .where(isAnyOf(consignments.auctionId, ids));
  return new Map(
    rows.map(({ id: auctionId, title, currency, priceMinor, endsAt, bidCount, sellerId }) => {
      const price = toMajor(priceMinor);
      const data = { auctionId, title, currency, price, amount: null, endTime: toIso(endsAt) };
      return [auctionId, { sellerId, data, highBid: bidCount > 0 ? price : null }];
    }),
  );
};
