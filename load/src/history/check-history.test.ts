// Tests the checker itself: it finds nothing in a correct history, and finds the error in each history with one error.
// It is long because it lists the errors, some for each promise.

import { usualPercents, usualRules } from "@jara/shared/payment-rules";
import { afterAll, describe, expect, it } from "vitest";
import { fairHistory } from "../../test/support/fair-story.ts";
import { heldHistory, otherLot, unreserved } from "../../test/support/held-story.ts";
import { moneyHistory, soldHistory } from "../../test/support/money-story.ts";
import { type Mutable, type MutableHistory, mutableHistory } from "../../test/support/mutable-history.ts";
import { outOfOrder, saleHistory } from "../../test/support/sale-story.ts";
import {
  ada,
  at,
  auctionId,
  bola,
  chidi,
  commandId,
  dayo,
  seller,
  smallHistory,
} from "../../test/support/small-history.ts";
import { boughtAt, unfounded, unfoundedOfSold } from "../../test/support/untrue-money.ts";
import { untrueFairReminders, untrueReminders } from "../../test/support/untrue-reminders.ts";
import type { Outcome } from "../observer.ts";
import { checkHistory, checks, findingOf } from "./check-history.ts";

const accepted = (change: object): Mutable<Outcome> => ({ kind: "accepted", answer: { ok: true, ...change } }) as never;

const siteTable = (it: MutableHistory) => ({
  at: it.row(1).at - 60_000,
  version: 1,
  table: { NGN: [[null, 100] as [null, number]], USD: [[null, 1] as [null, number]] },
});

/** Gives the lot an increment table whose one step is its increment, so that all of its bids stay right. */
const giveTable = (it: MutableHistory): void => {
  const increments = () => ({ version: 1, steps: [[null, 10_000] as [null, number]] });
  it.event(1, "AuctionCreated").increments = increments();
  it.auction.increments = increments();
  it.stored.increments.push(siteTable(it));
  for (const { seen } of it.history.watching) showTable(seen);
};

/** In every view of the lot that a watcher was sent. */
const showTable = (sent: unknown): void => {
  if (typeof sent !== "object" || sent === null) return;
  if ("bidIncrement" in sent) Object.assign(sent, { incrementSteps: [[null, 100]] });
  for (const part of Object.values(sent)) showTable(part);
};

const untrue: Record<string, Record<string, (it: MutableHistory) => void>> = {
  acknowledged: {
    "an answer whose command the database does not know": (it) => {
      it.stored.commands = it.stored.commands.filter(({ commandId: id }) => id !== commandId(9));
    },
    "an answer whose command is recorded as refused": (it) => {
      it.record(9).outcome = JSON.stringify({ ok: false, error: { code: "BID_TOO_LOW", message: "" } });
    },
    "an answer whose change is missing in the log": (it) => void it.log.splice(8),
    "another answer to the same command sent again": (it) => {
      it.call(9).furtherAnswers.push({ kind: "refused", error: { code: "BID_TOO_LOW", message: "" } });
    },
  },
  refused: {
    "a refusal of a command that took effect": (it) => {
      it.call(9).outcome = { kind: "refused", error: { code: "BID_TOO_LOW", message: "" } };
    },
    "a refusal of a command that took effect, though another node should have found it": (it) => {
      Object.assign(it.call(9), {
        sends: 2,
        outcome: { kind: "refused", error: { code: "AUCTION_PAUSED", message: "" } },
      });
    },
    "an accepted answer after a refusal, for a command that was sent once": (it) => {
      it.refused.furtherAnswers.push(accepted({}));
    },
    "a refusal that is recorded with another code": (it) => {
      it.refused.outcome = { kind: "refused", error: { code: "AUCTION_PAUSED", message: "" } };
    },
  },
  justified: {
    "a refusal as too low of a bid that was high enough": (it) =>
      void Object.assign(it.refused.invocation, { amount: 2600 }),
    "a refusal that names another minimum": (it) => {
      it.refused.outcome = { kind: "refused", error: { code: "BID_TOO_LOW", message: "", minimumBid: 2500 } };
    },
    "a refusal as too late of a bid before the end": (it) => {
      it.refused.outcome = { kind: "refused", error: { code: "AUCTION_ENDED", message: "" } };
    },
    "a refusal for a balance that was sufficient": (it) => {
      it.refused.outcome = { kind: "refused", error: { code: "INSUFFICIENT_BALANCE", message: "" } };
    },
  },
  invoked: {
    "a record of a command that nobody sent": (it) => {
      it.stored.commands.push({ ...it.record(9), commandId: "nobody's" });
    },
    "a record of another amount than the command had": (it) => {
      it.record(9).fingerprint = `PlaceBid ${auctionId} 260001`;
    },
    "a step that no command explains": (it) => {
      it.row(9).actorId = chidi.id;
    },
    "the same command with two effects": (it) => {
      it.log.splice(4, 0, it.row(4));
    },
    "a step of the clock that only a person may make": (it) => {
      it.row(9).actorId = null;
    },
  },
  notified: {
    "an outbid that nobody is told of": (it) => {
      it.notifications.splice(
        it.notifications.findIndex(({ about }) => about === "outbid"),
        1,
      );
    },
    "an outbid that is told twice": (it) => {
      const outbid = it.found(it.notifications.find(({ about }) => about === "outbid"));
      it.notifications.push({ ...outbid, id: "again" });
    },
    "an outbid that is told to its leader": (it) => {
      const outbid = it.found(it.notifications.find(({ about }) => about === "outbid"));
      outbid.userId = seller.id;
    },
    "an outbid with another price": (it) => {
      const outbid = it.found(it.notifications.find(({ about }) => about === "outbid"));
      outbid.data.currentPrice = 25_000_000;
    },
    "an outbid with a maximum": (it) => {
      const outbid = it.found(it.notifications.find(({ about }) => about === "outbid"));
      outbid.data.maxAmount = 3_000;
    },
    "a win that nothing caused": (it) => {
      const outbid = it.found(it.notifications.find(({ about }) => about === "outbid"));
      it.notifications.push({ ...outbid, id: "won", about: "won" });
    },
    "an event to somebody else": (it) => {
      const [row] = it.notifications;
      it.history.watching.push({
        watcher: 9,
        versions: new Map(),
        seen: [
          { kind: "connected", userId: seller.id, at: 0 },
          { kind: "event", type: "notification:created", data: { notification: { _id: row?.id } }, at: 0 },
        ],
      } as never);
    },
  },
  "gap-free": {
    "a missing revision": (it) => void it.log.splice(8, 1),
    "a missing version": (it) => {
      for (const row of it.log.slice(8)) row.version = (row.version ?? 0) + 1;
    },
    "a hidden change with a version": (it) => {
      it.row(4).version = 4;
    },
    "a date before that of the step before": (it) => {
      it.row(9).at = it.row(8).at - 1;
    },
  },
  prices: {
    "a bid below the increment": (it) => {
      it.event(9, "BidPlaced").amountMinor = 259_999;
    },
    "a price that falls": (it) => {
      it.event(5, "BidPlaced").amountMinor = 140_000;
    },
    "a missing bid number": (it) => {
      it.event(9, "BidPlaced").number = 6;
    },
  },
  replay: {
    "a row with another price": (it) => {
      it.auction.priceMinor += 1;
    },
    "a row with another leader": (it) => {
      it.auction.leaderId = chidi.id;
    },
    "a missing maximum": (it) => void it.maxima.shift(),
    "a maximum of another amount": (it) => {
      it.found(it.maxima[0]).amountMinor += 1;
    },
    "a missing bid": (it) => void it.bids.pop(),
    "a bid with another bidder": (it) => {
      it.found(it.bids[1]).bidderId = chidi.id;
    },
    "a purchase that is still pending": (it) => {
      it.found(it.purchases[0]).status = "pending";
    },
    "a settlement that was never opened": (it) => void it.settlements.pop(),
  },
  leaders: {
    "a tie that the later maximum wins": (it) => {
      const [, first, second] = it.row(5).events as { bidder: object }[];
      Object.assign(it.found(first), { bidder: bola });
      Object.assign(it.found(second), { bidder: chidi });
    },
    "a price above the runner-up plus an increment": (it) => {
      it.event(3, "BidPlaced").amountMinor = 160_000;
    },
    "a maximum that should have bid": (it) => {
      it.row(5).events = it.row(5).events.slice(0, 1);
    },
  },
  ceilings: {
    "an auto-bid above its owner's maximum": (it) => {
      it.event(3, "MaxBidSet").amountMinor = 149_999;
    },
    "an auto-bid without a maximum": (it) => {
      it.event(9, "BidPlaced").kind = "auto";
    },
  },
  open: {
    "a bid at the end": (it) => {
      const { endsAt } = it.event(8, "AuctionResumed");
      for (const row of it.log.slice(8)) row.at = endsAt;
    },
    "a bid in a pause": (it) => {
      it.row(8).events = [];
    },
    "Buy It Now with an hour left": (it) => {
      it.row(10).at = it.event(8, "AuctionResumed").endsAt - 3_600_000;
    },
  },
  eligible: {
    "a bidder who was not verified": (it) => {
      it.user(ada.id).verifiedAt = null;
    },
    "a bidder who was banned": (it) => {
      it.user(ada.id).bannedAt = it.row(9).at - 1_000;
    },
    "a bid of the seller": (it) => {
      it.event(1, "AuctionCreated").seller = ada;
    },
    "a pause by somebody who is no administrator": (it) => {
      it.user(seller.id).role = "user";
    },
    "a maximum of more than five balances": (it) => {
      Object.assign(it.found(it.entries(bola.id)[0]), { amountMinor: 49_999, balanceAfterMinor: 49_999 });
    },
    "an auto-bid of somebody with an unpaid win too many": (it) => {
      it.history.maxUnpaidWins = 1;
      const forfeited = { winnerId: bola.id, status: "forfeited", pardonedAt: null, closedAt: it.row(1).at };
      it.stored.settlements.set("another lot", [forfeited as never]);
    },
  },
  rules: {
    "rules that the settings do not have": (it) => {
      it.event(1, "AuctionCreated").rules = { ...usualPercents, version: 3 };
    },
    "other numbers than its version has": (it) => {
      it.stored.rules.push({ at: it.row(1).at - 60_000, rules: { ...usualRules, version: 1 } });
      it.event(1, "AuctionCreated").rules = { ...usualPercents, feePercent: 7, version: 1 };
    },
    "the usual rules a minute after others were set": (it) => {
      it.stored.rules.push({ at: it.row(1).at - 60_000, rules: { ...usualRules, version: 1 } });
    },
    "rules that change while the lot is open": (it) => {
      it.stored.rules.push({ at: it.row(1).at - 60_000, rules: { ...usualRules, version: 1 } });
      it.row(2).events.push({ type: "LotRulesTaken", rules: { ...usualPercents, version: 1 } });
    },
  },
  increments: {
    "a table that the settings do not have": (it) => {
      giveTable(it);
      it.stored.increments = [];
    },
    "other steps than its version has": (it) => {
      giveTable(it);
      it.stored.increments = [{ ...siteTable(it), table: { NGN: [[null, 200]], USD: [[null, 1]] } }];
    },
    "a table that was set later": (it) => {
      giveTable(it);
      it.stored.increments = [{ ...siteTable(it), at: it.row(1).at + 60_000 }];
    },
    "a table that changes while there are bids": (it) => {
      giveTable(it);
      it.row(3).events.push({ type: "IncrementsTaken", increments: { version: 1, steps: [[null, 20_000]] } });
    },
  },
  closing: {
    "a second close": (it) => {
      it.log.push({ ...it.row(12), revision: 13, version: 11 });
    },
    "a close before the end": (it) => {
      it.row(12).at = it.event(11, "AuctionResumed").endsAt - 1;
    },
    "another winner": (it) => {
      it.event(12, "AuctionEnded").winner = chidi;
    },
    "a winner below the reserve": (it) => {
      it.event(1, "AuctionCreated").reserveMinor = 300_000;
    },
    "an end without a close": (it) => {
      it.log.pop();
      it.stored.readAt += 60_000;
    },
  },
  pauses: {
    "an end that moves further than the pause was long": (it) => {
      it.event(8, "AuctionResumed").endsAt += 1_101;
    },
    "an end that moves back": (it) => {
      it.event(8, "AuctionResumed").endsAt -= 101;
    },
    "an end that moves although it was set in the pause": (it) => {
      it.row(7).events.push({ type: "AuctionEdited", changes: { endsAt: it.event(8, "AuctionResumed").endsAt - 1 } });
    },
    "a resume without a pause": (it) => {
      it.row(7).events = [{ type: "AuctionEdited", changes: {} }];
    },
  },
  purchases: {
    "two open purchases of a lot": (it) => {
      it.log.push({ ...it.row(10), revision: 11, version: 9, actorId: chidi.id }, ...it.log.splice(10));
    },
    "a purchase at another price": (it) => {
      it.event(10, "BuyItNowStarted").priceMinor = 800_000;
    },
    "a purchase without a pause until its deadline": (it) => {
      it.event(10, "AuctionPaused").pausedUntil = null;
    },
    "two open purchases of one buyer on two lots": (it) => {
      const other = it.log.slice(0, 10).map((row) => ({ ...row, at: row.at + 1 }));
      it.stored.log.set("another lot", other);
    },
    "a purchase by somebody who has just forfeited one": (it) => {
      it.stored.log.set(
        "another lot",
        it.log.slice(0, 10).map((row) => ({ ...row, at: row.at + 7_200_000 })),
      );
    },
    "a third purchase after two forfeits": (it) => {
      const forfeit = { ...it.event(11, "PurchaseForfeited") };
      it.row(4).events.push(forfeit, forfeit);
    },
    "a price that bids have reached": (it) => {
      it.event(9, "BidPlaced").amountMinor = 900_000;
    },
    "a price below the reserve": (it) => {
      it.event(1, "AuctionCreated").reserveMinor = 900_001;
    },
    "two pending purchases in the table": (it) => {
      const one = { ...it.found(it.purchases[0]), status: "pending" };
      it.purchases.push(one, one);
    },
    "a forfeit of another part than a tenth": (it) => {
      it.event(11, "PurchaseForfeited").penaltyMinor = 180_000;
    },
    "a forfeit before the deadline": (it) => {
      it.row(11).at = it.event(10, "BuyItNowStarted").deadlineAt - 1;
    },
  },
  ledger: {
    "a balance that is not the sum": (it) => {
      it.user(dayo.id).balanceMinor += 1;
    },
    "an entry that says another balance": (it) => {
      it.found(it.entries(dayo.id)[0]).balanceAfterMinor += 1;
    },
    "a forfeit without its entry": (it) => {
      it.entries(dayo.id).pop();
      it.user(dayo.id).balanceMinor += 90_000;
    },
    "a forfeit that was taken twice": (it) => {
      const entry = { ...it.found(it.entries(dayo.id)[1]), balanceAfterMinor: 820_000 };
      it.entries(dayo.id).push(entry);
      it.user(dayo.id).balanceMinor -= 90_000;
    },
  },
  order: {
    "a command that was sent after a later one was answered": (it) => {
      it.call(3).invokedAt = (it.call(5).settledAt ?? 0) + 1;
    },
    "a command that comes before a version that its sender had received": (it) => {
      it.received("auction:price", 2).at = it.call(3).invokedAt - 1;
    },
    "a view that is older than its question": (it) => {
      const shown = it.found(it.seen.find((one) => one.kind === "shown"));
      Object.assign(shown, { askedAt: (it.call(5).settledAt ?? 0) + 1 });
    },
  },
  dates: {
    "a date before the command was sent": (it) => {
      it.call(9).invokedAt += 30_000;
    },
    "a date after the answer": (it) => {
      it.call(9).settledAt = it.call(9).invokedAt + 1;
    },
    "a date at which somebody else had the row": (it) => {
      const { at } = it.row(9);
      it.history.held.push({ auctionId, from: at - 10, until: at + 10 });
    },
  },
  answers: {
    "an answer with another price": (it) => {
      const { outcome } = it.call(9);
      const answer = outcome.kind === "accepted" ? (outcome.answer as { auction: object }) : null;
      it.call(9).outcome = accepted({ ...answer, auction: { ...answer?.auction, currentPrice: 1 } });
    },
    "an answer that names a wrong leader": (it) => {
      const { outcome } = it.call(5);
      const answer = outcome.kind === "accepted" ? (outcome.answer as { auction: object }) : null;
      it.call(5).outcome = accepted({ ...answer, auction: { ...answer?.auction, isLeading: true } });
    },
    "another bid's id": (it) => {
      const { outcome } = it.call(9);
      const answer = outcome.kind === "accepted" ? (outcome.answer as { bid: object }) : null;
      it.call(9).outcome = accepted({ ...answer, bid: { ...answer?.bid, _id: `${auctionId}-4` } });
    },
  },
  growing: {
    "a version that goes back": (it) => {
      it.seen.push({ kind: "event", type: "auction:price", data: it.received("auction:price").data, at: 1e9 });
    },
    "a version that the database does not have": (it) => {
      const data = { ...it.received("auction:price").data, version: 99 };
      it.seen.push({ kind: "event", type: "auction:price", data, at: 1e9 });
    },
  },
  contiguous: {
    "an event that never came": (it) =>
      void it.seen.splice(it.seen.indexOf(it.received("auction:price", 1) as never), 1),
  },
  arrived: {
    "a watcher who missed the end": (it) => {
      it.found(it.history.watching[0]).versions.set(auctionId, 9);
    },
  },
  published: {
    "an event with another price": (it) => void Object.assign(it.received("auction:price").data, { currentPrice: 1 }),
    "an event with another leader": (it) =>
      void Object.assign(it.received("auction:price").data, { leader: { username: "c***i" } }),
    "an event that lost a bid": (it) => void Object.assign(it.received("auction:price", 2).data, { bids: [] }),
    "an event that claims less than its bids": (it) =>
      void Object.assign(it.received("auction:price", 2).data, { fromVersion: 2 }),
    "an event with another end": (it) => {
      const { auction } = it.received("auction:updated").data as object as { auction: object };
      Object.assign(auction, { endTime: "2026-11-02T10:00:00.000Z" });
    },
    "a countdown to an end that never existed": (it) => {
      const data = { auctionId, version: 1, status: "active", endTime: "2026-11-02T10:00:00.000Z" };
      it.seen.push({ kind: "event", type: "auction:countdown", data, at: 1 });
    },
    "a view of another status": (it) => {
      const shown = it.found(it.seen.find((one) => one.kind === "shown")) as { shown: { auction: object } };
      Object.assign(shown.shown.auction, { status: "ended" });
    },
  },
  owners: {
    "a maximum that a visitor receives": (it) => {
      const own = it.found(it.history.watching[1]?.seen.find((one) => one.kind === "event" && /max/.test(one.type)));
      it.seen.push(own);
    },
    "a maximum that a rival receives": (it) => {
      Object.assign(it.found(it.history.watching[1]?.seen[0]), { userId: chidi.id });
    },
    "a watchlist that a visitor receives": (it) => {
      it.seen.push({ kind: "event", type: "watchlist:changed", data: { auctionId, isWatching: true }, at: 1 });
    },
    "a lead that the user does not have": (it) => {
      const data = { auctionId, version: 2, isLeading: true, bidIds: [] };
      it.history.watching[1]?.seen.push({ kind: "event", type: "auction:mine", data, at: 1 });
    },
  },
};

/** Histories of the fair-play story with one error each. */
const unfair: Record<string, Record<string, (it: MutableHistory) => void>> = {
  answers: {
    "an answer with the end before the extension": (it) => {
      const { outcome } = it.call(12);
      const answer = outcome.kind === "accepted" ? (outcome.answer as { auction: object }) : null;
      const endTime = new Date(it.event(12, "AuctionExtended").from).toISOString();
      it.call(12).outcome = accepted({ ...answer, auction: { ...answer?.auction, endTime } });
    },
  },
  acknowledged: {
    "a void that is missing in the log": (it) => void it.log.splice(14),
    "a confirmation that the database does not know": (it) => {
      it.stored.commands = it.stored.commands.filter(({ commandId: id }) => id !== commandId(8));
    },
  },
  invoked: {
    "a void that nobody asked for": (it) => {
      it.record(11).fingerprint = it.record(11).fingerprint.replace(dayo.id, ada.id);
    },
    "a withdrawal by somebody else": (it) => {
      it.row(9).actorId = ada.id;
    },
  },
  "gap-free": {
    "a confirmation with a version": (it) => {
      it.row(8).events.pop();
    },
  },
  prices: {
    "a price that falls without a void": (it) => {
      it.event(12, "BidPlaced").amountMinor = 280_000;
    },
    "a bid number that takes a voided bid's place": (it) => {
      it.event(12, "BidPlaced").number = 5;
    },
    "a replayed bid that takes a voided bid's number": (it) => {
      it.found(it.event(9, "BidsVoided").recorded[0]).number = 2;
    },
  },
  replay: {
    "a voided bid that counts": (it) => {
      Object.assign(it.found(it.bids[4]), { voidedAt: null, voidReason: null });
    },
    "a voided bid with another reason": (it) => {
      it.found(it.bids[5]).voidReason = "fraud";
    },
    "a replayed bid that was not recorded": (it) => void it.bids.splice(8, 1),
    "a replayed bid at the time of the void": (it) => {
      it.found(it.bids[8]).at = it.row(9).at;
    },
    "a voided bidder who is not excluded": (it) => {
      it.auction.barredIds = [];
    },
    "a row with another end than the log's": (it) => {
      it.auction.endsAt += 1;
    },
    "a scheduled end that moved with the end": (it) => {
      it.auction.extendedFrom = it.auction.endsAt;
    },
    "a row with another content version": (it) => {
      it.auction.contentVersion = 1;
    },
    "a row with an optional text that the log does not have": (it) => {
      it.auction.pickupNotes = "Bring a van.";
    },
    "a maximum that is still suspended": (it) => {
      it.found(it.maxima[0]).contentVersion = 1;
    },
    "a voided winner who still owes": (it) => {
      it.found(it.settlements[0]).status = "open";
    },
  },
  leaders: {
    "a suspended maximum that answers": (it) => {
      const answer = { ...it.event(8, "BidPlaced"), number: 8 };
      it.row(7).events.push(answer);
    },
    "a confirmed maximum that does not bid": (it) => {
      it.row(8).events.pop();
    },
  },
  eligible: {
    "a bid of somebody whose bids were voided": (it) => {
      it.row(12).actorId = dayo.id;
      it.event(12, "BidPlaced").bidder = dayo;
    },
    "a bid of more than five balances": (it) => {
      Object.assign(it.found(it.entries(ada.id)[0]), { amountMinor: 61_999, balanceAfterMinor: 61_999 });
    },
  },
  justified: {
    "a refusal for a change of a lot that had not changed": (it) => {
      Object.assign(
        it.found(it.history.calls.find(({ invocation }) => "contentVersion" in invocation && "amount" in invocation))
          .invocation,
        { contentVersion: 2 },
      );
    },
    "a refusal as excluded of somebody who was not": (it) => {
      Object.assign(refusalOf(it, "FORBIDDEN").invocation, { userId: chidi.id });
    },
    "a refusal for a conflict of interest that did not exist": (it) => {
      Object.assign(refusalOf(it, "CONFLICT_OF_INTEREST").invocation, { bidderId: ada.id });
    },
    "a refusal for an open purchase that did not exist": (it) => {
      const refusal = refusalOf(it, "FORBIDDEN");
      refusal.outcome = { kind: "refused", error: { code: "BUY_IT_NOW_OPEN", message: "" } };
    },
  },
  "soft-close": {
    "an end that did not move": (it) => void it.row(12).events.pop(),
    "an end one millisecond late": (it) => {
      it.event(13, "AuctionExtended").endsAt += 1;
    },
    "an end one millisecond early": (it) => {
      it.event(12, "AuctionExtended").endsAt -= 1;
    },
    "an end past the cap": (it) => {
      it.event(1, "AuctionCreated").softClose = { windowSeconds: 120, capMinutes: 2 };
    },
    "an end moved by a bid before the window": (it) => {
      it.row(12).at = it.event(12, "AuctionExtended").from - 120_001;
    },
    "an end moved by a change that nobody sees": (it) => {
      const { bidNumber, from } = { bidNumber: 11, from: it.event(12, "AuctionExtended").from };
      it.row(10).events = it.row(10).events.slice(0, 1);
      it.row(10).events.push({ type: "AuctionExtended", bidNumber, from, endsAt: from + 1 });
    },
    "an end moved without a soft close": (it) => {
      it.event(1, "AuctionCreated").softClose = null;
    },
  },
  content: {
    "a change without a version": (it) => {
      const { changes } = it.event(6, "AuctionEdited");
      it.row(6).events = [{ type: "AuctionEdited", changes }];
    },
    "a change of an optional text without a version": (it) => {
      it.row(6).events = [{ type: "AuctionEdited", changes: { pickupNotes: "Bring a van." } }];
    },
    "a content version that skips one": (it) => {
      it.event(6, "AuctionEdited").contentVersion = 3;
    },
    "a content version without a change of content": (it) => {
      it.event(6, "AuctionEdited").changes = { endsAt: it.event(12, "AuctionExtended").from + 1 };
    },
    "a content change with an hour left": (it) => {
      it.event(6, "AuctionEdited").changes = { title: "Empty box", endsAt: it.row(6).at + 3_600_000 };
    },
    "a suspended maximum that bids": (it) => {
      it.row(7).events.push({ ...it.event(8, "BidPlaced") });
    },
    "a higher increment with bids": (it) => {
      it.event(6, "AuctionEdited").changes = { incrementMinor: 10_001 };
    },
    "a new reserve with bids": (it) => {
      it.event(6, "AuctionEdited").changes = { reserveMinor: 500_000 };
    },
    "a changed soft close with bids": (it) => {
      it.event(6, "AuctionEdited").changes = { softClose: null };
    },
  },
  voids: {
    "a cancelled lot that keeps its bids": (it) => {
      it.row(12).events = [{ type: "AuctionCancelled" }];
    },
    "the price with the voided bids": (it) => {
      it.event(11, "BidsVoided").priceMinor = 310_000;
    },
    "the voided person still leading": (it) => {
      it.event(11, "BidsVoided").leader = dayo;
    },
    "an auto-bid that answered a voided bid and still counts": (it) => {
      it.event(11, "BidsVoided").voided.splice(2, 1);
    },
    "a bid of the voided person that still counts": (it) => void it.event(11, "BidsVoided").voided.shift(),
    "a bid of a rerun that is not recorded": (it) => void it.event(9, "BidsVoided").recorded.pop(),
    "a recalculated bid that has fraud as its reason": (it) => {
      it.found(it.event(11, "BidsVoided").voided[1]).reason = "fraud";
    },
    "a maximum of the voided person that stays": (it) => {
      const [mine] = it.event(11, "MaximaRestated").maxBids;
      it.event(11, "MaximaRestated").maxBids.push({ ...it.found(mine), owner: dayo, id: "dayo's" });
    },
    "another's maximum with bids that do not count": (it) => {
      it.found(it.event(11, "MaximaRestated").maxBids[0]).autoBidCount = 3;
    },
    "a winner whose bids are void and who stays": (it) => {
      it.event(15, "BidsVoided").isWinnerVoided = false;
    },
    "an administrator who voids their own bids": (it) => {
      it.row(11).actorId = dayo.id;
    },
    "a withdrawal by somebody who has agreed to the change": (it) => {
      it.row(8).actorId = bola.id;
    },
    "a withdrawal without a change": (it) => {
      it.row(6).events = [];
    },
    "a withdrawal a day later": (it) => {
      it.event(6, "AuctionEdited").contentChangedAt = it.row(9).at - 86_400_000;
    },
    "a void more than 90 days after the end": (it) => {
      it.row(15).at += 91 * 86_400_000;
    },
  },
  interest: {
    "a bid of an administrator": (it) => {
      it.user(ada.id).role = "admin";
    },
    "an administrator with a bid who edits": (it) => {
      it.row(6).actorId = dayo.id;
    },
  },
  published: {
    "a void with another price": (it) =>
      void Object.assign(it.received("auction:bids-voided").data, { currentPrice: 1 }),
    "a void of another's bids": (it) =>
      void Object.assign(it.received("auction:bids-voided").data, { bidder: { username: "c***i" } }),
    "a void for another reason": (it) =>
      void Object.assign(it.received("auction:bids-voided").data, { reason: "fraud" }),
    "an extension to another end": (it) =>
      void Object.assign(it.received("auction:extended").data, { endTime: "2026-11-02T10:00:00.000Z" }),
    "an extension by another time": (it) => void Object.assign(it.received("auction:extended").data, { extendedBy: 1 }),
    "an extension that never happened": (it) => {
      const data = { ...it.received("auction:extended").data, version: 2 };
      it.seen.push({ kind: "event", type: "auction:extended", data, at: 1 });
    },
    "a view of another content version": (it) => {
      const shown = it.found(it.seen.find((one) => one.kind === "shown")) as { shown: { auction: object } };
      Object.assign(shown.shown.auction, { contentVersion: 2 });
    },
  },
  contiguous: {
    "a void that was not published": (it) =>
      void it.seen.splice(it.seen.indexOf(it.received("auction:bids-voided") as never), 1),
  },
  owners: {
    "a suspension that a visitor receives": (it) => {
      const own = it.found(
        it.history.watching[1]?.seen.find((one) => one.kind === "event" && /suspended/.test(one.type)),
      );
      it.seen.push(own);
    },
    "a suspension event with another content version": (it) => {
      const own = it.found(
        it.history.watching[1]?.seen.find((one) => one.kind === "event" && /suspended/.test(one.type)),
      );
      Object.assign((own as { data: object }).data, { contentVersion: 1 });
    },
    "a suspended maximum that is shown as active": (it) => {
      const own = it.history.watching[1]?.seen.filter((one) => one.kind === "event" && one.type === "maxbid:changed");
      Object.assign((it.found(own?.[1]) as { data: { maxBid: object } }).data.maxBid, { isSuspended: false });
    },
  },
};

const refusalOf = (it: MutableHistory, code: string) =>
  it.found(it.history.calls.find(({ outcome }) => outcome.kind === "refused" && outcome.error.code === code));

const look = ({ history, stored }: Pick<MutableHistory, "history" | "stored">) =>
  checkHistory(history as never, stored as never);

it("finds no violation in true histories, and checks every promise", () => {
  const tabled = mutableHistory();
  giveTable(tabled);
  const histories = [smallHistory, fairHistory, moneyHistory, soldHistory, heldHistory, saleHistory].map((historyOf) =>
    mutableHistory(historyOf),
  );
  const looks = [...histories, tabled].map(look);
  for (const { violations } of looks) expect(violations.map(findingOf)).toEqual([]);
  for (const [index, { promise }] of checks.entries()) {
    const tried = looks.reduce((sum, { promises }) => sum + (promises[index]?.tried ?? 0), 0);
    expect(tried, promise).toBeGreaterThan(0);
  }
});

it("has at least one untrue history below for every promise", () => {
  const broken = new Set([untrue, unfair, unfounded, unreserved, outOfOrder].flatMap((lies) => Object.keys(lies)));
  expect([...broken].sort()).toEqual(checks.map(({ promise }) => promise).sort());
});

const casesOf = (lies: typeof untrue, historyOf: typeof smallHistory) =>
  Object.entries(lies).flatMap(([promise, ofPromise]) =>
    Object.entries(ofPromise).map(([name, falsify]) => [promise, name, falsify, historyOf] as const),
  );
const cases = [
  ...casesOf(untrue, smallHistory),
  ...casesOf(unfair, fairHistory),
  ...casesOf(unfounded, moneyHistory),
  ...casesOf(unfoundedOfSold, soldHistory),
  ...casesOf(unreserved, heldHistory),
  ...casesOf(outOfOrder, saleHistory),
  ...casesOf(untrueReminders, smallHistory),
  ...casesOf(untrueFairReminders, fairHistory),
];

let caught = 0;
afterAll(() => {
  process.stdout.write(`  untrue histories: ${cases.length} tried, ${cases.length - caught} bad\n`);
});

it.each(cases)("%s: finds %s", (promise, _, falsify, historyOf) => {
  const doctored = mutableHistory(historyOf);
  falsify(doctored);
  const { violations } = look(doctored);
  expect(new Set(violations.map((one) => one.promise))).toContain(promise);
  caught += 1;
});

it("expects no order of a lot that was published on its own before its sale", () => {
  const reversed = (publishedAt: number): string[] => {
    const doctored = mutableHistory(saleHistory);
    const sale = doctored.found(doctored.stored.sales[0]);
    sale.lots.reverse();
    sale.publishedAt = publishedAt;
    return look(doctored).violations.map(({ promise }) => promise);
  };
  const opened = mutableHistory(saleHistory).row(1).at;
  expect(reversed(opened - 1)).toEqual(["sale-order"]);
  expect(reversed(opened)).toEqual([]);
});

it("expects no contiguous versions after a resync until the client received the snapshot that it asked for", () => {
  const behind = mutableHistory();
  const { seen } = behind;
  const [first, third] = [behind.received("auction:price"), behind.received("auction:price", 2)];
  seen.splice(seen.indexOf(behind.received("auction:price", 1) as never), 1);
  const resync = { kind: "event", type: "auction:resync", data: { auctionId }, at: first.at + 1 } as const;
  seen.splice(seen.indexOf(third as never), 0, resync);
  // The client asked before and was answered after, so the answer may be older than what the room received.
  const shown = { ...behind.found(seen.find((one) => one.kind === "shown")), askedAt: first.at, at: first.at + 2 };
  expect(look(behind).violations.map(findingOf)).toEqual([]);
  seen.splice(seen.indexOf(third as never), 0, shown);
  expect(look(behind).violations.filter(({ promise }) => promise === "contiguous")).toEqual([]);
  Object.assign(shown, { askedAt: first.at + 1 });
  expect(look(behind).violations.filter(({ promise }) => promise === "contiguous")).toHaveLength(1);
});

it("accepts a notice of a later version if the reader had fallen behind, and finds a version that the room's next event lacks", () => {
  const behind = mutableHistory();
  const { seen } = behind;
  const [first, second, third] = [0, 1, 2].map((n) => behind.received("auction:price", n));
  const contiguous = () => look(behind).violations.filter(({ promise }) => promise === "contiguous");
  seen.splice(seen.indexOf(second as never), 1);
  const data = { ...third?.data, bidder: { username: "c***i" } };
  const notice = { kind: "event", type: "auction:bids-voided", data, at: first?.at } as never;
  seen.splice(seen.indexOf(third as never), 0, notice);
  expect(contiguous()).toHaveLength(1);
  const resync = { kind: "event", type: "auction:resync", data: { auctionId }, at: first?.at } as never;
  seen.splice(seen.indexOf(third as never), 0, resync);
  expect(contiguous()).toEqual([]);
});

it("accepts an extension that is merged with the one before it, and no other sum of them", () => {
  const violationsOf = (extra: number) => {
    const merged = mutableHistory(fairHistory);
    const [first, last] = [merged.event(12, "AuctionExtended"), merged.event(13, "AuctionExtended")];
    const end = { endTime: new Date(last.endsAt).toISOString(), extendedBy: last.endsAt - first.from + extra };
    const data = { ...merged.received("auction:extended").data, version: merged.row(13).version, ...end };
    merged.seen.push({ kind: "event", type: "auction:extended", data, at: 1 });
    return look(merged).violations.filter(({ promise }) => promise === "published");
  };
  expect(violationsOf(0)).toEqual([]);
  expect(violationsOf(1)).toHaveLength(1);
});

it("expects no versions after the client was told that the auction does not exist, until it received it again", () => {
  const away = mutableHistory();
  const { seen } = away;
  const [first, third] = [away.received("auction:price"), away.received("auction:price", 2)];
  seen.splice(seen.indexOf(away.received("auction:price", 1) as never), 1);
  expect(look(away).violations.map(({ promise }) => promise)).toContain("contiguous");
  seen.splice(seen.indexOf(third as never), 0, { kind: "not found", auctionId, at: first.at + 1 });
  expect(look(away).violations.map(findingOf)).toEqual([]);
  const shown = { ...away.found(seen.find((one) => one.kind === "shown")), askedAt: first.at + 2, at: first.at + 3 };
  seen.splice(seen.indexOf(third as never), 0, shown);
  expect(look(away).violations.filter(({ promise }) => promise === "contiguous")).toHaveLength(1);
});

describe("if the database's clock may have jumped by four seconds", () => {
  const found = (historyOf: typeof smallHistory, wanted: string, change: (it: MutableHistory) => void) => {
    const jumped = mutableHistory(historyOf);
    jumped.history.clock = { offsetMs: jumped.history.clock?.offsetMs ?? 0, errorMs: 4_000 };
    change(jumped);
    return look(jumped).violations.filter(({ promise }) => promise === wanted);
  };

  it.each([
    [1, -1_001],
    [0, -1_000],
    [0, 1_000],
    [1, 1_001],
  ])("finds %i violations in a content change that is dated %i ms after its commit", (count, afterMs) => {
    const dated = (it: MutableHistory) => {
      it.event(6, "AuctionEdited").contentChangedAt = it.row(6).at + afterMs;
      it.auction.contentChangedAt = it.row(6).at + afterMs;
    };
    expect(found(fairHistory, "content", dated)).toHaveLength(count);
  });

  it.each([
    [0, 7_199_000],
    [1, 7_198_999],
  ])("finds %i violations in a content change %i ms before the end", (count, leftMs) => {
    const shortened = (it: MutableHistory) => {
      it.event(6, "AuctionEdited").changes = { title: "Empty box", endsAt: it.row(6).at + leftMs };
    };
    expect(found(fairHistory, "content", shortened)).toHaveLength(count);
  });

  it.each([
    [0, 100, 1_100],
    [1, 100, 1_101],
    [0, -2_000, 0],
    [1, -2_000, 1],
  ])("finds %i violations in a pause of %i ms that moves the end by %i ms", (count, pausedMs, movedMs) => {
    const moved = (it: MutableHistory) => {
      it.event(7, "AuctionPaused").pausedAt = it.row(8).at - pausedMs;
      it.event(8, "AuctionResumed").endsAt = it.event(1, "AuctionCreated").endsAt + movedMs;
    };
    expect(found(smallHistory, "pauses", moved)).toHaveLength(count);
  });
});

it.each([
  // Nothing is written for 25 seconds after Ada is outbid.
  ["accepts", 0, "is written after a silence of the log", { createdAt: at(3) + 44_000 }],
  ["finds", 1, "is written long after a silence of the log", { createdAt: at(3) + 46_000 }],
  ["accepts", 0, "names the price of a moment ago", { at: at(5) + 4_000 }],
  ["finds", 1, "names a price that was another for long", { at: at(5) + 6_000 }],
])("%s, with %i violations, a notification of being outbid that %s", (_, count, _what, times) => {
  const changed = mutableHistory();
  Object.assign(changed.found(changed.notifications.find(({ about }) => about === "outbid")), times);
  expect(look(changed).violations.filter(({ promise }) => promise === "notified")).toHaveLength(count);
});

it.each([
  ["accepts", 0, 54_000],
  ["finds", 1, 56_000],
])(
  "%s, with %i violations, a notification that comes %i ms after the outbid if no command was accepted for 35 seconds",
  (_, count, lateMs) => {
    const changed = mutableHistory();
    const outbidAt = at(3) - at(0);
    for (const call of changed.history.calls) {
      const { settledAt } = call;
      // The log has a change in this time: its commit waited, and was answered late.
      if (settledAt !== null && settledAt > outbidAt + 1_000 && settledAt < outbidAt + 35_000)
        call.settledAt = outbidAt + 35_000;
    }
    changed.found(changed.notifications.find(({ about }) => about === "outbid")).createdAt = at(3) + lateMs;
    expect(look(changed).violations.filter(({ promise }) => promise === "notified")).toHaveLength(count);
  },
);

it("lets somebody buy again once their forfeit is pardoned", () => {
  const pardoned = mutableHistory(moneyHistory);
  pardoned.stored.log.set("another lot", boughtAt(pardoned, pardoned.row(7).at + 1));
  const { violations } = look(pardoned);
  expect(violations.filter(({ promise }) => promise === "purchases")).toEqual([]);
});

it("lets money be used in the millisecond in which it is freed or outbid, and always where bids reserve none", () => {
  const ofReserved = ({ violations }: ReturnType<typeof look>) =>
    violations.filter(({ promise }) => promise === "reserved").map(findingOf);
  const freed = mutableHistory(heldHistory);
  freed.found(freed.stored.log.get(otherLot)?.[3]).at = freed.row(4).at;
  expect(ofReserved(look(freed))).toEqual([]);
  freed.row(4).at += 1;
  expect(ofReserved(look(freed))).toHaveLength(1);
  freed.history.reservesMoney = false;
  expect(ofReserved(look(freed))).toEqual([]);
  const outbid = mutableHistory(heldHistory);
  const [, mine, theirs] = outbid.found(outbid.stored.log.get(otherLot));
  Object.assign(outbid.found(mine?.events[0]), { amountMinor: 1_000_001 });
  expect(ofReserved(look(outbid))).toHaveLength(1);
  outbid.found(theirs).at = outbid.found(mine).at;
  expect(ofReserved(look(outbid))).toEqual([]);
});

it("accepts either result of an unknown outcome, and counts an unknown command that took effect", () => {
  const undone = mutableHistory();
  Object.assign(undone.refused, { outcome: { kind: "unknown" }, settledAt: null });
  undone.call(9).outcome = { kind: "unknown" };
  undone.call(9).settledAt = null;
  expect(look(undone).violations.map(findingOf)).toEqual([]);
});
