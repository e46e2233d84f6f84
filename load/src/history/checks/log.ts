// Checks the log by itself: it has no gaps, the price never falls, and its result equals the tables.
import { check, firstOf, unlike } from "../check.ts";
import { isPublic, type LogRow, type State, type Step } from "../log.ts";
import { recordedBids } from "../recorded-bids.ts";
import type { Stored, StoredSettlement } from "../stored.ts";

export const gapFree = check(
  "gap-free",
  "Each auction's revisions and public versions grow one by one, and its times never go back",
  ({ stored, auctions }, tally) => {
    for (const [id, rows] of stored.log) {
      if (auctions.get(id)?.steps.length === 0) tally.tried(id, "the log does not begin with the auction's creation");
      let version = 0;
      let at = 0;
      for (const [index, row] of rows.entries()) {
        const next = row.version === null ? version : version + 1;
        const mustBePublic = index === 0 || row.events.some(isPublic);
        tally.tried(
          id,
          firstOf(
            row.revision !== index + 1 && `revision ${row.revision} comes where ${index + 1} should`,
            (row.version ?? version) !== next && `version ${row.version} follows ${version} (revision ${row.revision})`,
            mustBePublic !== (row.version !== null) &&
              `revision ${row.revision} ${mustBePublic ? "has no version, and is public" : "has a version, and is secret"}`,
            row.at < at && `revision ${row.revision} is dated ${at - row.at} ms before the one that it follows`,
          ),
        );
        version = row.version ?? version;
        at = row.at;
      }
    }
    for (const id of stored.auctions.keys()) if (!stored.log.has(id)) tally.tried(id, "the auction has no log");
  },
);

export const prices = check(
  "prices",
  "A price falls only if bids are voided, each manual bid is at least the price before it plus the increment, " +
    "and bids are numbered without gaps, voided ones included",
  ({ auctions }, tally) => {
    for (const { id, steps } of auctions.values()) {
      for (const { row, before } of steps) {
        if (!before) continue;
        let [price, number] = [before.priceMinor, before.bidCount + before.voidedBidCount];
        // Terms that the same row changes apply to the bids after them.
        let incrementMinor = before.incrementMinor;
        let hasBid = false;
        for (const event of row.events) {
          if (event.type === "AuctionEdited") incrementMinor = event.changes.incrementMinor ?? incrementMinor;
          if (event.type === "AuctionEdited" && before.bidCount === 0 && !hasBid) {
            price = event.changes.startingPriceMinor ?? price;
          }
          if (event.type === "PurchaseVoided") price = event.priceMinor;
          if (event.type === "AllBidsVoided") price = before.startingPriceMinor;
          if (event.type === "BidsVoided") {
            price = event.priceMinor;
            for (const bid of event.recorded) {
              tally.tried(id, bid.number === number + 1 ? null : `replayed bid ${bid.number} follows bid ${number}`);
              number = bid.number;
            }
            const counted = event.bidCount + event.voidedBidCount;
            tally.tried(id, counted === number ? null : `revision ${row.revision} counts ${counted} bids of ${number}`);
          }
          if (event.type !== "BidPlaced") continue;
          hasBid = true;
          const { kind, amountMinor } = event;
          const least = kind === "manual" ? price + incrementMinor : price;
          tally.tried(
            id,
            firstOf(
              amountMinor < least &&
                `${kind} bid ${event.number} is ${amountMinor} where at least ${least} is due (minor units)`,
              event.number !== number + 1 && `bid ${event.number} follows bid ${number}`,
            ),
          );
          [price, number] = [amountMinor, event.number];
        }
      }
    }
  },
);

export const replay = check(
  "replay",
  "Replaying the log gives the auction's row, its standing maxima, its bids, its settlements and purchases",
  ({ stored, auctions }, tally) => {
    for (const [id, row] of stored.auctions) {
      const { steps } = auctions.get(id) ?? { steps: [] };
      const last = steps.at(-1);
      if (!last) continue;
      const { seller, leader, winner, purchase: _, maxima, publicAt, ...plain } = last.after;
      const people = { sellerId: seller.id, leaderId: leader?.id ?? null, winnerId: winner?.id ?? null };
      const folded = { ...plain, ...people, updatedAt: publicAt } as Record<string, unknown>;
      for (const [name, value] of Object.entries(row)) {
        if (name === "id") continue;
        const is = name === "barredIds" ? [...row.barredIds].sort() : value;
        const said = name === "barredIds" ? [...last.after.barredIds].sort() : folded[name];
        tally.tried(id, unlike(`by its log, ${name}`, said, is));
      }
      const standing = (stored.maxima.get(id) ?? []).filter(({ cancelled }) => !cancelled);
      tally.tried(id, unlike("the number of standing maxima", maxima.size, standing.length));
      for (const { userId, auctionId: __, cancelled: ___, ...kept } of standing) {
        const { owner: ____, ...own } = maxima.get(userId) ?? {};
        tally.tried(id, unlike(`by the log, the maximum of ${userId}`, own, kept));
      }
      const recorded = recordedBids(
        id,
        steps.map(({ row: one }) => one),
      );
      const bids = stored.bids.get(id) ?? [];
      tally.tried(id, unlike("by the log, the number of bids", recorded.length, bids.length));
      for (const [index, said] of recorded.entries()) {
        tally.tried(id, unlike(`by the log, bid ${said.number}`, said, bids[index]));
      }
      tally.tried(id, unlike("by the log, what was bought", purchasesIn(steps), purchasesOf(stored, id)));
      tally.tried(id, unlike("by the log, what is to be paid", settlementsIn(steps), settlementsOf(stored, id)));
    }
  },
);

const purchasesOf = (stored: Stored, id: string) =>
  (stored.purchases.get(id) ?? []).map(({ auctionId: _, ...purchase }) => purchase);

const endings = {
  PurchasePaid: "paid",
  PurchaseForfeited: "forfeited",
  PurchaseVoided: "void",
  PurchaseWaived: "void",
} as const;

const purchasesIn = (steps: readonly Step[]): object[] => {
  const found = new Map<string, object>();
  for (const { row } of steps) {
    for (const event of row.events) {
      if (event.type === "BuyItNowStarted") {
        const { purchaseId: id, buyer, priceMinor, feeMinor, deadlineAt } = event;
        const opened = { id, buyerId: buyer.id, priceMinor, feeMinor, status: "pending", deadlineAt };
        found.set(id, { ...opened, createdAt: row.at, closedAt: null });
      } else if (event.type in endings) {
        const { purchaseId, type } = event as { purchaseId: string; type: keyof typeof endings };
        found.set(purchaseId, { ...found.get(purchaseId), status: endings[type], closedAt: row.at });
      }
    }
  }
  return [...found.values()];
};

type Settlement = Omit<StoredSettlement, "auctionId" | "id">;

const settlementsOf = (stored: Stored, id: string): Settlement[] =>
  (stored.settlements.get(id) ?? []).map(({ winnerId, amountMinor, status, dueAt, createdAt, closedAt }) => ({
    winnerId,
    amountMinor,
    status,
    dueAt,
    createdAt,
    closedAt,
  }));

/**
 * An end with a winner opens a settlement. A sale closes it as paid, a waiver or a forfeit as such, and every other
 * event that moves the auction on as void.
 */
const settlementsIn = (steps: readonly Step[]): Settlement[] => {
  const found: Owed[] = [];
  for (const { row, before, after } of steps) {
    const open = found.find(({ status }) => status === "open");
    const close = (status: string): void => {
      if (open?.status === "open") Object.assign(open, { status, closedAt: row.at });
    };
    for (const event of row.events) {
      if (event.type === "SettlementWaived") close("waived");
      else if (event.type === "SettlementForfeited") close("forfeited");
      else if (event.type === "AuctionSold") close("paid");
      else if (moves.has(event.type)) close("void");
      else if (event.type === "BidsVoided") lower(found, event, row, before, after);
      else if (event.type === "AuctionEnded" && event.winner && event.dueAt !== null) {
        const opened = { winnerId: event.winner.id, amountMinor: after.priceMinor, status: "open", dueAt: event.dueAt };
        found.push({ ...opened, createdAt: row.at, closedAt: null });
      }
    }
  }
  return found;
};

type Owed = { -readonly [K in keyof Settlement]: Settlement[K] };

/** A voided winner owes nothing. A remaining winner owes at most the replayed price, whether or not it is paid. */
const lower = (
  all: readonly Owed[],
  { isWinnerVoided }: Extract<LogRow["events"][number], { type: "BidsVoided" }>,
  { at }: LogRow,
  before: State | null,
  after: State,
): void => {
  if (before?.winner == null || before.purchase) return;
  const open = all.find(({ status }) => status === "open");
  if (isWinnerVoided && open) Object.assign(open, { status: "void", closedAt: at });
  else if (isWinnerVoided) for (const one of all) one.status = one.status === "paid" ? "void" : one.status;
  else {
    for (const one of all) {
      if (one.status === "open" || one.status === "paid") {
        one.amountMinor = Math.min(Number(one.amountMinor), after.priceMinor);
      }
    }
  }
};

const moves = new Set([
  ...["AuctionStarted", "AuctionPaused", "AuctionCancelled", "AuctionWithdrawn"],
  ...["AuctionReopened", "AuctionRemoved"],
]);
