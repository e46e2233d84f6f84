// Checks the auction's life: it closes once and for the right winner, at most one Buy It Now is open at a time, and a
// pause moves the end by its own length. Also checks that each balance is the sum of its ledger entries.
import { shareOfMinor } from "@jara/shared/basis-points";
import { rulesOf } from "@jara/shared/payment-rules";
import { causes } from "../books.ts";
import { check, DATED_WITHIN_MS, firstOf } from "../check.ts";
import type { Evidence } from "../evidence.ts";
import { type State, type Step, stepped } from "../log.ts";
import { eachMove, inOrder } from "../postings.ts";

/** The server normally closes an auction within 250 ms of its end; after this time it never will. */
const CLOSED_WITHIN_MS = 15_000;

export const closing = check(
  "closing",
  "Each auction is closed once, not before its end by the clock; the leader wins if the reserve is met, " +
    "otherwise nobody",
  ({ auctions, stored }, tally) => {
    for (const { id, steps } of auctions.values()) {
      for (const step of steps) {
        eachEvent(step, (event, at) => {
          const winner = isReserveMet(at) ? (at.leader?.id ?? null) : null;
          const what = `revision ${step.row.revision}`;
          if (event.type === "AuctionEnded") {
            const isRefund = at.status === "sold" && step.row.events.some(({ type }) => type === "SaleRefunded");
            const said = event.winner?.id ?? null;
            tally.tried(
              id,
              firstOf(
                at.status === "ended" && `${what} closes an auction that is closed`,
                step.row.actorId === null && step.row.at < at.endsAt && `${what} closes it before its end`,
                isRefund && said !== null && `${what} refunds the sale and names a winner`,
                said !== winner &&
                  !isRefund &&
                  !(at.status === "sold" && said === (at.winner?.id ?? null) && event.dueAt === null) &&
                  `${what} names ${said} as winner where ${winner} is (the leader, if the reserve is met)`,
                // An end that undoes a sale whose settlement was closed before opens no new settlement.
                (said === null) !== (event.dueAt === null) &&
                  !(at.status === "sold" && said !== null) &&
                  `${what} has a winner or a payment due, and not both`,
              ),
            );
          } else if (event.type === "AuctionSold") {
            const bought = at.purchase?.isPaid ? at.purchase.buyer.id : null;
            // A lot that ended without a winner is sold without one, even if its reserve was lowered meanwhile.
            const right = bought ?? at.winner?.id ?? (at.status === "ended" ? null : winner);
            const said = event.winner?.id ?? null;
            tally.tried(id, said === right ? null : `${what} sells it to ${said} where ${right} is due`);
          }
        });
      }
      const last = steps.at(-1)?.after;
      if (!last) continue;
      const lateMs = stored.readAt - last.endsAt;
      const isLeft = last.status === "active" && lateMs > CLOSED_WITHIN_MS;
      tally.tried(id, isLeft ? `its end was ${lateMs} ms ago, and nobody closed it` : null);
    }
  },
);

export const purchases = check(
  "purchases",
  "At most one Buy It Now of an auction, and of a buyer, is open, at the auction's Buy It Now price, above the " +
    "bids; it pauses the auction until its deadline; there is none after two forfeits of the auction, or within " +
    "30 days of the buyer's own forfeit, unless it was pardoned",
  ({ auctions, stored }, tally) => {
    for (const { id, steps } of auctions.values()) {
      for (const step of steps) {
        const what = `revision ${step.row.revision}`;
        eachEvent(step, (event, at) => {
          if (event.type !== "BuyItNowStarted") {
            if (event.type !== "PurchaseForfeited" || !at.purchase) return;
            const earlyMs = at.purchase.deadlineAt - step.row.at;
            const { forfeitBasisPoints } = rulesOf(at);
            const isShare = event.penaltyMinor === shareOfMinor(at.purchase.priceMinor, forfeitBasisPoints);
            tally.tried(
              id,
              firstOf(
                earlyMs > 0 && `${what} forfeits a purchase ${earlyMs} ms before its deadline`,
                // In USD the penalty is charged in naira at the rate of that moment, so it is not checked
                // here.
                at.currency === "NGN" && !isShare && `${what} takes ${event.penaltyMinor} of ${at.purchase.priceMinor}`,
              ),
            );
            return;
          }
          const pause = step.row.events.find(({ type }) => type === "AuctionPaused");
          const isPaused = pause?.type === "AuctionPaused" && pause.reason === "buy-it-now";
          tally.tried(
            id,
            firstOf(
              at.purchase && `${what} begins a purchase while that of ${at.purchase.buyer.id} is live`,
              event.priceMinor <= at.priceMinor && `${what} sells below the bids' price of ${at.priceMinor}`,
              event.priceMinor < (at.reserveMinor ?? 0) && `${what} sells below the reserve of ${at.reserveMinor}`,
              at.forfeitedPurchases >= 2 && `${what} sells a lot that was forfeited ${at.forfeitedPurchases} times`,
              event.priceMinor !== at.buyItNowMinor &&
                `${what} sells for ${event.priceMinor} where the price is ${at.buyItNowMinor}`,
              event.feeMinor !== shareOfMinor(event.priceMinor, rulesOf(at).feeBasisPoints) &&
                `${what} takes a fee of ${event.feeMinor} on ${event.priceMinor}`,
              !(isPaused && pause.pausedUntil === event.deadlineAt) &&
                `${what} does not pause the auction until its deadline`,
            ),
          );
        });
      }
      const live = (stored.purchases.get(id) ?? []).filter(({ status }) => status === "pending");
      tally.tried(id, live.length > 1 ? `${live.length} purchases are pending` : null);
    }
    eachBuyers(auctions, (id, wrong) => tally.tried(id, wrong));
  },
);

/** Checks the purchases of each buyer: one after the other, and none soon after a forfeited one. */
const eachBuyers = (auctions: Evidence["auctions"], tried: (auctionId: string, wrong: string | null) => void): void => {
  const all = [...auctions.values()].flatMap(({ id, steps }) => lifesOf(id, steps));
  for (const one of all) {
    const others = all.filter(({ buyerId, from }) => buyerId === one.buyerId && from < one.from);
    const open = others.find(({ until }) => until > one.from);
    const forfeited = others.find(({ barsUntil }) => one.from < barsUntil);
    const what = `${one.buyerId} begins a purchase at ${one.from}`;
    tried(
      one.auctionId,
      firstOf(
        open && `${what} while theirs of auction ${open.auctionId} is open`,
        forfeited && `${what}, having forfeited that of auction ${forfeited.auctionId} at ${forfeited.until}`,
      ),
    );
  }
};

const FORFEITED_FOR_MS = 30 * 24 * 60 * 60 * 1000;

interface LifeOfPurchase {
  readonly id: string;
  readonly auctionId: string;
  readonly buyerId: string;
  readonly from: number;
  /** Infinity while its end is unknown. */
  until: number;
  /** After a forfeit the buyer may not buy again until this time: for 30 days, or until a pardon. */
  barsUntil: number;
}

const lifesOf = (auctionId: string, steps: readonly Step[]): LifeOfPurchase[] => {
  const found: LifeOfPurchase[] = [];
  for (const { row } of steps) {
    for (const event of row.events) {
      const last = found.at(-1);
      if (event.type === "BuyItNowStarted") {
        const until = Number.POSITIVE_INFINITY;
        const { purchaseId: id, buyer } = event;
        found.push({ id, auctionId, buyerId: buyer.id, from: row.at, until, barsUntil: row.at });
      } else if (event.type === "PurchasePardoned") {
        const pardoned = found.find(({ id }) => id === event.purchaseId);
        if (pardoned) pardoned.barsUntil = Math.min(pardoned.barsUntil, row.at);
      } else if (last && ending.has(event.type)) {
        // A sale that is undone later was paid nevertheless.
        last.until = Math.min(last.until, row.at);
        if (event.type === "PurchaseForfeited") last.barsUntil = row.at + FORFEITED_FOR_MS;
      }
    }
  }
  return found;
};

const ending = new Set(["PurchasePaid", "PurchaseForfeited", "PurchaseVoided", "PurchaseWaived"]);

export const pauses = check(
  "pauses",
  "A pause moves the end by the pause's own length and no further; an end that was set during the pause stays",
  (evidence, tally) => {
    for (const { id, steps } of evidence.auctions.values()) {
      for (const step of steps) {
        eachEvent(step, (event, at) => {
          if (event.type !== "AuctionResumed") return;
          const movedMs = event.endsAt - at.endsAt;
          const pausedMs = step.row.at - (at.pausedAt ?? step.row.at);
          // A pause has no length if its end is before its beginning, because the clock moved meanwhile.
          const mostMs = Math.max(0, pausedMs + DATED_WITHIN_MS);
          const what = `revision ${step.row.revision} goes on after a pause of ${pausedMs} ms and moves the end by ${movedMs} ms`;
          tally.tried(
            id,
            firstOf(
              at.status !== "paused" && `revision ${step.row.revision} goes on where the auction was ${at.status}`,
              at.isEndSet && movedMs !== 0 && `${what}, though an end was set meanwhile`,
              (movedMs < 0 || movedMs > mostMs) && what,
            ),
          );
        });
      }
    }
  },
);

const isReserveMet = ({ reserveMinor, priceMinor }: State): boolean =>
  reserveMinor === null || priceMinor >= reserveMinor;

/** Calls back with each event of the step and the auction just before that event. */
const eachEvent = ({ row, before }: Step, look: (event: Step["row"]["events"][number], at: State) => void): void => {
  let at = before;
  for (const event of row.events) {
    if (!at) return;
    look(event, at);
    at = stepped(at, event, row);
  }
};

export const ledger = check(
  "ledger",
  "Each balance is always the sum of its ledger entries, only a forfeit and what sellers are paid takes it below zero, " +
    "and each forfeit in the log is one entry",
  ({ stored, auctions }: Evidence, tally) => {
    for (const user of stored.users.values()) {
      let sum = 0;
      for (const { amountMinor, balanceAfterMinor, cause, id } of inOrder(stored.ledger.get(user.id) ?? [])) {
        sum += amountMinor;
        const mayFall = cause.endsWith("-forfeit") || (causes.sales as readonly string[]).includes(cause);
        const isBelow = sum < 0 && amountMinor < 0 && !mayFall;
        const what = `entry ${id} (${cause}) of ${user.id}`;
        const wrong = `${what} says that ${balanceAfterMinor} is left, and the entries come to ${sum} (kobo)`;
        tally.tried(
          null,
          firstOf(balanceAfterMinor !== sum && wrong, isBelow && `${what} takes the balance below zero, to ${sum}`),
        );
      }
      const wrong = `the balance of ${user.id} is ${user.balanceMinor}, and the entries come to ${sum} (kobo)`;
      tally.tried(null, user.balanceMinor === sum ? null : wrong);
    }
    eachMove(auctions, stored, causes.forfeits, (id, wrong) => tally.tried(id, wrong));
  },
);
