// Notifies sellers of what happens to their lots: publication, sale, payment, and a sale that is undone. The handover is
// not in the log, so the transaction of the handover notifies of it.
import { toMajor } from "@jara/shared/money";
import { eq } from "drizzle-orm";
import type { AuctionEvent } from "../auction/events.ts";
import { toIso } from "../auction/view/to-public.ts";
import type { Db } from "../platform/database/database.ts";
import { users } from "../platform/database/schema/accounts.ts";
import { auctions } from "../platform/database/schema/auctions.ts";
import { consignments } from "../platform/database/schema/sellers.ts";
import { isAnyOf } from "../platform/database/statements.ts";
import type { MailData } from "../platform/outbox/mails.ts";
import { queueMails } from "../platform/outbox/queue-mail.ts";
import type { LogReader } from "./reader.ts";

/** Called after the commit with the people whose inbox changed. */
type InboxChanged = (userIds: readonly string[]) => void;

export const sellerNoticeReader = (inboxChanged: InboxChanged): LogReader => ({
  name: "seller-notices",
  loop: "seller-notices",
  afterMs: 0,
  everyMs: 1_000,
  wokenBy: ["lot-changes", "clock-set"],
  read: async (tx, entries) => {
    const told = entries.flatMap((entry) => {
      const what = whatOf(entry.events);
      return what ? [{ auctionId: entry.auctionId, what }] : [];
    });
    if (told.length === 0) return () => {};
    const lots = await lotsOfSellers(tx, [...new Set(told.map(({ auctionId }) => auctionId))]);
    const mails = told.flatMap(({ auctionId, what }) => {
      const lot = lots.get(auctionId);
      return lot ? [{ kind: "own-lot", ...lot.to, auctionId, data: { ...lot.data, what } } as const] : [];
    });
    await queueMails(tx, mails);
    return () => inboxChanged([...new Set(mails.map(({ userId }) => userId))]);
  },
});

type What = MailData["own-lot"]["what"];

/** What the seller hears of a change; null if nothing. */
const whatOf = (events: readonly AuctionEvent[]): What | null => {
  const has = (...types: readonly AuctionEvent["type"][]): boolean => events.some(({ type }) => types.includes(type));
  if (has("SaleRefunded", "SettlementReopened", "PurchaseReopened")) return "undone";
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

/** The lots that have a seller, by id. */
const lotsOfSellers = async (tx: Db, ids: readonly string[]) => {
  const { id, title, currency, priceMinor, endsAt } = auctions;
  const rows = await tx
    .select({ id, title, currency, priceMinor, endsAt, userId: users.id, toAddress: users.email })
    .from(consignments)
    .innerJoin(auctions, eq(auctions.id, consignments.auctionId))
    .innerJoin(users, eq(users.id, consignments.sellerId))
    .where(isAnyOf(consignments.auctionId, ids));
  return new Map(
    rows.map(({ id: auctionId, title, currency, priceMinor, endsAt, ...to }) => {
      const data = { auctionId, title, currency, price: toMajor(priceMinor), amount: null, endTime: toIso(endsAt) };
      return [auctionId, { to, data }];
    }),
  );
};
