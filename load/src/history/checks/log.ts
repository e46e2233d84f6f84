// Checks the log by itself: it has no gaps, and the price falls only if bids are voided. Also checks that the replay of
// the log gives the rows of the tables.
import type { Debt } from "../books.ts";
import { check, firstOf, unlike } from "../check.ts";
import { incrementAbove, isPublic } from "../log.ts";
import { recordedBids } from "../recorded-bids.ts";
import type { Stored } from "../stored.ts";

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
        let { increments = null, incrementMinor } = before;
        let hasBid = false;
        for (const event of row.events) {
          if (event.type === "AuctionEdited")
            ({ increments = increments, incrementMinor = incrementMinor } = event.changes);
          if (event.type === "IncrementsTaken") ({ increments } = event);
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
          const least = kind === "manual" ? price + incrementAbove({ increments, incrementMinor }, price) : price;
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
      for (const [name, kind] of debtKinds) {
        const said = auctions
          .get(id)
          ?.books.debts.filter((debt) => debt.kind === kind)
          .map(toRow);
        tally.tried(id, unlike(`by the log, what ${name}`, said, rowsOf(stored, id, kind)));
      }
    }
  },
);

const debtKinds = [
  ["was bought", "buy-it-now"],
  ["is to be paid", "win"],
] as const;

/** As the tables say it: a purchase that waits for its payment is pending, and a waived one is void. */
const toRow = ({ kind, personId, priceMinor, feeMinor, status, dueAt, createdAt, closedAt }: Debt) => ({
  personId,
  priceMinor,
  feeMinor,
  dueAt,
  createdAt,
  closedAt,
  status: kind === "buy-it-now" && status === "open" ? "pending" : status,
});

const rowsOf = ({ purchases, settlements }: Stored, id: string, kind: Debt["kind"]) =>
  kind === "win"
    ? (settlements.get(id) ?? []).map(({ winnerId: personId, amountMinor: priceMinor, ...row }) => {
        const { status, dueAt, createdAt, closedAt } = row;
        return { personId, priceMinor, feeMinor: 0, dueAt, createdAt, closedAt, status };
      })
    : (purchases.get(id) ?? []).map(({ buyerId: personId, deadlineAt: dueAt, ...row }) => {
        const { priceMinor, feeMinor, status, createdAt, closedAt } = row;
        return { personId, priceMinor, feeMinor, dueAt, createdAt, closedAt, status };
      });
